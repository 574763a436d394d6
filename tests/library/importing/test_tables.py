"""Files as tables: delimiters, encodings, quirks of spreadsheets; anything else is reported, without a traceback."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from pnp.base.diagnostics import InputError
from pnp.library.importing.table import MAX_COLUMNS, ImportedTable, convert, guess_type, read_copies
from pnp.library.importing.table_reader import read_table


def read_data(folder: Path, data: bytes | str, name: str = "t.csv", sheet: str = "") -> ImportedTable:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_table(path, sheet)


def workbook(rows: Sequence[Sequence[Any]], title: str = "Cards", **others: Sequence[Sequence[Any]]) -> bytes:
    book = Workbook()
    book.worksheets[0].title = title
    for name, lines in {title: rows, **others}.items():
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        for line in lines:
            sheet.append(list(line))
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_stands_between_cells_is_found(tmp_path: Path, sign: str, end: str) -> None:
    text = end.join([f"name{sign}text", f'A{sign}"x{sign} ""y""{end}z"', f"B{sign}"])
    assert read_data(tmp_path, text).rows == [["name", "text"], ["A", f'x{sign.strip() or " "} "y"\nz'], ["B", ""]]


@pytest.mark.parametrize(
    ("data", "warned"),
    [
        ("nimi;teksti\nÄiti;ö€\n".encode(), 0),
        ("nimi;teksti\nÄiti;ö€\n".encode("utf-8-sig"), 0),
        ("nimi;teksti\nÄiti;ö€\n".encode("utf-16"), 0),
        ("nimi;teksti\nÄiti;ö€\n".encode("cp1252"), 1),
        ("sep=;\nnimi;teksti\nÄiti;ö€\n".encode(), 0),
    ],
)
def test_encodings(tmp_path: Path, data: bytes, warned: int) -> None:
    read = read_data(tmp_path, data)
    assert [row for row in read.rows if row] == [["nimi", "teksti"], ["Äiti", "ö€"]]
    assert len(read.report.warnings) == warned and read.decimal_comma
    assert all(item.span.line == 2 for item in read.report)


def test_characters_that_cannot_be_printed_are_reported(tmp_path: Path) -> None:
    read = read_data(tmp_path, "a,b\n x\x07y\u200bz ,p\tq\u00a0r\n")
    assert read.rows[1] == ["xyz", "p q r"]
    (warning,) = read.report.warnings
    assert (warning.span.line, warning.span.column) == (2, 1) and "U+0007" in warning.message


def test_a_workbook_gives_values_as_they_are(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["name", "cost", "ratio", "flag", "day", "sum"],
        ["A", 3.0, 0.1 + 0.2, True, datetime.datetime(2024, 3, 4), "=1+1"],
    ]
    read = read_data(tmp_path, workbook(rows, Notes=[["x"]]), "t.xlsx")
    assert read.rows[1][:5] == ["A", 3, 0.3, True, "2024-03-04"] and type(read.rows[1][1]) is int
    assert read.others == ("Notes",)
    date, formula = read.report.by_place()
    assert (date.span.line, date.span.column, date.severity) == (2, 5, "warning") and "3/4" in date.hint
    assert (formula.span.column, formula.severity) == (6, "error") and "expected a stored value" in formula.message


def test_a_sheet_may_be_named(tmp_path: Path) -> None:
    data = workbook([["a"]], Heroes=[["name"], ["X"]])
    assert read_data(tmp_path, data, "t.xlsx", "Heroes").rows == [["name"], ["X"]]
    with pytest.raises(InputError, match="no sheet “Heros”"):
        read_data(tmp_path, data, "t.xlsx", "Heros")
    with pytest.raises(InputError, match="only workbooks"):
        read_data(tmp_path, "a,b", "t.csv", "Heroes")


@pytest.mark.parametrize("text", ["#REF!", "#N/A", "#DIV/0!"])
def test_errors_of_spreadsheets_are_reported(tmp_path: Path, text: str) -> None:
    (fault,) = read_data(tmp_path, f"name,cost\nA,{text}\n").report.errors
    assert (fault.span.line, fault.span.column) == (2, 2) and text in fault.message


def test_a_formula_in_a_csv_is_reported_at_its_cell(tmp_path: Path) -> None:
    read = read_data(tmp_path, 'name,cost\nA,=B1*2\n"=Z",-3\n==,a=b\n')
    assert read.rows[1:] == [["A", "=B1*2"], ["=Z", "-3"], ["==", "a=b"]]
    found = [(item.span.line, item.span.column, item.severity, item.message) for item in read.report]
    assert found == [
        (2, 2, "warning", "this is a formula; it was read as a text"),
        (3, 1, "warning", "this is a formula; it was read as a text"),
    ]


def test_rows_of_a_workbook_are_counted_before_any_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_: object) -> None:
        raise AssertionError("a row was made")

    data = workbook([["name"], *[["x"]] * 20_001])
    monkeypatch.setattr("pnp.library.importing.workbook._fill", made)
    with pytest.raises(InputError, match="expected at most 20,000 rows, got 20,002"):
        read_data(tmp_path, data, "t.xlsx")


def test_rows_of_a_workbook_that_are_only_formatted_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.library.importing.workbook.MAX_ROWS", 1_000)
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["name"])
    for row in range(2, 1_050):
        sheet.cell(row, 1).number_format = "0.00"
    out = BytesIO()
    book.save(out)
    assert read_data(tmp_path, out.getvalue(), "t.xlsx").rows == [["name"]]


def bomb() -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<x/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 250_000_000)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "empty"),
        (b"\n\n,,\n", "empty"),
        (b" ", "expected a table, got an empty file"),
        (b" ,\n", "expected a table, got an empty file"),
        ("\u00a0;\u200b\n".encode(), "expected a table, got an empty file|U\\+200B"),
        (b"a,b\n\0\xff\n", "expected a table, got a file that is not text"),
        (b"\xff\xfea", "UTF-16"),
        (b"PK\x03\x04rubbish", "cannot read this spreadsheet"),
        (b"\xd0\xcf\x11\xe0old", "old xls"),
        (b'name\n"A\nB\n', "row cannot be read"),
        (b'name\n"A"x\n', "row cannot be read"),
        (b"a," * (MAX_COLUMNS + 1) + b"a\n", "expected at most"),
        (b"name\n" + b"x\n" * 20_001, "expected at most"),
    ],
)
def test_what_is_no_table_is_reported(tmp_path: Path, data: bytes, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        read_data(tmp_path, data)


def test_damaged_workbooks_are_reported(tmp_path: Path) -> None:
    whole = workbook([["name"], ["A"]])
    with pytest.raises(InputError, match="too large"):
        read_data(tmp_path, bomb(), "t.xlsx")
    other = BytesIO()
    with ZipFile(BytesIO(whole)) as old, ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"<broken" if "sheet1" in name else old.read(name))
    with pytest.raises(InputError, match="cannot read this workbook"):
        read_data(tmp_path, other.getvalue(), "t.xlsx")
    with pytest.raises(InputError):
        read_data(tmp_path, whole[: len(whole) // 2], "t.xlsx")


@pytest.mark.parametrize("packed", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_workbook_with_a_torn_stream_is_reported(tmp_path: Path, packed: int) -> None:
    """zlib, bz2 and lzma each have their own word for it."""
    torn = BytesIO()
    with ZipFile(torn, "w", packed) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>" * 100)
    data = bytearray(torn.getvalue())
    for at in range(len("xl/workbook.xml") + 34, len("xl/workbook.xml") + 60):
        data[at] ^= 0x55
    with pytest.raises(InputError, match="cannot read this spreadsheet"):
        read_data(tmp_path, bytes(data), "t.xlsx")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_table_or_in_words(tmp_path: Path, data: bytes) -> None:
    try:
        read_data(tmp_path, data)
    except InputError as fault:
        assert fault.report.errors


@pytest.mark.parametrize(
    ("values", "kind", "read"),
    [
        (["1", "-2", ""], "int", [1, -2]),
        (["1", "2.5"], "number", [1, 2.5]),
        (["1", "007"], "text", ["1", "007"]),
        (["1", "+2"], "text", ["1", "+2"]),
        (["TRUE", "false"], "bool", [True, False]),
        ([True, 1], "text", ["true", "1"]),
        (["[1,2]", "[]"], "list", [[1, 2], []]),
        (['{"a":1}'], "map", [{"a": 1}]),
        (["[1", "x"], "text", ["[1", "x"]),
        (["99999999999999999999"], "text", ["99999999999999999999"]),
        (["1e5", "0x1F", "NaN"], "text", ["1e5", "0x1F", "NaN"]),
        ([3, 4.5], "number", [3, 4.5]),
    ],
)
def test_types_are_guessed_from_a_whole_column(values: list[Any], kind: str, read: list[Any]) -> None:
    assert guess_type(values) == kind
    found = [convert(value, kind) for value in values if value != ""]
    assert found == read and [type(one) for one in found] == [type(one) for one in read]


def test_decimal_commas_count_where_commas_do_not_part_cells() -> None:
    assert (guess_type(["1,5", "2"], True), convert("1,5", "number")) == ("number", 1.5)
    assert guess_type(["1,5", "2"]) == "text"


@pytest.mark.parametrize(
    ("text", "copies"), [("3", 3), (3, 3), ("3x", 3), ("x3", 3), ("× 2", 2), ("0", 0), ("", None), ("-1", None),
                         ("2.5", None), (True, None), ("many", None)],
)  # fmt: skip
def test_copies(text: Any, copies: int | None) -> None:
    assert read_copies(text) == copies


def test_json_is_a_table_of_objects(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(
        '{"game": "x", "cards": [{"name": {"en": "Ox", "fi": "Härkä"}, "qty": 2, "tags": ["a", "b"], "wild": true},'
        ' {"name": "Fox", "cost": 1.5, "none": null}]}',
        encoding="utf-8",
    )
    table = read_table(file)
    assert table.rows == [
        ["name (en)", "name (fi)", "qty", "tags", "wild", "name", "cost", "none"],
        ["Ox", "Härkä", 2, '["a", "b"]', True, None, None, None],
        [None, None, None, None, None, "Fox", 1.5, None],
    ]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('[{"name": }]', ":1:11", "invalid JSON: expecting value"),
        ("{}", "", "expected a list of cards, got none"),
        ("[1, 2]", "", "expected a list of cards, got none"),
        ('[{"a": NaN}]', "", "expected a number, got NaN"),
        ("[" * 100_000, "", "nested too deeply"),
        ('[{"name": "Ox"}, 3]', "", "entry 2: expected an object, got 3"),
        ('[{"name": "Ox", "name": "Fox"}]', "", "duplicate key “name” in an object"),
    ],
)
def test_json_that_is_no_table_is_reported(text: str, place: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_table(file)
    (fault,) = caught.value.report
    assert str(fault).startswith(f"{file}{place}: ") and message in fault.message


def test_a_text_that_calls_itself_a_workbook_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected an Excel workbook, got something else"):
        read_data(tmp_path, "name,text\nA,b\n", "t.xlsx")


def test_rows_before_a_cell_that_stands_far_away_are_no_work(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["name", "text"])
    sheet.append(["A", "b"])
    sheet.cell(15_000, 2, "far")
    out = BytesIO()
    book.save(out)
    rows = read_data(tmp_path, out.getvalue(), "t.xlsx").rows
    assert rows[:2] == [["name", "text"], ["A", "b"]] and rows[-1] == [None, "far"] and len(rows) == 15_000
    assert not any(rows[2:-1])
