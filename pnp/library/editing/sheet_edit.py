"""A cell of a sheet, changed in its file. In: the bytes of a csv, a cell, a value. Out: the bytes with that value.

Invariant: no byte outside the cell changes. Workbooks are refused, with the cell that is to be changed there: whoever
writes one anew loses what it does not know of it.
"""

from __future__ import annotations

import codecs

from pnp.base.csv_edit import replace_cell
from pnp.base.diagnostics import InputError, Span
from pnp.library.importing.text import separator_of


def edit_sheet(data: bytes, place: Span, typed: str) -> bytes:
    """The sheet with another value in the cell at `place` (row and column from 1); InputError when it cannot be."""
    if data.startswith(b"PK"):
        hint = f"edit row {place.line}, column {column_letters(place.column)} in a spreadsheet program"
        raise InputError.single(place, "pnp set cannot edit a workbook", hint, "edit")
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
        separator, head = separator_of(text)
        # The line `sep=;` is a row of the sheet, and no row of the table behind it.
        changed = replace_cell(text[head:], separator, place.line - 1 - (head > 0), place.column - 1, typed)
        return mark + (text[:head] + changed).encode()
    except (UnicodeError, ValueError, IndexError):
        hint = "change it in a spreadsheet program, or save it as UTF-8"
        raise InputError.single(place, "pnp set cannot edit this cell without changing others", hint, "edit") from None


def column_letters(number: int) -> str:
    """A column as spreadsheet programs call it: 1 is A, 28 is AB."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
