"""The workbook says what the csv says: two other readers read it back."""

from __future__ import annotations

import time
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game
from pnp.export.lists.data import datum_of, show_source
from pnp.export.lists.xlsx import MAX_TEXT, xlsx_bytes
from pnp.library.card import Card, CardBook, Deck, Source

BOOK = book_of(find_game("kalevala"))


def rows(data: bytes, sheet: str = "cards") -> list[dict[str, Any]]:
    head, *cells = load_workbook(BytesIO(data))[sheet].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in cells]


def one(text: Any) -> CardBook:
    card = Card("a", "d", {"*": "A"}, 1, "", {"x": text}, sources={"": Source("house")})
    return CardBook("g", {"*": "G"}, (1, 1), decks={"d": Deck("d", {"*": "D"}, (card,))})


def test_every_datum_and_its_source_read_back() -> None:
    read = rows(xlsx_bytes(BOOK))
    assert [row["id"] for row in read] == list(BOOK.cards)
    for row in read:
        card = BOOK.cards[row["id"]]
        for datum in card.data:
            assert row[f"source:{datum}"] == show_source(card.source_of(datum))
            if datum in row:
                assert row[datum] == datum_of(card, datum)
        for slot, words in card.texts.items():
            assert {lang: row[f"text.{slot}:{lang}"] for lang in BOOK.languages} == words


def test_all_lists_are_sheets() -> None:
    data = xlsx_bytes(BOOK)
    assert [row["id"] for row in rows(data, "rules")] == list(BOOK.rulebook.rules)
    assert {row["id"]: row["value"] for row in rows(data, "constants") if isinstance(row["value"], int)} == {
        name: constant.value for name, constant in BOOK.constants.items() if isinstance(constant.value, int)
    }
    assert load_workbook(BytesIO(data)).sheetnames == CalamineWorkbook.from_filelike(BytesIO(data)).sheet_names


@pytest.mark.parametrize("text", ["=1+1", '=HYPERLINK("http://x","y")', "+2", "-3", "@x", "'=1", "007", "a\nb", "1/2"])
def test_no_text_becomes_a_formula_or_another_value(text: str) -> None:
    data = xlsx_bytes(one(text))
    assert rows(data)[0]["x"] == text
    cell = next(cell for row in load_workbook(BytesIO(data))["cards"].iter_rows() for cell in row if cell.value == text)
    assert cell.data_type == "s"
    read = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_name("cards").to_python()
    assert dict(zip(read[0], read[1], strict=True))["x"] == text


def test_control_characters_and_escapes_survive() -> None:
    data = xlsx_bytes(one("a\x07b_x0041_"))
    read = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_name("cards").to_python()
    assert dict(zip(read[0], read[1], strict=True))["x"] == "a\x07b_x0041_"


def test_a_text_too_long_for_a_cell_is_reported() -> None:
    with pytest.raises(InputError, match="holds at most 32,767 characters"):
        xlsx_bytes(one("x" * (MAX_TEXT + 1)))


def test_the_same_book_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    first = xlsx_bytes(BOOK)
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    assert xlsx_bytes(BOOK) == first
    assert len(rows(xlsx_bytes(BOOK, "fi"))[0]) < len(rows(first)[0])
