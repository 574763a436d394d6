"""Tables as Excel workbooks and OpenDocument spreadsheets. In: the bytes of a file. Out: an ImportedTable of one sheet.
Both are zip files of XML: nothing is unpacked that is too large, locked, or declares entities of its own.

Formulas are never computed: the value stored in the file counts, and a formula without one is an error. Dates are
reported, because Excel turns texts such as `3/4` into dates.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO
from lzma import LZMAError
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.library.importing.table import MAX_COLUMNS, MAX_ROWS, ImportedTable, Value

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from openpyxl.workbook import Workbook


MAX_UNPACKED = 80_000_000
MAX_PARTS = 5000
_READ = 1 << 16
BAD = "cannot read this spreadsheet"
AGAIN = "save it again, or as csv"
# What zipfile raises for bytes that are no archive, or a torn or unknown one (Python's own list is not complete), and
# what the streams inside do: zlib, lzma, and bz2 with an OSError.
DAMAGED = (BadZipFile, ValueError, OSError, EOFError, RuntimeError, OverflowError, zlib.error, LZMAError)


def open_archive(data: bytes, file: str) -> ZipFile:
    """The archive of a spreadsheet, whose parts were looked at; InputError says what is wrong with them."""
    try:
        archive = ZipFile(BytesIO(data))
        entries = archive.infolist()
        if any(entry.flag_bits & 1 for entry in entries):
            raise InputError.single(
                Span(file), "this spreadsheet is protected by a password", "remove the password", "bad-table"
            )
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED or len(entries) > MAX_PARTS:
            raise InputError.single(Span(file), "the spreadsheet is too large when unpacked", AGAIN, "too-large")
        for entry in entries:
            if entry.filename.endswith((".xml", ".rels", ".vml")):
                _refuse_entities(archive, entry.filename, file)
    except DAMAGED as fault:
        raise InputError.single(Span(file), f"{BAD}: {fault}", AGAIN, "bad-table") from None
    return archive


def _refuse_entities(archive: ZipFile, part: str, file: str) -> None:
    """No spreadsheet program writes a document type; whoever does so means harm. UTF-16 is looked at, too."""
    tail = b""
    with archive.open(part) as stream:
        while chunk := stream.read(_READ):
            seen = (tail + chunk).replace(b"\0", b"")
            if b"<!DOCTYPE" in seen or b"<!ENTITY" in seen:
                message = f"{part} in this spreadsheet declares a document type, which is not allowed"
                raise InputError.single(Span(file), message, AGAIN, "bad-table")
            tail = seen[-16:]


_BAD = "cannot read this workbook"
_HAS_VALUE = re.compile(rb"<(?:v|is|f)[ >]").search  # in the XML of a row; formatted rows may be empty


def read_workbook(data: bytes, file: str, sheet: str) -> ImportedTable:
    """Read one sheet, the first unless another is named; InputError when the file is damaged or has no such sheet."""
    values, formulas = _open(data, file, True), _open(data, file, False)
    try:
        names = [one.title for one in values.worksheets if one.sheet_state == "visible"] or values.sheetnames
        if sheet and sheet not in values.sheetnames:
            message = f"the workbook has no sheet “{sheet}”"
            raise InputError.single(Span(file), message, hint_nearest(sheet, values.sheetnames), "unknown-sheet")
        chosen = sheet or names[0]
        table = ImportedTable(file, [], Report(), others=tuple(name for name in names if name != chosen))
        _count_rows(table, values[chosen])
        _fill(table, values[chosen], formulas[chosen])
        return table
    except InputError:
        raise
    except Exception as fault:  # whatever a damaged sheet makes the library raise
        raise InputError.single(
            Span(file), f"{_BAD}: {type(fault).__name__}", "save it again, or as csv", "bad-table"
        ) from None
    finally:
        values.close()
        formulas.close()


def _open(data: bytes, file: str, data_only: bool) -> Workbook:
    import warnings

    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
            return load_workbook(BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    except Exception as fault:  # whatever a damaged file makes the library raise
        raise InputError.single(
            Span(file), f"{_BAD}: {type(fault).__name__}", "save it again, or as csv", "bad-table"
        ) from None


def _count_rows(table: ImportedTable, sheet: Any) -> None:
    """Raise InputError for too many rows before any is made: a hundred thousand take half a minute."""
    rows, is_filled, tail = 0, False, b""
    with sheet._get_source() as stream:
        while chunk := stream.read(1 << 16):
            *ended, rest = (tail + chunk).split(b"</row>")
            for part in ended:
                rows += is_filled or _HAS_VALUE(part) is not None
                is_filled = False
            is_filled = is_filled or _HAS_VALUE(rest) is not None
            tail = rest[-len(b"</row>") :]
    if rows > MAX_ROWS:
        raise InputError.single(Span(table.file), f"expected at most {MAX_ROWS:,} rows, got {rows:,}", "", "too-large")


def _fill(table: ImportedTable, values: Any, formulas: Any) -> None:
    from openpyxl.cell.read_only import EMPTY_CELL

    for sheet in (values, formulas):
        sheet.reset_dimensions()
    limits = {"max_row": MAX_ROWS + 1, "max_col": MAX_COLUMNS + 1}
    pairs = zip(values.iter_rows(**limits), formulas.iter_rows(**limits), strict=False)
    for row, (cells, sources) in enumerate(pairs):
        if all(cell is EMPTY_CELL for cell in cells):  # thousands of rows, when one cell stands far away
            table.rows.append([])
            continue
        taken: list[Value] = []
        for column, cell in enumerate(cells):
            source = sources[column] if column < len(sources) else None
            taken.append(_value(table, row, column, cell.value, getattr(source, "data_type", "") == "f"))
        while taken and taken[-1] is None:
            taken.pop()
        table.rows.append(taken)
    while table.rows and not table.rows[-1]:
        table.rows.pop()


def _value(table: ImportedTable, row: int, column: int, value: Any, is_formula: bool) -> Value:
    place = table.place(row, column)
    if value is None and is_formula:
        table.report.error(
            place,
            "expected a stored value of this formula, got none",
            "open and save it in a spreadsheet program",
            "formula",
        )
    elif isinstance(value, datetime | date | time | timedelta):
        text = value.date().isoformat() if isinstance(value, datetime) and value.time() == time() else str(value)
        hint = "Excel turns 3/4 and 1-2 into dates; format the column as text if no date was meant"
        table.report.warning(place, f"this is a date; it was read as the text “{text}”", hint, "date")
        return text
    elif isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else round(value, 12)
    elif value is None or isinstance(value, str | int):
        return value
    else:
        table.report.error(
            place, f"expected a text, a number or true/false, got a {type(value).__name__}", "", "bad-value"
        )
    return None


CONTENT = "content.xml"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE, _TABLE, _TEXT = (f"{{{_OASIS}{kind}:1.0}}" for kind in ("office", "table", "text"))
_ROW, _SHEET = f"{_TABLE}table-row", f"{_TABLE}table"
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")


def read_ods(archive: ZipFile, file: str, sheet: str) -> ImportedTable:
    """Read one sheet, the first unless another is named; InputError when the file is damaged or has no such sheet."""
    names: list[str] = []
    table = ImportedTable(file, [], Report())
    try:
        for name, rows in _sheets(archive):
            names.append(name)
            if name == sheet or (not sheet and len(names) == 1):
                for repeated, cells in rows:
                    _add_row(table, repeated, cells)
    except InputError:
        raise
    except Exception as fault:  # whatever a damaged file makes the reader of XML raise
        raise InputError.single(Span(file), f"{BAD}: {type(fault).__name__}", AGAIN, "bad-table") from None
    if not names or (sheet and sheet not in names):
        hint = hint_nearest(sheet, names)
        raise InputError.single(Span(file), f"the spreadsheet has no sheet “{sheet}”", hint, "unknown-sheet")
    table.others = tuple(name for name in names if name != (sheet or names[0]))
    while table.rows and not table.rows[-1]:
        table.rows.pop()
    return table


_Rows = Iterator[tuple[int, "Element"]]


def _sheets(archive: ZipFile) -> Iterator[tuple[str, _Rows]]:
    """The name of each sheet and its rows, which are taken before the next sheet is asked for, or not at all."""
    from defusedxml.ElementTree import iterparse

    with archive.open(CONTENT) as stream:
        events = iterparse(stream, events=("start", "end"), forbid_dtd=True)
        for event, element in events:
            if event == "start" and element.tag == _SHEET:
                rows = _rows(events, element)
                yield element.get(f"{_TABLE}name", ""), rows
                for _ in rows:  # those nobody wanted
                    pass


def _rows(events: Any, sheet: Element) -> _Rows:
    for event, element in events:
        if event == "end" and element.tag == _ROW:
            yield _number(element.get(f"{_TABLE}number-rows-repeated")), element
            element.clear()
        elif event == "end" and element is sheet:
            return


def _number(text: str | None) -> int:
    return min(int(text), 1 << 24) if text and text.isdecimal() and len(text) < 12 else 1


def _add_row(table: ImportedTable, repeated: int, row: Element) -> None:
    at = len(table.rows)
    taken: list[Value] = []
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        value = _ods_value(table, at, len(taken), cell)
        times = _number(cell.get(f"{_TABLE}number-columns-repeated"))
        taken += [value] * min(times, MAX_COLUMNS + 1 - len(taken))
        if len(taken) > MAX_COLUMNS and value is not None:
            message = f"expected at most {MAX_COLUMNS} columns"
            raise InputError.single(table.place(at, MAX_COLUMNS), message, "", "too-large")
    while taken and taken[-1] is None:
        taken.pop()
    if taken and at + repeated > MAX_ROWS:
        raise InputError.single(table.place(at, 0), f"expected at most {MAX_ROWS} rows", "", "too-large")
    # Thousands of empty rows stand at the end of a sheet; between cards there may be some.
    table.rows += [list(taken) for _ in range(min(repeated, MAX_ROWS + 1 - at))]


def _ods_value(table: ImportedTable, row: int, column: int, cell: Element) -> Value:
    kind = cell.get(f"{_OFFICE}value-type", "")
    text = "\n".join(_words(part) for part in cell if part.tag == f"{_TEXT}p")
    if kind in ("float", "percentage", "currency"):
        try:
            number = float(cell.get(f"{_OFFICE}value", ""))
        except ValueError:
            return text or None
        return int(number) if number.is_integer() and abs(number) < 2**53 else round(number, 12)
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value") == "true"
    if kind in ("date", "time"):
        date = (cell.get(f"{_OFFICE}{kind}-value") or text).removesuffix("T00:00:00")
        hint = "format the column as text if no date was meant"
        table.report.warning(
            table.place(row, column), f"this is a date; it was read as the text “{date}”", hint, "date"
        )
        return date
    if text.startswith("Err:"):
        table.report.error(
            table.place(row, column),
            f"expected a value, got the error {text}",
            "fix the formula in the spreadsheet",
            "formula",
        )
    if not text and cell.get(f"{_TABLE}formula") and not kind:
        hint = "open and save it in a spreadsheet program"
        table.report.error(
            table.place(row, column), "expected a stored value of this formula, got none", hint, "formula"
        )
    return text or None


def _words(part: Element) -> str:
    """The words of a paragraph; its notes are none."""
    found = [part.text or ""]
    for inner in part:
        if inner.tag == f"{_TEXT}s":
            found.append(" " * min(_number(inner.get(f"{_TEXT}c")), 1000))
        elif inner.tag == f"{_TEXT}line-break":
            found.append("\n")
        elif inner.tag == f"{_TEXT}tab":
            found.append("\t")
        elif inner.tag in (f"{_TEXT}span", f"{_TEXT}a"):
            found.append(_words(inner))
        found.append(inner.tail or "")
    return "".join(found)
