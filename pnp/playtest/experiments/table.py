"""Tables of numbers, for a terminal and for a page. In: a title, columns, rows. Out: lines of text, or HTML.

Invariant: both hold the same cells; what a plot shows stands in the table beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Protocol

from msgspec import Struct

from pnp.playtest.experiments.estimates import Difference, Estimate
from pnp.playtest.experiments.figures import POINTS
from pnp.playtest.reports.columns import WIDTH, Grid, Part, Prose, Row, lay_out
from pnp.playtest.reports.figures import MINUS
from pnp.playtest.reports.html_parts import paragraph, part, scrolling, section, whole_page
from pnp.playtest.reports.html_parts import table as html_table
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.plot_changes import Changes, plot_changes

MOST_MORE = 10_000_000  # games; nobody plays more to see a difference


class _Signed(Protocol):
    """A difference with its interval."""

    @property
    def is_share(self) -> bool: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def against(self) -> str: ...


class Table(Struct, frozen=True):
    """The first column are names. bars: what a plot of it shows; changes: a plot of differences each; percent: both
    are of shares; note: what it means.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    bars: tuple[Bar, ...] = ()
    changes: tuple[Changes, ...] = ()
    percent: bool = True
    base: float | None = None


def format_tables(heading: Sequence[str], tables: Iterable[Table], legend: str, width: int = WIDTH) -> str:
    """A report for a terminal of so many columns."""
    return lay_out([[*map(Prose, heading)], *map(_parts, tables), [Prose(legend, rest="")]], width)


def format_lines(tables: Iterable[Table], width: int = WIDTH) -> str:
    """Tables alone."""
    return lay_out(map(_parts, tables), width)


def _parts(table: Table) -> list[Part]:
    grid = Grid(table.title, table.head[1:], tuple(Row(row[0], row[1:]) for row in table.rows))
    return [grid, Prose(table.note, first="  ")] if table.note else [grid]


def format_tables_page(title: str, heading: Sequence[str], tables: Iterable[Table], legend: str) -> str:
    """The same as one page that needs nothing else."""
    intro = "".join(f'<p class="soft">{escape(line)}</p>' for line in (*heading, legend))
    return whole_page(title, intro + format_sections(tables))


def format_sections(tables: Iterable[Table]) -> str:
    """Tables, with their plots, as parts of a page."""
    return "".join(map(_section, tables))


def _section(table: Table) -> str:
    title = table.title[:1].upper() + table.title[1:]
    grid = html_table(table.title, table.head, table.rows)
    plots = list(_plots(table))
    if not plots:
        return part(title, (paragraph(table.note) if table.note else "") + scrolling(grid, f"{title}: numbers"))
    return section(title, plots, grid, table.note)


def _plots(table: Table) -> Iterator[str]:
    """Those in which there is anything to see."""
    if _has_any(table.bars):
        yield plot_bars(f"{table.title}, with 95 % intervals", table.bars, percent=table.percent, base=table.base)
    for changes in filter(lambda each: _has_any(each.bars), table.changes):
        by = f" with {changes.of}" if changes.of else ""
        yield plot_changes(f"{table.title}: change{by}, with 95 % intervals", changes, table.percent)


def _has_any(bars: Iterable[Bar]) -> bool:
    return any(bar.value or bar.low or bar.high for bar in bars)


def plain(value: float | None, is_share: bool, digits: int | None = None) -> str:
    """`51.2 %`, `61.34`, or a dash."""
    if value is None:
        return "–"
    return f"{value * POINTS:.{1 if digits is None else digits}f} %" if is_share else f"{value:,.{digits or 2}f}"


def signed(value: float | None, is_share: bool) -> str:
    """`+1.2`, `−0.04`, or a dash; shares in points."""
    if value is None:
        return "–"
    text = f"{abs(value) * POINTS:.1f}" if is_share else f"{abs(value):,.2f}"
    return text if not float(text.replace(",", "")) else f"{'+' if value > 0 else MINUS}{text}"


def range_of(found: Estimate) -> str:
    """`48.1–54.3`"""
    if found.low is None or found.high is None:
        return "–"
    unit, digits = (POINTS, 1) if found.is_share else (1, 2)
    return f"{found.low * unit:,.{digits}f}–{found.high * unit:,.{digits}f}"


def signed_range(found: _Signed) -> str:
    """`−0.5 to +2.9 ▲`"""
    if found.low is None or found.high is None:
        return "–"
    ends = f"{signed(found.low, found.is_share)} to {signed(found.high, found.is_share)}"
    return f"{ends} {MARKS[found.against]}"


def more_games(found: Difference) -> str:
    """How many games are still needed to see this difference."""
    if found.against:
        return "enough"
    if found.more is None:
        return "–"
    return f"over {MOST_MORE:,}" if found.more > MOST_MORE else f"{found.more:,}"
