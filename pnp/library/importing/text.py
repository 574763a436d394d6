"""Tables as text: csv and its relatives. In: bytes. Out: an ImportedTable.

Supported are UTF-8 and UTF-16 with or without a byte order mark, and Windows-1252 with a warning; commas, semicolons,
tabs and bars between the cells; `sep=;` in the first line, as Excel writes it.
"""

from __future__ import annotations

import codecs
import csv
import io
import re

from pnp.base.diagnostics import InputError, Report, Span
from pnp.library.importing.table import MAX_BYTES, ImportedTable, Value

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
