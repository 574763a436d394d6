"""Tables as files. In: a csv, xlsx, ods or json file. Out: its ImportedTable, checked and cleaned.

Invariant: whatever the file holds ends in an ImportedTable or an InputError.
"""

from __future__ import annotations

import os

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of
from pnp.library.importing.table import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, ImportedTable

_ERRORS = ("#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!")


def read_table(path: str | os.PathLike[str], sheet: str = "") -> ImportedTable:
    """Read a file by its format: workbooks are zip files, JSON files are named so, everything else is text."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = reason_of(fault)
        raise InputError.single(Span(name), f"cannot be read: {reason}", "", "unreadable") from None
    return parse_table(data, name, sheet)


def parse_table(data: bytes, name: str, sheet: str = "") -> ImportedTable:
    """The table in these bytes of a file of that name; InputError when there is none."""
    if len(data) > MAX_BYTES:
        message = f"expected a file of at most {MAX_BYTES // 1_000_000} MB"
        raise InputError.single(Span(name), message, "", "too-large")
    if data.startswith(b"PK\x03\x04"):
        table = _read_archive(data, name, sheet)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError.single(
            Span(name), "expected xlsx, ods or csv, got an old xls workbook", "save it as xlsx or csv", "bad-table"
        )
    elif name.lower().endswith((".xlsx", ".xlsm", ".ods")):
        kind = "OpenDocument spreadsheet" if name.lower().endswith(".ods") else "Excel workbook"
        hint = "if it is a text file, name it .csv"
        raise InputError.single(Span(name), f"expected an {kind}, got something else", hint, "bad-table")
    elif name.lower().endswith(".json"):
        from pnp.library.importing.json_table import read_json_table

        table = read_json_table(data, name)
    else:
        from pnp.library.importing.text import read_text_table

        if sheet:
            raise InputError.single(Span(name), "only workbooks have sheets", "leave out --sheet", "bad-table")
        table = read_text_table(data, name)
    _check_size(table)
    _clean(table)
    if not any(value not in (None, "") for row in table.rows for value in row):
        table.report.error(
            Span(table.file), "expected a table, got an empty file", "the first row must hold the headers", "bad-table"
        )
        table.report.raise_errors()
    return table


def _read_archive(data: bytes, name: str, sheet: str) -> ImportedTable:
    """A workbook of Excel or an OpenDocument spreadsheet, whatever its name ends in."""
    from pnp.library.importing.archive import open_archive

    with open_archive(data, name) as archive:
        parts = archive.namelist()
        if "xl/workbook.xml" in parts:
            from pnp.library.importing.workbook import read_workbook

            return read_workbook(data, name, sheet)
        if "content.xml" in parts:
            from pnp.library.importing.ods import read_ods

            return read_ods(archive, name, sheet)
    raise InputError.single(
        Span(name), "expected an Excel workbook, got another zip file", "save it as xlsx, ods or csv", "bad-table"
    )


def _check_size(table: ImportedTable) -> None:
    widest = max(map(len, table.rows), default=0)
    if len(table.rows) > MAX_ROWS or widest > MAX_COLUMNS:
        message = f"expected at most {MAX_ROWS} rows and {MAX_COLUMNS} columns, got {len(table.rows)} and {widest}"
        raise InputError.single(Span(table.file), message, "", "too-large")


def _clean(table: ImportedTable) -> None:
    """Remove characters that no card can show, each reported at its cell, and the blanks around texts."""
    for row, cells in enumerate(table.rows):
        for column, value in enumerate(cells):
            if not isinstance(value, str):
                continue
            text = value.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").replace("\u00a0", " ")
            kept = "".join(char for char in text if char == "\n" or _is_shown(char))
            if kept != text:
                odd = next(char for char in text if char != "\n" and not _is_shown(char))
                message = f"the character U+{ord(odd):04X} cannot be printed and was left out"
                table.report.warning(table.place(row, column), message, "", "odd-character")
            if kept.strip() in _ERRORS:
                hint = "fix the formula in the spreadsheet"
                table.report.error(
                    table.place(row, column), f"expected a value, got the error {kept.strip()}", hint, "formula"
                )
            if len(kept) > MAX_TEXT:
                message = f"expected at most {MAX_TEXT} characters, got {len(kept)}"
                table.report.error(table.place(row, column), message, "", "too-large")
            cells[column] = "\n".join(line.rstrip() for line in kept.split("\n")).strip("\n").strip()


def _is_shown(char: str) -> bool:
    return char.isprintable() or char in "\u2003\u2009\u200d\u00ad\u202f"
