"""A review as one page. In: a review, its table, a language. Out: HTML that needs nothing else: no script, no network.

Invariant: well-formed XML as well as HTML; everything people wrote is escaped; beside every plot stands a table with
the same numbers; light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pnp.base.templates import templates
from pnp.library.words import localise
from pnp.playtest.advice.review import Review, SeatReview
from pnp.playtest.advice.weighing import Estimate
from pnp.playtest.reports.numbers import NONE
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.report import HERE as REPORTS
from pnp.playtest.reports.report import Column, Section, Table, drawn
from pnp.referee.replay import Replay
from pnp.referee.seat import Seat
from pnp.web.advice.chance_plot import Curve, Mark, plot_chances
from pnp.web.advice.labels import hundredths, label
from pnp.web.advice.review_text import better_words, has_curve, intro, lucky_words, numbers, points_of

WORDS, NUMBER = "words", "number"
HERE = Path(__file__).parent


def review_page(found: Review, replay: Replay[Any], lang: str) -> str:
    """The whole page."""
    return _Page(found, replay, lang).html()


class _Page:
    """One page in the making."""

    def __init__(self, found: Review, replay: Replay[Any], lang: str) -> None:
        self.found, self.replay, self.lang = found, replay, lang
        self.title = self.word("review_of", title=localise(replay.setup.book.title, lang))

    def word(self, id: str, **args: Any) -> str:
        """A phrase."""
        return label(id, self.lang, **args)

    def html(self) -> str:
        """The whole page."""
        sections = drawn((*self._chances(), *self._seats(), *self._dearest(), *self._luck()))
        return (
            templates(HERE, REPORTS)
            .get_template("review.html")
            .render(
                lang=self.lang,
                title=self.title,
                style=(HERE / "review.css").read_text("utf-8"),
                seats=self.replay.setup.seats,
                intro=intro(self.found, self.replay, self.lang),
                sections=sections,
                note=self.word("numbers", simulations=self.found.simulations),
            )
        )

    def _chances(self) -> Iterator[Section]:
        """The curves, and all their numbers."""
        if not has_curve(self.found):
            return
        found, setup = self.found, self.replay.setup
        last = self.replay.plies + 1
        curves = [
            Curve(setup.name(one.seat), points_of(found, one.seat), None if one.end is None else (last, one.end))
            for one in found.seats
        ]
        chance = {(point.ply, point.seat): point.chance for point in found.points}
        marks = [Mark(f"{n}", one.ply, chance[one.ply, one.seat].mean) for n, one in enumerate(found.dearest, 1)]

        def cell(seat: Seat, ply: int) -> str:
            return "" if (known := chance.get((ply, seat))) is None else self._interval(known, 0)

        columns = [Column(self.word("line"), str, kind=NUMBER)]
        columns += [Column(setup.name(one.seat), partial(cell, one.seat), kind=NUMBER) for one in found.seats]
        rows, title = sorted({point.ply for point in found.points}), self.word("curve")
        plot = partial(plot_chances, title, curves, marks)
        yield Section(title, [Table(rows, columns, self.word("every_chance"))], [plot])

    def _seats(self) -> Iterator[Section]:
        """Luck and skill of each seat."""
        cells: dict[str, Callable[[SeatReview], str]] = {
            "start": lambda one: f"{hundredths(one.start.mean, self.lang)} %",
            "end": lambda one: NONE if one.end is None else f"{hundredths(one.end, self.lang)} %",
            "luck_head": lambda one: NONE if one.luck is None else self._interval(one.luck, has_plus=True),
            "moves_head": lambda one: NONE if one.given_away is None else self._interval(one.given_away),
            "decisions": lambda one: f"{one.decisions}",
            "alike_head": lambda one: f"{one.alike}",
        }
        columns = [Column(self.word("seat"), lambda one: self.replay.setup.name(one.seat), kind=WORDS)]
        columns += [Column(self.word(id), cell, kind=NUMBER) for id, cell in cells.items()]
        yield Section(self.word("seats"), [Table(self.found.seats, columns)])

    def _dearest(self) -> Iterator[Section]:
        """The dearest moves, as bars and as a table."""
        found, setup = self.found, self.replay.setup
        if not found.judged:
            return
        title = self.word("costliest")
        note = self.word("looked_twice" if found.dearest else "none_dear", count=found.looked_twice)
        numbered = list(enumerate(found.dearest, 1))
        bars = [
            Bar(f"{n}. {setup.name(one.seat)}, {one.ply}", one.worse.mean, one.worse.low, one.worse.high)
            for n, one in numbered
        ]
        columns = [
            Column("", lambda it: f"{it[0]}", kind=NUMBER),
            Column(self.word("line"), lambda it: f"{it[1].ply}", kind=NUMBER),
            Column(self.word("move"), lambda it: self.replay.notation.format(it[1].move), kind=WORDS),
            Column(self.word("cost_head"), lambda it: self._interval(it[1].worse), kind=NUMBER),
            Column(self.word("better_head"), lambda it: better_words(it[1], self.replay, self.lang), kind=WORDS),
        ]
        tables, plots = [Table(numbered, columns)], [partial(plot_bars, title, bars)]
        yield Section(title, tables, plots, note) if bars else Section(title, note=note)

    def _luck(self) -> Iterator[Section]:
        """The deals that changed most."""
        found = self.found
        if not found.deals:
            return
        columns = [
            Column(self.word("line"), lambda one: f"{one.ply}", kind=WORDS),
            Column(self.word("seat"), lambda one: self.replay.setup.name(one.seat), kind=WORDS),
            Column(self.word("change_head"), lambda one: self._interval(one.change, has_plus=True), kind=NUMBER),
            Column(self.word("deal_head"), lambda one: lucky_words(one, self.replay), kind=WORDS),
        ]
        note = self.word("lucky_note" if found.luck else "none_lucky", count=found.deals)
        yield Section(self.word("lucky"), [Table(found.luck, columns)] if found.luck else [], note=note)

    def _interval(self, of: Estimate, digits: int = 1, has_plus: bool = False) -> str:
        return self.word("interval", **numbers(of, self.lang, digits, has_plus))
