"""Lists as an Excel workbook. In: a CardBook. Out: the bytes of an xlsx with a sheet for each list that has rows.

The columns are those of the csv. Numbers and truth values are such in their cells; every text is a text, marked so that
no program takes it for a formula. Invariant: the same book always gives the same bytes; no text is cut off.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pnp.base.csv_edit import write_cell
from pnp.base.diagnostics import InputError, Span
from pnp.export.lists.archive import STAMP, zip_files
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.lists.rows import LISTS, list_rows
from pnp.export.order.order import GameFolders
from pnp.library.card import CardBook
from pnp.library.words import localise

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MAX_TEXT = 32_767  # what a cell can hold
_WIDEST = 60
_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\ufffe\uffff]")
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


def make_xlsx(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: one file."""
    return [(f"{book.slug}.xlsx", xlsx_bytes(book, request.lang))]


def xlsx_bytes(book: CardBook, lang: str = "") -> bytes:
    """The whole workbook; InputError when a text is longer than a cell can be."""
    from datetime import datetime
    from io import BytesIO

    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    workbook.properties.title = _text(localise(book.title, lang), book.slug)
    workbook.properties.creator = "pnp"
    workbook.properties.created = datetime(*STAMP)
    for name in LISTS:
        columns, rows = list_rows(book, name, lang)
        if rows or name == LISTS[0]:
            sheet = workbook.create_sheet(name)
            _fill(sheet, columns, rows, book.slug)
    buffer = BytesIO()
    workbook.save(buffer)
    return _settled(buffer.getvalue())


def _fill(sheet: Worksheet, columns: list[str], rows: list[dict[str, Any]], slug: str) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    top = Alignment(vertical="top", wrap_text=True)
    for across, name in enumerate(columns, 1):
        cell = sheet.cell(1, across)
        _put(cell, name, slug)
        cell.font = Font(bold=True)
    for down, row in enumerate(rows, 2):
        for across, name in enumerate(columns, 1):
            cell = sheet.cell(down, across)
            _put(cell, row.get(name), f"{slug} {row.get('id', '')} {name}")
            cell.alignment = top
    for across, name in enumerate(columns, 1):
        longest = max((len(write_cell(row.get(name))) for row in rows), default=0)
        sheet.column_dimensions[get_column_letter(across)].width = min(_WIDEST, max(len(name), longest) + 2)
    sheet.freeze_panes = "A2"
    if columns:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(rows) + 1}"


def _put(cell: Any, value: Any, where: str) -> None:
    """A value into a cell, as what it is."""
    if value is None:
        return
    if isinstance(value, bool | int | float):
        cell.value = value
        return
    text = _text(value if isinstance(value, str) else write_cell(value), where)
    cell.value = text
    cell.data_type = "s"  # whatever its first character
    if write_cell(text) != text:
        cell.quotePrefix = True


def _text(text: str, where: str) -> str:
    """A text as a workbook's XML can hold it: control characters in the escapes of the format."""
    text = _CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", _ESCAPED.sub("_x005F_", text))
    if len(text) > MAX_TEXT:
        message = f"a workbook cell holds at most {MAX_TEXT:,} characters, got {len(text):,}"
        raise InputError.single(Span(where), message, "export with --to csv", "too-large")
    return text


def _settled(data: bytes) -> bytes:
    """The workbook without the moment it was made at."""
    from io import BytesIO
    from zipfile import ZipFile

    moment = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*STAMP).encode()
    with ZipFile(BytesIO(data)) as archive:
        files = [(name, archive.read(name)) for name in archive.namelist()]
    return zip_files((name, _MODIFIED.sub(rb"\g<1>" + moment, body)) for name, body in files)
