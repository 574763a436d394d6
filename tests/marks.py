"""Marks of tests: `slow` runs with `make slow` only; `ci` runs in `.ci/run` but not in `make test`.

Two marks, because there are two limits of time: `make test` answers in three minutes, `.ci/run` in twelve, and
thousands of cases take longer than both. A case of a large built-in game that Kalevala has as well is `ci` by itself;
the tests of one game (tests/games) are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

LARGE_GAME = re.compile(r"\b(suomi1918|keko|keikalla|drumroll)\b(-\d+)?")

# Seconds after which a test fails with its name and the stack of every thread. Both leave room for a busy machine.
LIMIT, SLOW_LIMIT = 600, 7200

EXAMPLES_SHARE = 4
_is_quick = [False]


def on_ci(values: Iterable[Any], *costly: Any) -> list[Any]:
    """Cases of a parameter; the costly ones run where `.ci/run` does."""
    return [pytest.param(value, marks=pytest.mark.ci) if value in costly else value for value in values]


def try_fewer(is_quick: bool) -> None:
    """Set whether `examples` gives fewer; call it before tests are imported."""
    _is_quick[0] = is_quick


def examples(most: int) -> int:
    """Examples that Hypothesis tries: all in `.ci/run`, a quarter in `make test`."""
    return max(1, most // EXAMPLES_SHARE) if _is_quick[0] else most


def limit_time(items: Iterable[pytest.Item]) -> None:
    """Give each test a time limit, with its fixtures; `timeout` is pytest-timeout's own mark."""
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT if item.get_closest_marker("slow") else LIMIT))


def leave_large_games_to_ci(items: Sequence[pytest.Item]) -> None:
    """Mark the cases of large games of which there is one of Kalevala, and of large tables."""
    names = {item.nodeid for item in items}
    for item in items:
        test, _, case = item.nodeid.partition("[")
        if not test.startswith("tests/games/"):
            small = {LARGE_GAME.sub(f"kalevala{seats}", case) for seats in ("", r"\2", "-2")}
            if LARGE_GAME.search(case) and names.intersection(f"{test}[{other}" for other in small):
                item.add_marker(pytest.mark.ci)
