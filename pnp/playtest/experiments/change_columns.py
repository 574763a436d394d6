"""Figures and differences in the tables and plots of experiments. In: how a row says its own. Out: columns, bars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.playtest.experiments.estimates import Difference, Estimate
from pnp.playtest.reports.numbers import NONE, Marked, interval, number, signed, signed_interval, value
from pnp.playtest.reports.plot import Bar
from pnp.playtest.reports.report import Column

MOST_MORE = 10_000_000  # games; nobody plays more to see a difference


def known_columns(get: Callable[[Any], Estimate]) -> list[Column]:
    """A figure and its interval."""
    return [
        Column("value", lambda row: value(get(row).value, get(row).is_share)),
        Column("95 %", lambda row: interval(get(row), get(row).is_share)),
    ]


def change_columns(head: str, get: Callable[[Any], Difference | None]) -> list[Column]:
    """A difference, its interval, and how many games are still needed to see it; empty cells for None."""

    def shown(show: Callable[[Difference], str]) -> Callable[[Any], str]:
        return lambda row: "" if (change := get(row)) is None else show(change)

    return [
        Column(head, shown(lambda it: signed(it.value, it.is_share))),
        Column("95 %", shown(lambda it: signed_interval(it, it.is_share))),
        Column("more games", shown(_more_games)),
    ]


def _more_games(found: Difference) -> str:
    if found.against:
        return "enough"
    if found.more is None:
        return NONE
    return f"over {number(MOST_MORE)}" if found.more > MOST_MORE else number(found.more)


def bar_of(name: str, change: Marked) -> Bar:
    """A difference in a plot."""
    return Bar(name, change.value, change.low, change.high, change.against)
