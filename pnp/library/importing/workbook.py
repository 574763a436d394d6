"""Tables as Excel workbooks. In: the bytes of an xlsx. Out: an ImportedTable of one sheet.

Formulas are never computed: the value stored in the file counts, and a formula without one is an error. Dates are
reported, because Excel turns texts such as `3/4` into dates.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.library.importing.table import MAX_COLUMNS, MAX_ROWS, ImportedTable, Value

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

_BAD = "cannot read this workbook"
_HAS_VALUE = re.compile(rb"<(?:v|is|f)[ >]").search  # in the XML of a row; formatted rows may be empty


def read_workbook(data: bytes, file: str, sheet: str = "") -> ImportedTable:
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
