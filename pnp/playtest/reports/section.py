"""A section of a report: a table, its plots, sentences. In: names and columns. Out: parts of a text, HTML.

Invariant: a terminal and a page show the same numbers; a page has room for more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pnp.playtest.reports.columns import Grid, Part, Prose, Row
from pnp.playtest.reports.html_parts import section, table

TEXT, PAGE = "text", "page"


class Column(Struct, frozen=True):
    """What the numbers are, and the numbers. where: the only form that has them, "" for both"""

    head: str
    cells: Sequence[str]
    where: str = ""


class Section(Struct, frozen=True):
    """bars: of 1, behind the rows of a text · below: a sentence of the text · first, caption: of the page's table
    note: of the page · plots: SVGs, drawn when there is a page
    """

    title: str
    names: Sequence[str]
    columns: Sequence[Column]
    caption: str
    plots: Sequence[Callable[[], str]] = ()
    first: str = ""
    note: str = ""
    below: str = ""
    bars: Sequence[float | None] | None = None

    def text(self) -> list[Part]:
        """Parts of a report for a terminal."""
        shown = [column for column in self.columns if column.where != PAGE]
        cells = zip(*(column.cells for column in shown), strict=True)
        bars = self.bars if self.bars is not None else [None] * len(self.names)
        rows = tuple(Row(name, row, bar) for name, row, bar in zip(self.names, cells, bars, strict=True))
        grid = Grid(self.title, tuple(column.head for column in shown), rows)
        return [grid, Prose(self.below, first="  ")] if self.below else [grid]

    def page(self) -> str:
        """A part of a page."""
        shown = [column for column in self.columns if column.where != TEXT]
        rows = zip(self.names, *(column.cells for column in shown), strict=True)
        numbers = table(self.caption, [self.first, *(column.head for column in shown)], rows)
        return section(self.title, [plot() for plot in self.plots], numbers, self.note)


class Written(Struct, frozen=True):
    """A section whose forms have little in common."""

    text: Callable[[], list[Part]] = list
    page: Callable[[], str] = str


AnySection = Section | Written
