"""Cells of a csv: made safe for spreadsheet programs, or changed in place. In: the text of a table, its delimiter, a
row and a column. Out: the text with another value in that cell.

Invariant: no character outside the cell changes (a row that ends before the cell gets the separators it lacks); read
again, all other cells hold what they held.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any


def replace_cell(text: str, separator: str, row: int, column: int, value: str) -> str:
    """Rows and columns count from 0, as Python's reader of csv counts them; IndexError when there is no such row."""
    spans = next((cells for number, cells in enumerate(_rows(text, separator)) if number == row), None)
    if spans is None:
        raise IndexError(row)
    if column < len(spans):
        start, end = spans[column]
        written = _cell(value, separator, text[start : start + 1] == '"')
    else:
        start = end = spans[-1][1] if spans else 0
        lacking = column - max(len(spans), 1) + 1
        written = separator * lacking + _cell(value, separator, False)
    changed = text[:start] + written + text[end:]
    if _other_cells(changed, separator, row, column) != _other_cells(text, separator, row, column):
        raise ValueError("other cells of the file would change")
    return changed


def _cell(value: str, separator: str, is_quoted: bool) -> str:
    needs = any(sign in value for sign in (separator, '"', "\n", "\r")) or value != value.strip()
    return '"' + value.replace('"', '""') + '"' if needs or (is_quoted and value) else value


def _other_cells(text: str, separator: str, row: int, column: int) -> list[list[str]]:
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if row < len(rows):
        rows[row] = [*rows[row][:column], "", *rows[row][column + 1 :]]
        while rows[row] and not rows[row][-1]:
            rows[row].pop()
    return rows


def _rows(text: str, separator: str) -> Iterator[list[tuple[int, int]]]:
    """Where the cells of each row stand, quotes included."""
    cells: list[tuple[int, int]] = []
    at = start = 0
    while at < len(text):
        letter = text[at]
        if letter == '"' and at == start:
            at += 1
            while at < len(text) and (text[at] != '"' or text[at + 1 : at + 2] == '"'):
                at += 2 if text[at] == '"' else 1
            at += 1
        elif letter == separator:
            cells.append((start, at))
            at = start = at + 1
        elif letter in "\r\n":
            if at > start or cells:
                cells.append((start, at))
            yield cells
            cells = []
            at += 2 if text[at : at + 2] == "\r\n" else 1
            start = at
        else:
            at += 1
    if at > start or cells:
        cells.append((start, min(at, len(text))))
        yield cells


# Where a formula may begin (OWASP, CSV injection): at the start of a cell, and behind what ends one in other programs,
# such as the semicolon of a Finnish Excel, a quote or a line end. Full-width signs count in some.
_SIGNS = "=+@\uff1d\uff0b\uff0d\uff20\t-"
_BEGINS = rf"(?:\A(?='*[\r\n{_SIGNS}])|(?<=[;|\t\r\n\"])(?='*[{_SIGNS}]))"
_FORMULA, _DEFUSED = re.compile(_BEGINS), re.compile(_BEGINS + "'")


def write_cell(value: Any) -> str:
    """Return a value as a cell. What a spreadsheet would take for a formula gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        from msgspec import json

        return json.encode(value).decode()
    return _FORMULA.sub("'", value)


def read_cell(cell: str) -> str:
    """Return the text that `write_cell` was given."""
    return _DEFUSED.sub("", cell)
