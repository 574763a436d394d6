"""`pnp set` in a deck that stands in a sheet: a cell of a csv; workbooks name the cell instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.library.sheets.files import as_csv, as_xlsx
from tests.library.sheets.test_sheet_decks import DECK, ROWS, game_of

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return game_of(tmp_path, "heroes.csv", as_csv(ROWS)) / "heroes.csv"


def put(*words: str) -> int:
    return main(["set", "heroes", *words, "--games", "."])


@pytest.mark.parametrize(
    ("card", "field", "value", "old", "new"),
    [
        ("bee", "cost", "5", ",3x,2,Water,", ",3x,5,Water,"),
        ("ant", "tags", "x, y", '"a, b"', '"x, y"'),
        ("ant", "rule", "Now: {icon.coin}", "Pay {icon.coin} **now**.", "Now: {icon.coin}"),
        ("ant", "text.rule.fi", 'Se "on".', "Maksa.", '"Se ""on""."'),
        ("cat", "name.fi", "Kissanen", "Kissa,", "Kissanen,"),
        ("ant", "tags", "", '"a, b"', ""),
        ("cat", "name.en", "Lynx", "Cat,", "Lynx,"),
    ],
)
@pytest.mark.parametrize("head", [b"", b"\xef\xbb\xbf", b"sep=,\n"])
def test_a_cell_is_changed_and_no_other_byte(
    sheet: Path, head: bytes, card: str, field: str, value: str, old: str, new: str
) -> None:
    before = head + sheet.read_bytes()
    sheet.write_bytes(before)
    assert before.count(old.encode()) == 1
    assert put(card, field, value) == 0
    assert sheet.read_bytes() == before.replace(old.encode(), new.encode())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bee", "cost", "high"), "heroes.csv:3:4: expected a whole number, got the text “high”"),
        (("bee", "cost", ""), "the field “cost” is missing"),
        (("bee", "kind", "air"), "heroes.csv:3:5: the text “air” is not allowed here"),
        (("bee", "strenght", "1"), "the spreadsheet has no column “strenght” (did you mean “strength”?)"),
        (("bee", "name.fi", ""), "no words in “fi”"),
        (("bee", "cost", "3", "--was", "1"), "expected “1”, got “2”"),
    ],
)
def test_a_refusal_has_a_cell_and_changes_nothing(
    sheet: Path, capsys: Capture, words: tuple[str, ...], expected: str
) -> None:
    before = sheet.read_bytes()
    assert put(*words) == 1
    assert expected in capsys.readouterr().err
    assert sheet.read_bytes() == before


def test_a_workbook_names_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    game_of(tmp_path, "heroes.xlsx", as_xlsx(ROWS), DECK)
    assert put("bee", "cost", "5") == 1
    expected = "heroes.xlsx:3:4: pnp set cannot edit a workbook (edit row 3, column D in a spreadsheet program)"
    assert expected in capsys.readouterr().err


def test_a_sheet_in_old_letters_is_not_written_over(sheet: Path, capsys: Capture) -> None:
    sheet.write_bytes(sheet.read_text("utf-8").encode("cp1252"))
    assert put("bee", "cost", "5") == 1
    assert "save it as UTF-8" in capsys.readouterr().err
