"""Tables as OpenDocument spreadsheets. In: the bytes of an ods. Out: an ImportedTable of one sheet.

Only what a card needs is read of the format: rows, cells, their repetition, their words. Invariant: as for workbooks,
formulas are never computed and the value that is stored counts; however often a cell or a row says it is repeated, no
more is kept than a table may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.library.importing.archive import AGAIN, BAD
from pnp.library.importing.table import MAX_COLUMNS, MAX_ROWS, ImportedTable, Value

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

CONTENT = "content.xml"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE, _TABLE, _TEXT = (f"{{{_OASIS}{kind}:1.0}}" for kind in ("office", "table", "text"))
_ROW, _SHEET = f"{_TABLE}table-row", f"{_TABLE}table"
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")


def read_ods(archive: ZipFile, file: str, sheet: str = "") -> ImportedTable:
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
        value = _value(table, at, len(taken), cell)
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


def _value(table: ImportedTable, row: int, column: int, cell: Element) -> Value:
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
