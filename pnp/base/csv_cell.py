"""Cells of spreadsheets. In: a value. Out: the text of a cell; or the text that a cell was made from.

Invariant: no cell is taken for a formula, and `read_cell` returns every text unchanged.
"""

from __future__ import annotations

from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def write_cell(value: Any) -> str:
    """A value as a cell. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        from msgspec import json

        return json.encode(value).decode()
    return f"'{value}" if value.lstrip("'").startswith(_FORMULA) else value


def read_cell(cell: str) -> str:
    """The text that `write_cell` was given."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell
