"""Marks of cases. In: values of a parameter, those whose case costs seconds. Out: the same, some of them left to CI.

Invariant: `make check` runs every case; `make test` leaves out those marked `ci`. What takes seconds runs without its
lines being counted: counting doubles the time, and other tests run the same lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from typing import Any

import pytest

from tests.cost.dear_cases import left_out, listed
from tests.cost.uncounted import whole_test

# Promises that cost most; they are made from the games and have no line to stand a mark on. At larger tables the same
# games keep the same promises; what is held against every scenario or datum is held against a small game, too.
_DEAR_PROMISES = re.compile(
    r"test_promises\.py::.*\[("
    r"\w+-[3-9]-"
    r"|(?!kalevala-)\w+-(scenario_games_are_consistent|every_value_has_an_effect)"
    r"|(drumroll|keikalla|keko)-every_value_is_read"
    r")"
)

# Games that are played to hold their promises, whatever they are made for: counted they take four times as long, and
# the rules they run are tried one by one elsewhere.
_PLAYED = re.compile(
    r"tests/conformance/test_(kernel_|rule_)?mutants\.py::"
    r"|tests/conformance/strangers/"
    r"|tests/referee/(kernel|effects)/\w+\.py::test_(it_keeps_)?every_promise"
)

DEAR = ("slow", "ci", "long")

# Seconds after which a test fails with its name and the stack of every thread. Both leave room for a busy machine.
LIMIT, SLOW_LIMIT = 600, 7200


def on_ci(values: Iterable[Any], *dear: Any) -> list[Any]:
    """Cases of a parameter; the dear ones run where `make check` does."""
    return [pytest.param(value, marks=pytest.mark.ci) if value in dear else value for value in values]


def limit_time(items: Iterable[pytest.Item]) -> None:
    """Give each test a time limit, with its fixtures; `timeout` is pytest-timeout's own mark."""
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT if item.get_closest_marker("slow") else LIMIT))


def leave_dear_cases_to_ci(items: Sequence[pytest.Item]) -> None:
    """Mark dear promises, and the cases that a measurement found dear (tests/cost/dear_cases.txt)."""
    dear = left_out((item.nodeid for item in items), listed())
    for item in items:
        if item.nodeid in dear or _DEAR_PROMISES.search(item.nodeid):
            item.add_marker(pytest.mark.ci)


def leave_dear_tests_uncounted(items: Iterable[pytest.Item], chosen: Set[str]) -> None:
    """Those marked dear, and those that a measurement chose; `no_cover` is pytest-cov's own mark."""
    for item in items:
        is_dear = whole_test(item.nodeid) in chosen or any(item.get_closest_marker(name) for name in DEAR)
        if is_dear or _PLAYED.match(item.nodeid):
            item.add_marker("no_cover")
