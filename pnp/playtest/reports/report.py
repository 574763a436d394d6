"""A report: the one model of all tables of a playtest, and its three renderings. In: rows and what to show of them,
plots, sentences. Out: text that fits a terminal, one HTML page, JSON.

Invariant: a terminal and a page show the same numbers, of which a page has room for more; beside every plot stands a
table with its numbers. A page is well-formed XML, has no script and fetches nothing. Equal reports give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, json, to_builtins

from pnp.base.system import join_words
from pnp.base.templates import templates
from pnp.playtest.reports.columns import WIDTH, Command, Grid, Part, Prose, Row, lay_out

TEXT, PAGE = "text", "page"
HERE = Path(__file__).parent  # with templates, also for pages of others


class Column(Struct, frozen=True):
    """What the numbers are, and how each row says its own. where: the only rendering that has it, "" for both · kind: a
    class of its cells on a page
    """

    head: str
    cell: Callable[[Any], str]
    where: str = ""
    kind: str = ""


class Table(Struct, frozen=True):
    """Rows, and columns of which the first names them.

    caption: of the page, and title of a second table of a text · where: the only rendering that has it, "" for both ·
    bar: of 1, drawn behind a row of a text · below: a file's name, in a line of its own of a text
    """

    rows: Sequence[Any]
    columns: Sequence[Column]
    caption: str = ""
    where: str = ""
    bar: Callable[[Any], float] | None = None
    below: Callable[[Any], str] | None = None

    def shown(self, where: str) -> list[Column]:
        """The columns of one rendering."""
        return [column for column in self.columns if column.where in ("", where)]

    def grid(self, title: str) -> Grid:
        """The table of a text."""
        first, *others = self.shown(TEXT)
        rows = []
        for row in self.rows:
            cells, below = tuple(column.cell(row) for column in others), self.below(row) if self.below else ""
            rows.append(Row(first.cell(row), cells, self.bar(row) if self.bar else None, below))
        return Grid(title, tuple(column.head for column in others), tuple(rows))


class Section(Struct, frozen=True):
    """plots: SVGs, drawn when there is a page; "" where there is nothing to see · note: what the numbers mean ·
    where: the only rendering that has it
    """

    title: str
    tables: Sequence[Table] = ()
    plots: Sequence[Callable[[], str]] = ()
    note: str = ""
    commands: Sequence[Command] = ()
    where: str = ""

    def shown(self, where: str) -> list[Table]:
        """The tables of one rendering."""
        return [table for table in self.tables if table.where in ("", where)]

    def parts(self) -> list[Part]:
        """The section in a text."""
        tables = self.shown(TEXT)
        titles = [self.title, *(table.caption for table in tables[1:])]
        parts: list[Part] = [table.grid(title) for table, title in zip(tables, titles, strict=False)]
        parts += [] if tables else [Prose(self.title)]
        parts += [Prose(self.note, first="  ")] if self.note else []
        return [*parts, *self.commands]


class Report(Struct, frozen=True):
    """A whole report.

    title: of the page · heading: what was played · answers: what was asked for, last in a text and first on a page ·
    legend: what the numbers mean · figures: numbers at a glance, on a page · values, more: the content of the JSON ·
    is_empty: there is nothing to report, because no game came to its end
    """

    title: str
    heading: Sequence[str]
    sections: Sequence[Section]
    legend: str
    values: Any
    more: dict[str, Any] = {}
    answers: Sequence[Section] = ()
    figures: Sequence[tuple[str, str]] = ()
    is_empty: bool = False


def format_text(report: Report, width: int = WIDTH) -> str:
    """The report for a terminal of so many columns."""
    if report.is_empty:
        return "no game was completed, so there is nothing to report\n"
    heading, legend = [Prose(line) for line in report.heading], [Prose(report.legend, rest="")]
    sections = [section.parts() for section in report.sections if section.where != PAGE]
    return lay_out([heading, *sections, legend, *(answer.parts() for answer in report.answers)], width)


def format_page(report: Report) -> str:
    """The report as one page that needs nothing else."""
    style = (HERE / "report.css").read_text("utf-8")
    sections = drawn((*report.answers, *report.sections))
    template = templates(HERE).get_template("report.html")
    return template.render(report=report, sections=sections, style=style, shell=join_words)


def drawn(sections: Iterable[Section]) -> list[tuple[Section, list[str]]]:
    """The sections of a page, with their plots."""
    shown = (section for section in sections if section.where != TEXT)
    return [(section, list(filter(None, (plot() for plot in section.plots)))) for section in shown]


def format_json(report: Report) -> str:
    """The report for programs: keys as in docs/playtest-json.md, six digits after the point."""
    values = {**to_builtins(report.values, enc_hook=str), **to_builtins(report.more, enc_hook=str)}
    return json.format(json.encode(_rounded(values)), indent=2).decode() + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value
