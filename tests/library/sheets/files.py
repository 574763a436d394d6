"""Spreadsheets for tests: rows of cells as csv, as xlsx and as ods, the last written by hand as its standard says."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

Rows = Sequence[Sequence[Any]]
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>{doctype}<office:document-content '
    + " ".join(
        f'xmlns:{kind}="urn:oasis:names:tc:opendocument:xmlns:{kind}:1.0"' for kind in ("office", "table", "text")
    )
    + "><office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document-content>"
)


def as_csv(rows: Rows) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def as_xlsx(rows: Rows, title: str = "Cards") -> bytes:
    book = Workbook()
    book.worksheets[0].title = title
    for row in rows:
        book.worksheets[0].append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_ods(rows: Rows, title: str = "Cards") -> bytes:
    lines = "".join(f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows)
    return ods_of(f'<table:table table:name="{title}">{lines}</table:table>')


def ods_of(sheets: str, doctype: str = "") -> bytes:
    """An ods whose content is this XML."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    content = _HEAD.format(sheets=sheets, doctype=doctype)
    return zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}"/>'
    if isinstance(value, int | float):
        return (
            f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>!</text:p></table:table-cell>'
        )
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in value.split("\n"))
    return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
