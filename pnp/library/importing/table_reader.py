"""Tables as files. In: a csv, xlsx, ods or json file. Out: its ImportedTable, checked and cleaned.

`workbook.py` reads xlsx and ods. Invariant: whatever the file holds ends in an ImportedTable or an InputError.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import os
import re
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import reason_of
from pnp.library.importing.table import LANGUAGES, MAX_BYTES, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, ImportedTable, Value

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
        table = read_json_table(data, name)
    else:
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
    from pnp.library.importing.workbook import open_archive

    with open_archive(data, name) as archive:
        parts = archive.namelist()
        if "xl/workbook.xml" in parts:
            from pnp.library.importing.workbook import read_workbook

            return read_workbook(data, name, sheet)
        if "content.xml" in parts:
            from pnp.library.importing.workbook import read_ods

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


_FORMULA = re.compile(r"=[A-Za-z(\d-]")
_DELIMITERS = (",", ";", "\t", "|")


def read_text_table(data: bytes, file: str) -> ImportedTable:
    """Read a csv; InputError when it is not one."""
    report = Report()
    text = _decode(data, file, report)
    delimiter, head = separator_of(text)
    rows: list[list[Value]] = [[]] if head else []  # that line is a row of the sheet, too
    text = text[head:]
    limit = csv.field_size_limit(MAX_BYTES)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            for column, cell in enumerate(row, 1):
                if _FORMULA.match(cell):
                    hint = "save the file with the values of its formulas"
                    report.warning(
                        Span(file, len(rows) + 1, column), "this is a formula; it was read as a text", hint, "formula"
                    )
            rows.append(list[Value](row))
    except csv.Error as fault:
        place = Span(file, len(rows) + 1)
        hint = "write a quote inside a quoted cell twice"
        raise InputError.single(place, f"this row cannot be read: {fault}", hint, "bad-table") from None
    finally:
        csv.field_size_limit(limit)
    return ImportedTable(file, rows, report, decimal_comma=delimiter != ",")


def separator_of(text: str) -> tuple[str, int]:
    """What stands between cells, and how many characters of `sep=;` come before the first row."""
    first, _, _ = text.partition("\n")
    first_line = first.strip("\r\n ")
    if first_line.lower().startswith("sep=") and len(first_line) == 5:
        return first_line[4:], min(len(first) + 1, len(text))
    return _find_delimiter(text), 0


def _decode(data: bytes, file: str, report: Report) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InputError.single(Span(file), "expected UTF-16 text: the file is damaged", "", "encoding") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if b"\0" in data:
            raise InputError.single(
                Span(file), "expected a table, got a file that is not text", "use a csv or xlsx file", "bad-table"
            ) from None
        line = data.count(b"\n", 0, fault.start) + 1
    message = "expected UTF-8; the file was read as Windows-1252"
    report.warning(Span(file, line), message, "check the letters with accents, or save it as UTF-8", "encoding")
    return data.decode("cp1252", "replace")


def _find_delimiter(text: str) -> str:
    """The delimiter of the header: the one that occurs most often outside quotes."""
    counts = dict.fromkeys(_DELIMITERS, 0)
    is_quoted = False
    for letter in text[:100_000]:
        if letter == '"':
            is_quoted = not is_quoted
        elif not is_quoted and letter in counts:
            counts[letter] += 1
        elif not is_quoted and letter == "\n" and any(counts.values()):
            break
    return max(counts, key=lambda delimiter: counts[delimiter])


_HINT = 'a list of objects, such as [{"name": "Ukko", "copies": 2}]'


def read_json_table(data: bytes, file: str) -> ImportedTable:
    """The grid of a JSON file; InputError when it is none."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise InputError.single(Span(file), "expected UTF-8 text", "save the file as UTF-8", "not-utf8") from None
    except json.JSONDecodeError as fault:
        message = f"invalid JSON: {fault.msg[:1].lower()}{fault.msg[1:]}"
        raise InputError.single(Span(file, fault.lineno, fault.colno), message, "", "bad-table") from None
    except RecursionError:
        raise InputError.single(Span(file), "the lists are nested too deeply", _HINT, "bad-table") from None
    except ValueError as fault:
        raise InputError.single(Span(file), f"invalid JSON: {fault}", "", "bad-table") from None
    _refuse_mixed(value, file)
    rows = _objects(value)
    if not rows:
        raise InputError.single(Span(file), "expected a list of cards, got none", _HINT, "bad-table")
    flat = [_flat(row) for row in rows]
    headers = list(dict.fromkeys(header for row in flat for header in row))
    cells: list[list[Value]] = [[row.get(header) for header in headers] for row in flat]
    return ImportedTable(file, [list(headers), *cells], Report())


def _objects(value: Any) -> list[dict[str, Any]]:
    """The list of cards: the value itself, or the longest list of objects that it holds."""
    if isinstance(value, dict):
        lists = [_objects(inner) for inner in value.values() if isinstance(inner, list)]
        return max(lists, key=len, default=[])
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return value
    return []


def _flat(row: dict[str, Any]) -> dict[str, Value]:
    flat: dict[str, Value] = {}
    for key, value in row.items():
        if isinstance(value, dict) and value and all(code in LANGUAGES for code in value):
            flat |= {f"{key} ({code})": _cell(words) for code, words in value.items()}
        else:
            flat[key] = _cell(value)
    return flat


def _cell(value: Any) -> Value:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    plain: Value = value
    return plain


def _refuse_mixed(value: Any, file: str) -> None:
    """Report every entry of a list of cards that is not an object; otherwise the whole list would be ignored."""
    if not isinstance(value, list) or not any(isinstance(row, dict) for row in value):
        return
    report = Report()
    for number, row in enumerate(value, 1):
        if not isinstance(row, dict):
            shown = json.dumps(row, ensure_ascii=False)[:40]
            report.error(Span(file), f"entry {number}: expected an object, got {shown}", _HINT, "bad-table")
    report.raise_errors()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; ValueError where one of two values under the same key would be lost."""
    imported = dict(pairs)
    if len(imported) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"duplicate key “{twice[:60]}” in an object")
    return imported


def _refuse(word: str) -> None:
    raise ValueError(f"expected a number, got {word}")
