"""A table that was read: rows of plain values, and the place of each cell; limits of its size.

Invariant: places are rows and columns as a spreadsheet counts them, from 1, so a text of several lines does not shift
the rows below it.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.base.diagnostics import Report, Span

Value = str | int | float | bool | None

MAX_BYTES = 20_000_000
MAX_ROWS, MAX_COLUMNS, MAX_TEXT = 20_000, 300, 20_000


class ImportedTable(Struct):
    """A table. decimal_comma: `1,5` is a number in it · others: the sheets of a workbook that were not read."""

    file: str
    rows: list[list[Value]]
    report: Report
    decimal_comma: bool = False
    others: tuple[str, ...] = ()

    def place(self, row: int, column: int) -> Span:
        """Where a cell stands; both count from 0 here, from 1 in the file."""
        return Span(self.file, row + 1, column + 1)
