"""A table that was read: rows of plain values, and the place of each cell; limits of its size.

Invariant: places are rows and columns as a spreadsheet counts them, from 1, so a text of several lines does not shift
the rows below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span
from pnp.base.yaml.spans import MAX_NUMBER

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


_INT = re.compile(r"-?(0|[1-9]\d{0,15})")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})\.\d{1,9}")
_COMMA = re.compile(r"-?(0|[1-9]\d{0,8}),\d{1,9}")
_COPIES = re.compile(r"(?:[x×]\s*)?(\d{1,6})(?:\s*[x×])?", re.IGNORECASE)


def is_blank(value: Value) -> bool:
    """True for a cell that holds nothing."""
    return value is None or value == ""


def guess_type(values: Iterable[Value], decimal_comma: bool = False) -> str:
    """The type of a column: `bool`, `int`, `number`, `list`, `map` or `text`."""
    kinds = {_kind(value, decimal_comma) for value in values if not is_blank(value)}
    if len(kinds) == 1:
        return kinds.pop()
    return "number" if kinds == {"int", "number"} else "text"


def _kind(value: Value, decimal_comma: bool) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        if abs(value) > MAX_NUMBER:
            return "text"
        return "int" if isinstance(value, int) else "number"
    text = str(value)
    if text in ("true", "false", "TRUE", "FALSE", "True", "False"):
        return "bool"
    if _INT.fullmatch(text) and text != "-0":
        return "int" if abs(int(text)) <= MAX_NUMBER else "text"
    if _NUMBER.fullmatch(text) or (decimal_comma and _COMMA.fullmatch(text)):
        return "number"
    read = _json(text)
    return "list" if isinstance(read, list) else "map" if isinstance(read, dict) else "text"


def convert(value: Value, kind: str) -> Any:
    """A cell as a value of the column's type."""
    if kind == "text":
        return show(value)
    if kind == "bool":
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind in ("list", "map"):
        return _json(str(value))
    if isinstance(value, int | float):
        return value
    return int(str(value)) if _INT.fullmatch(str(value)) else float(str(value).replace(",", "."))


def show(value: Value) -> str:
    """A cell as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def read_copies(value: Value) -> int | None:
    """The number of copies in a cell (`3`, `3x`, `x3`); None when it is not one."""
    if isinstance(value, bool):
        return None
    found = _COPIES.fullmatch(show(value).strip())
    return int(found[1]) if found else None


def _json(text: str) -> Any:
    """A list or map as `pnp export` writes it; None for anything else."""
    if text[:1] not in "[{" or not text:
        return None
    from msgspec import DecodeError, json

    try:
        read = json.decode(text)
    except (DecodeError, RecursionError, ValueError):
        return None
    return read if isinstance(read, dict | list) and _is_plain(read) else None


def _is_plain(value: Any, depth: int = 0) -> bool:
    """True for values that YAML can hold, too."""
    if depth > 20:
        return False
    if isinstance(value, dict):
        return all(_is_plain(inner, depth + 1) for inner in value.values())
    if isinstance(value, list):
        return all(_is_plain(inner, depth + 1) for inner in value)
    if isinstance(value, float):
        return value == round(value, 9) and abs(value) < 1e9
    return not isinstance(value, int) or abs(value) <= MAX_NUMBER
