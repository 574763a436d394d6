"""A review as one page. In: a review, its table, a language. Out: HTML that needs nothing else: no script, no network.

Invariant: well-formed XML as well as HTML; everything people wrote is escaped; beside every plot stands a table with
the same numbers; light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from pnp.library.words import localise
from pnp.playtest.advice.review import Review
from pnp.playtest.advice.weighing import Estimate
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.referee.replay import Replay
from pnp.ui.advice.chance_plot import Curve, Mark, plot_chances
from pnp.ui.advice.labels import hundredths, label
from pnp.ui.advice.review_text import better_words, intro, lucky_words, numbers, points_of

WORDS, NUMBER = "words", "number"


def review_page(found: Review, table: Replay[Any], lang: str) -> str:
    """The whole page."""
    return _Page(found, table, lang).html()


class _Page:
    """One page in the making."""

    def __init__(self, found: Review, table: Replay[Any], lang: str) -> None:
        self.found, self.table, self.lang = found, table, lang
        self.title = self.word("review_of", title=localise(table.setup.book.title, lang))

    def word(self, id: str, **args: Any) -> str:
        """A phrase, escaped."""
        return escape(label(id, self.lang, **args))

    def html(self) -> str:
        """The whole page."""
        style = files("pnp.ui.advice").joinpath("review.css").read_text("utf-8")
        about = "".join(f"<p>{escape(line)}</p>" for line in intro(self.found, self.table, self.lang))
        body = "".join((*self._chances(), *self._seats(), *self._dearest(), *self._luck()))
        note = self.word("numbers", simulations=self.found.simulations)
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(self.lang)}" xmlns="http://www.w3.org/1999/xhtml"><head>'
            '<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="generator" content="pnp referee review"/>'
            f"<title>{self.title}</title><style>{escape(style, quote=False)}</style></head><body><main>"
            f'<h1>{self.title}</h1><p class="soft">{escape(", ".join(self.table.setup.seats))}</p>{about}{body}'
            f'<p class="soft">{note}</p></main></body></html>\n'
        )

    def _chances(self) -> Iterator[str]:
        """The curves, and all their numbers."""
        found, setup = self.found, self.table.setup
        last = self.table.plies + 1
        curves = [
            Curve(setup.name(one.seat), points_of(found, one.seat), None if one.end is None else (last, one.end))
            for one in found.seats
        ]
        chance = {(point.ply, point.seat): point.chance for point in found.points}
        marks = [Mark(f"{n}", one.ply, chance[one.ply, one.seat].mean) for n, one in enumerate(found.dearest, 1)]
        heading = self.word("curve")
        plot = plot_chances(label("curve", self.lang), curves, marks)
        yield f"<section><h2>{heading}</h2><figure>{_wide(heading, plot)}</figure>"
        rows: list[list[str]] = []
        for ply in sorted({point.ply for point in found.points}):
            cells = (chance.get((ply, one.seat)) for one in found.seats)
            rows.append([f"{ply}", *("" if cell is None else self._interval(cell, 0) for cell in cells)])
        head = [self.word("line"), *(escape(curve.name) for curve in curves)]
        numbers_ = _table(heading, head, [NUMBER] * len(head), rows)
        yield f"<details><summary>{self.word('every_chance')}</summary>{_wide(heading, numbers_)}</details>"
        yield "</section>"

    def _seats(self) -> Iterator[str]:
        """Luck and skill of each seat."""
        ids = ("seat", "start", "end", "luck_head", "moves_head", "decisions", "alike_head")
        rows = [
            [
                escape(self.table.setup.name(one.seat)),
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
        yield f"<section><h2>{title}</h2>{_wide(title, _table(title, head, [WORDS] + [NUMBER] * 6, rows))}</section>"

    def _dearest(self) -> Iterator[str]:
        """The dearest moves, as bars and as a table."""
        found, table = self.found, self.table
        if not found.judged:
            return
        title = self.word("dearest")
        note = self.word("looked_twice" if found.dearest else "none_dear", count=found.looked_twice)
        yield f"<section><h2>{title}</h2><p>{note}</p>"
        if found.dearest:
            bars = [
                Bar(f"{n}. {table.setup.name(one.seat)}, {one.ply}", one.worse.mean, one.worse.low, one.worse.high)
                for n, one in enumerate(found.dearest, 1)
            ]
            rows = [
                [
                    f"{n}",
                    f"{one.ply}",
                    escape(table.notation.format(one.move)),
                    self._interval(one.worse),
                    escape(better_words(one, table, self.lang)),
                ]
                for n, one in enumerate(found.dearest, 1)
            ]
            head = ["", self.word("line"), self.word("move"), self.word("cost_head"), self.word("better_head")]
            plot = plot_bars(label("dearest", self.lang), bars)
            yield f'<figure class="bars">{_wide(title, plot)}</figure>'
            yield _wide(title, _table(title, head, [NUMBER, NUMBER, WORDS, NUMBER, WORDS], rows))
        yield "</section>"

    def _luck(self) -> Iterator[str]:
        """The deals that changed most."""
        found, table = self.found, self.table
        if not found.deals:
            return
        title = self.word("lucky")
        yield f"<section><h2>{title}</h2>"
        yield f"<p>{self.word('lucky_note' if found.luck else 'none_lucky', count=found.deals)}</p>"
        if found.luck:
            rows = [
                [
                    f"{one.ply}",
                    escape(table.setup.name(one.seat)),
                    self._interval(one.change, has_plus=True),
                    escape(lucky_words(one, table)),
                ]
                for one in found.luck
            ]
            head = [self.word("line"), self.word("seat"), self.word("change_head"), self.word("deal_head")]
            yield _wide(title, _table(title, head, [NUMBER, WORDS, NUMBER, WORDS], rows))
        yield "</section>"

    def _interval(self, of: Estimate, digits: int = 1, has_plus: bool = False) -> str:
        return self.word("interval", **numbers(of, self.lang, digits, has_plus))


def _wide(title: str, inside: str) -> str:
    """What may be wider than a phone: it is scrolled with the keyboard, too."""
    return f'<div class="wide" role="group" tabindex="0" aria-label="{title}">{inside}</div>'


def _table(caption: str, head: Sequence[str], kinds: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already; the first of a row names it."""
    top = "".join(
        f'<th scope="col" class="{kind}">{cell}</th>' if cell else "<td></td>"
        for kind, cell in zip(kinds, head, strict=True)
    )
    lines = []
    for name, *cells in rows:
        inside = "".join(f'<td class="{kind}">{cell}</td>' for kind, cell in zip(kinds[1:], cells, strict=True))
        lines.append(f'<tr><th scope="row" class="{kinds[0]}">{name}</th>{inside}</tr>')
    return f"<table><caption>{caption}</caption><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
