"""Cells of spreadsheets. In: a value. Out: the text of a cell; or the text that a cell was made from.

Invariant: no cell is taken for a formula, also where a program divides the file at other signs than commas, and
`read_cell` returns every text unchanged.
"""

from __future__ import annotations

import re
from typing import Any

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
