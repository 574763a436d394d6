"""Marks of cases. In: values of a parameter, those whose case costs seconds. Out: the same, some of them left to CI.

Invariant: `make check` runs every case; `make test` leaves out those marked `ci`. What takes seconds runs without its
lines being counted: counting doubles the time, and cheaper tests run the same lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

# Promises of the largest games, at the largest tables: the same promises are kept by the same games at smaller ones.
# Each datum of three large games is varied; the two small games show that the promise is kept.
_DEAR_PROMISES = re.compile(
    r"test_promises\.py::.*\[((suomi1918|keko)-6-|(drumroll|keikalla|keko)-every_datum_has_an_effect)"
)

# Games that are played to hold their promises, whatever they are made for: counted they take four times as long, and
# the rules they run are tried one by one elsewhere.
_PLAYED = re.compile(
    r"tests/conformance/test_(kernel_|rule_)?mutants\.py::"
    r"|tests/referee/(kernel|effects)/\w+\.py::test_(it_keeps_)?every_promise"
)

DEAR = ("slow", "ci", "long")


def on_ci(values: Iterable[Any], *dear: Any) -> list[Any]:
    """Cases of a parameter; the dear ones run where `make check` does."""
    return [pytest.param(value, marks=pytest.mark.ci) if value in dear else value for value in values]


def leave_dear_promises_to_ci(items: Iterable[pytest.Item]) -> None:
    """Mark the promises that cost most; they are made from the games and have no line to stand a mark on."""
    for item in items:
        if _DEAR_PROMISES.search(item.nodeid):
            item.add_marker(pytest.mark.ci)


def leave_dear_tests_uncounted(items: Iterable[pytest.Item]) -> None:
    """`no_cover` is pytest-cov's own mark."""
    for item in items:
        if _PLAYED.match(item.nodeid) or any(item.get_closest_marker(name) for name in DEAR):
            item.add_marker("no_cover")
