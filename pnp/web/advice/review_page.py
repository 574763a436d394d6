"""A review as one page. In: a review, its table, a language. Out: HTML that needs nothing else: no script, no network.

Invariant: well-formed XML as well as HTML; everything people wrote is escaped; beside every plot stands a table with
the same numbers; light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Any

from pnp.library.words import localise
from pnp.playtest.advice.review import Review
from pnp.playtest.advice.weighing import Estimate
from pnp.playtest.reports.html_parts import paragraph, scrolling, table
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.referee.replay import Replay
from pnp.web.advice.chance_plot import Curve, Mark, plot_chances
from pnp.web.advice.labels import hundredths, label
from pnp.web.advice.review_text import better_words, has_curve, intro, lucky_words, numbers, points_of

WORDS, NUMBER = "words", "number"


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
        style = files("pnp.web.advice").joinpath("review.css").read_text("utf-8")
        about = "".join(f"<p>{escape(line)}</p>" for line in intro(self.found, self.replay, self.lang))
        body = "".join((*self._chances(), *self._seats(), *self._dearest(), *self._luck()))
        note, title = self.word("numbers", simulations=self.found.simulations), escape(self.title)
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(self.lang)}" xmlns="http://www.w3.org/1999/xhtml"><head>'
            '<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="generator" content="pnp referee review"/>'
            f"<title>{title}</title><style>{escape(style, quote=False)}</style></head><body><main>"
            f'<h1>{title}</h1><p class="soft">{escape(", ".join(self.replay.setup.seats))}</p>{about}{body}'
            f"{paragraph(note, 'soft')}</main></body></html>\n"
        )

    def _chances(self) -> Iterator[str]:
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
        heading = self.word("curve")
        plot = plot_chances(heading, curves, marks)
        yield f"<section><h2>{escape(heading)}</h2><figure>{scrolling(plot, heading)}</figure>"
        rows: list[list[str]] = []
        for ply in sorted({point.ply for point in found.points}):
            cells = (chance.get((ply, one.seat)) for one in found.seats)
            rows.append([f"{ply}", *("" if cell is None else self._interval(cell, 0) for cell in cells)])
        head = [self.word("line"), *(curve.name for curve in curves)]
        chances = table(heading, head, rows, [NUMBER] * len(head))
        yield f"<details><summary>{escape(self.word('every_chance'))}</summary>{scrolling(chances, heading)}</details>"
        yield "</section>"

    def _seats(self) -> Iterator[str]:
        """Luck and skill of each seat."""
        ids = ("seat", "start", "end", "luck_head", "moves_head", "decisions", "alike_head")
        rows = [
            [
                self.replay.setup.name(one.seat),
                f"{hundredths(one.start.mean, self.lang)} %",
                "–" if one.end is None else f"{hundredths(one.end, self.lang)} %",
                "–" if one.luck is None else self._interval(one.luck, has_plus=True),
                "–" if one.given_away is None else self._interval(one.given_away),
                f"{one.decisions}",
                f"{one.alike}",
            ]
            for one in self.found.seats
        ]
        head = [self.word(id) for id in ids]
        title = self.word("seats")
        seats = scrolling(table(title, head, rows, [WORDS] + [NUMBER] * 6), title)
        yield f"<section><h2>{escape(title)}</h2>{seats}</section>"

    def _dearest(self) -> Iterator[str]:
        """The dearest moves, as bars and as a table."""
        found, setup = self.found, self.replay.setup
        if not found.judged:
            return
        title = self.word("costliest")
        note = self.word("looked_twice" if found.dearest else "none_dear", count=found.looked_twice)
        yield f"<section><h2>{escape(title)}</h2>{paragraph(note)}"
        if found.dearest:
            bars = [
                Bar(f"{n}. {setup.name(one.seat)}, {one.ply}", one.worse.mean, one.worse.low, one.worse.high)
                for n, one in enumerate(found.dearest, 1)
            ]
            rows = [
                [
                    f"{n}",
                    f"{one.ply}",
                    self.replay.notation.format(one.move),
                    self._interval(one.worse),
                    better_words(one, self.replay, self.lang),
                ]
                for n, one in enumerate(found.dearest, 1)
            ]
            head = ["", self.word("line"), self.word("move"), self.word("cost_head"), self.word("better_head")]
            yield f'<figure class="bars">{scrolling(plot_bars(title, bars), title)}</figure>'
            yield scrolling(table(title, head, rows, [NUMBER, NUMBER, WORDS, NUMBER, WORDS]), title)
        yield "</section>"

    def _luck(self) -> Iterator[str]:
        """The deals that changed most."""
        found = self.found
        if not found.deals:
            return
        title = self.word("lucky")
        note = self.word("lucky_note" if found.luck else "none_lucky", count=found.deals)
        yield f"<section><h2>{escape(title)}</h2>{paragraph(note)}"
        if found.luck:
            rows = [
                [
                    f"{one.ply}",
                    self.replay.setup.name(one.seat),
                    self._interval(one.change, has_plus=True),
                    lucky_words(one, self.replay),
                ]
                for one in found.luck
            ]
            head = [self.word("line"), self.word("seat"), self.word("change_head"), self.word("deal_head")]
            yield scrolling(table(title, head, rows, [NUMBER, WORDS, NUMBER, WORDS]), title)
        yield "</section>"

    def _interval(self, of: Estimate, digits: int = 1, has_plus: bool = False) -> str:
        return self.word("interval", **numbers(of, self.lang, digits, has_plus))
