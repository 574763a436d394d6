"""Decks whose cards stand in a sheet: the same book as from YAML, faults with row and column; hostile sheets."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.library.card_folder import open_card_folder
from pnp.library.importing.table_reader import parse_table
from pnp.library.loader import digest_book, load_book, read_book, read_varied
from tests.guard import some
from tests.library.sheets.files import as_csv, as_ods, as_xlsx, ods_of, zipped

GAME = """game: heroes
title: Heroes
players: [1, 4]
languages: [en, fi]
source: house
components:
  heroes: {deck: heroes, face: card, title: Heroes}
"""
DECK = """deck: heroes
title: Heroes
from: SHEET
source: house
fields:
  cost: {type: int, required: true}
  kind: [fire, water]
  tags: {type: list, of: text}
  price: {type: map, of: int}
  flies: bool
texts: [rule]
defaults: {kind: fire}
"""
ROWS: list[list[Any]] = [
    ["Name", "name.fi", "Copies", "Cost", "Kind", "Tags", "Price", "Flies", "Rule", "Rule (fi)", "Strength", "Notes"],
    ["Ant", "Muurahainen", 2, 1, "", "a, b", "wood: 1, clay: 2", "", "Pay {icon.coin} **now**.", "Maksa.", 3, "hm"],
    ["Bee", "Mehiläinen", "3x", 2, "Water", "", "", "yes", "Fly\naway.", "Lennä\npois.", 4, ""],
    [None] * 12,
    ["Cat", "Kissa", "", 0, "fire", "c", "", "no", "", "", 5, ""],
]
YAML = (
    DECK.replace("from: SHEET\n", "").replace("flies: bool\n", "flies: bool\n  strength: int\n")
    + """cards:
  - {id: ant, name: {en: Ant, fi: Muurahainen}, copies: 2, cost: 1, tags: [a, b], price: {wood: 1, clay: 2},
     strength: 3, text: {rule: {en: "Pay {icon.coin} **now**.", fi: Maksa.}}}
  - {id: bee, name: {en: Bee, fi: Mehiläinen}, copies: 3, cost: 2, kind: water, flies: true, strength: 4,
     text: {rule: {en: "Fly\\naway.", fi: "Lennä\\npois."}}}
  - {id: cat, name: {en: Cat, fi: Kissa}, cost: 0, kind: fire, tags: [c], flies: false, strength: 5}
"""
)
MAKERS = {"heroes.csv": as_csv, "heroes.xlsx": as_xlsx, "heroes.ods": as_ods}


def game_of(tmp_path: Path, sheet: str, data: bytes, deck: str = DECK) -> Path:
    cards = tmp_path / "heroes" / "cards"
    cards.mkdir(parents=True, exist_ok=True)
    (cards / "game.yaml").write_text(GAME, "utf-8")
    (cards / "heroes.yaml").write_text(deck.replace("SHEET", sheet), "utf-8")
    (cards / sheet).write_bytes(data)
    return cards


def faults_of(cards: Path) -> list[str]:
    report = read_book(open_card_folder(cards, "heroes")).report
    return [str(item).removeprefix(f"{cards}/") for item in report.by_place()]


@pytest.mark.parametrize("sheet", MAKERS)
def test_a_sheet_is_the_same_book_as_yaml(tmp_path: Path, sheet: str) -> None:
    from_sheet = load_book(game_of(tmp_path, sheet, MAKERS[sheet](ROWS)))
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "game.yaml").write_text(GAME, "utf-8")
    (plain / "heroes.yaml").write_text(YAML, "utf-8")
    from_yaml = load_book(plain)
    assert from_sheet.decks == from_yaml.decks
    assert digest_book(from_sheet) == digest_book(from_yaml)


def test_a_fault_stands_at_its_row_and_column(tmp_path: Path) -> None:
    rows = [list(row) for row in ROWS]
    rows[1][3], rows[2][4], rows[2][2], rows[4][1], rows[4][0] = "one", "air", "many", "", "Ant"
    assert faults_of(game_of(tmp_path, "heroes.csv", as_csv(rows))) == [
        "heroes.csv:2:4: expected a whole number, got the text “one”",
        "heroes.csv:3:3: expected a whole number, got the text “many”",
        "heroes.csv:3:5: the text “air” is not allowed here (did you mean “fire”?)",
        "heroes.csv:5:1: no words in “fi” (add a translation)",
    ]


def test_what_the_deck_says_of_its_sheet_is_checked(tmp_path: Path) -> None:
    def deck(source: str) -> list[str]:
        return faults_of(game_of(tmp_path, "heroes.csv", as_csv(ROWS), DECK.replace("SHEET", source)))

    assert deck("heros.csv")[0].startswith(
        "heroes.yaml:3:7: there is no spreadsheet “heros.csv” in the cards folder (did you"
    )
    assert "unknown key “fil”" in deck("{fil: heroes.csv}")[1]
    assert "only workbooks have sheets" in deck("{file: heroes.csv, sheet: A}")[0]
    assert "the table has no column “Gost”" in deck("{file: heroes.csv, columns: {Gost: cost}}")[0]
    assert deck("{file: heroes.csv, columns: {Strength: power, Notes: }}") == []
    assert "from: and cards: are mutually exclusive" in deck("heroes.csv\ncards: []")[0]
    assert "expected a table, got an empty file" in faults_of(game_of(tmp_path, "heroes.csv", b""))[0]
    assert (
        "expected a column with the names of the cards, got none"
        in faults_of(game_of(tmp_path, "heroes.csv", b"cost\n1\n"))[0]
    )


def test_a_column_may_say_which_deck_a_card_is_of(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["deck", "id", "name", "cost"], ["heroes", "a1", "A", 1], ["villains", "v1", "V", 2]]
    cards = game_of(tmp_path, "heroes.csv", as_csv(rows), DECK + "total: 1\n")
    assert "heroes.csv:3:1: there is no deck “villains”" in faults_of(cards)[0]
    other = DECK.replace("deck: heroes", "deck: villains").replace("SHEET", "heroes.csv")
    (cards / "villains.yaml").write_text(other, "utf-8")
    book = load_book(cards)
    assert {id_: [card.id for card in deck.cards] for id_, deck in book.decks.items()} == {
        "heroes": ["a1"],
        "villains": ["v1"],
    }


def test_a_sheet_of_a_workbook_is_named(tmp_path: Path) -> None:
    cards = game_of(
        tmp_path, "all.ods", as_ods(ROWS, "Heroes"), DECK.replace("SHEET", "{file: all.ods, sheet: Heroes}")
    )
    assert len(load_book(cards).cards) == 3
    (cards / "heroes.yaml").write_text(DECK.replace("SHEET", "{file: all.ods, sheet: Heros}"), "utf-8")
    assert "the spreadsheet has no sheet “Heros” (did you mean “Heroes”?)" in faults_of(cards)[0]


def test_what_is_varied_of_a_card_is_varied_in_its_sheet(tmp_path: Path) -> None:
    loaded = read_book(open_card_folder(game_of(tmp_path, "heroes.csv", as_csv(ROWS)), "heroes"))
    varied = read_varied(loaded, [("card bee", ("cost",), 9)])
    assert varied.book is not None and varied.book.cards["bee"].fields["cost"] == 9
    assert loaded.book is not None and loaded.book.cards["bee"].fields["cost"] == 2


def test_another_reader_sees_the_same_cells_in_an_ods() -> None:
    from python_calamine import CalamineWorkbook

    rows: list[list[Any]] = [["name", "cost", "flies"], ["Ä\nb", 1, True], ["C", 2.5, False]]
    data = as_ods(rows)
    others = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()
    assert parse_table(data, "t.ods").rows == others == rows


# hostile sheets

BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
CELL = (
    '<table:table table:name="A"><table:table-row><table:table-cell{0}><text:p>{1}</text:p></table:table-cell>{2}'
    "</table:table-row></table:table>"
)
WIDE = ' table:number-columns-repeated="1000000"'


def xlsx_with(part: str, text: str) -> bytes:
    with ZipFile(io.BytesIO(as_xlsx(ROWS))) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    return zipped({**parts, part: text})


HOSTILE = {
    "bomb.ods": (ods_of(CELL.format("", "&j;", ""), BOMB), "declares a document type"),
    "outside.ods": (ods_of(CELL.format("", "&a;", ""), OUTSIDE), "declares a document type"),
    "bomb.xlsx": (xlsx_with("xl/worksheets/sheet1.xml", f"{BOMB}<x>&j;</x>"), "declares a document type"),
    "outside.xlsx": (xlsx_with("xl/sharedStrings.xml", f"{OUTSIDE}<x>&a;</x>"), "declares a document type"),
    "utf16.ods": (zipped({"content.xml": f"{OUTSIDE}<x>&a;</x>".encode("utf-16")}), "declares a document type"),
    "zip.xlsx": (zipped({"xl/workbook.xml": b"0" * 90_000_000}), "the spreadsheet is too large when unpacked"),
    "parts.ods": (zipped({f"{n}.xml": "" for n in range(5001)}), "the spreadsheet is too large when unpacked"),
    "wide.csv": (b"name," + b"a," * 1_000_000 + b"\n", "300 columns, got "),
    "wide.ods": (ods_of(CELL.format(WIDE, "x", "")), "expected at most 300 columns"),
    "long.ods": (
        ods_of(CELL.format("", "x", "").replace("table-row>", 'table-row table:number-rows-repeated="1048576">', 1)),
        "expected at most 20000 rows",
    ),
    "torn.xlsx": (as_xlsx(ROWS)[:2000], "cannot read this spreadsheet"),
    "torn.ods": (as_ods(ROWS)[:-30], "cannot read this spreadsheet"),
    "odd.ods": (zipped({"content.xml": "<a><b></a>"}), "cannot read this spreadsheet"),
    "none.ods": (zipped({"hello": "x"}), "expected an Excel workbook, got another zip file"),
    "text.ods": (b"hello", "expected an OpenDocument spreadsheet, got something else"),
    "old.csv": (b"\xd0\xcf\x11\xe0" + b"0" * 600, "expected xlsx, ods or csv, got an old xls workbook"),
    "formula.csv": (b"name,cost\n=HYPERLINK(1),2\n", ":2:1: expected a value, got a formula"),
    "cell.csv": (b"name,cost\nA,=B3\n", ":2:2: expected a value, got a formula"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_sheet_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    data, expected = HOSTILE[name]
    found = faults_of(game_of(tmp_path, name, data))
    assert any(expected in fault and fault.startswith(name) for fault in some(found)), found


def test_formulas_of_spreadsheets_count_as_their_values() -> None:
    formula = ' office:value-type="float" office:value="7" table:formula="of:=3+4"'
    assert parse_table(ods_of(CELL.format(formula, "7", "")), "t.ods").rows == [[7]]
    lost = parse_table(ods_of(CELL.format(' table:formula="of:=A9"', "", CELL_X)), "t.ods").report
    assert [item.message for item in lost] == ["expected a stored value of this formula, got none"]
    wrong = parse_table(ods_of(CELL.format(' office:value-type="string"', "Err:502", "")), "t.ods").report
    assert [item.code for item in wrong] == ["formula"]


CELL_X = "<table:table-cell office:value-type='string'><text:p>x</text:p></table:table-cell>"


def test_words_of_an_ods_are_those_that_people_see() -> None:
    words = "a<text:s text:c='3'/>b<text:line-break/><text:span>c</text:span><text:tab/>d"
    words += "<office:annotation>no</office:annotation>"
    day = " office:value-type='date' office:date-value='2026-03-04T00:00:00'"
    date = f"<table:table-cell{day}><text:p>x</text:p></table:table-cell>"
    table = parse_table(ods_of(CELL.format(" office:value-type='string'", words, date + CELL_X)), "t.ods")
    assert table.rows == [["a   b\nc d", "2026-03-04", "x"]]
    assert [item.code for item in table.report] == ["date"]


def test_words_like_formulas_are_words(tmp_path: Path) -> None:
    rows = [["name"], ["= 3 points"], ["=)"], ["== done =="], ["a=b"]]
    cards = game_of(tmp_path, "heroes.csv", as_csv(rows), DECK.replace("required: true", "only_print: true"))
    assert [fault for fault in faults_of(cards) if "formula" in fault] == []


WHOLE = [as_xlsx(ROWS), as_ods(ROWS), as_csv(ROWS)]


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_a_file_holds_ends_in_a_table_or_a_report(data: st.DataObject) -> None:
    made = data.draw(st.sampled_from(WHOLE))
    at = data.draw(st.integers(0, len(made) - 1))
    broken = made[:at] + data.draw(st.binary(max_size=6)) + made[at + data.draw(st.integers(0, 5)) :]
    try:
        parse_table(broken, "t.ods" if made.startswith(b"PK") else "t.csv")
    except InputError as fault:
        assert fault.report.errors
