"""The lists say everything the card book says: they are read back and compared."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.base.csv_edit import read_cell, write_cell
from pnp.catalog import book_of, find_game
from pnp.export.lists.card_list import FORMATS, list_text
from pnp.export.lists.csv import csv_text
from pnp.export.lists.data import show_source
from pnp.export.lists.json import json_text
from pnp.export.lists.markdown import markdown_text
from pnp.library.card import SOURCES, Card, CardBook, Constant, Deck, Source
from tests.guard import some

BOOK = book_of(find_game("kalevala"))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_csv_reads_back_to_the_cards() -> None:
    read = rows(csv_text(BOOK))
    assert [row["id"] for row in read] == list(BOOK.cards)
    for row in read:
        card = BOOK.cards[row["id"]]
        assert (int(row["copies"]), row["code"], row["deck"]) == (card.copies, card.code, card.deck)
        for lang in BOOK.languages:
            assert read_cell(row[f"name:{lang}"]) == card.name.get(lang, card.name.get("*"))
            for slot, words in card.texts.items():
                assert read_cell(row[f"text.{slot}:{lang}"]) == words[lang]
        for name, value in card.fields.items():
            assert read_cell(row[name]) == str(value)
        for datum in card.data:
            assert row[f"source:{datum}"] == show_source(card.source_of(datum))


def test_every_datum_has_a_source_in_every_list() -> None:
    for row in rows(csv_text(BOOK)):
        sources = {name.removeprefix("source:"): value for name, value in row.items() if name.startswith("source:")}
        assert {name for name, value in sources.items() if value} == set(BOOK.cards[row["id"]].data)
        assert all(value.split()[0] in SOURCES for value in sources.values() if value)
    values = json.loads(json_text(BOOK))
    for deck in values["decks"]:
        for card in deck["cards"]:
            assert set(card["sources"]) == set(BOOK.cards[card["id"]].data)
    for name in ("constants", "options", "rules"):
        assert all(row["source"].split()[0] in SOURCES for row in rows(csv_text(BOOK, name)))


def test_json_reads_back_to_the_book() -> None:
    values = json.loads(json_text(BOOK))
    assert (values["game"], values["digest"], values["players"]) == ("kalevala", BOOK.digest, [2, 2])
    cards = {card["id"]: card for deck in values["decks"] for card in deck["cards"]}
    for card in BOOK.cards.values():
        read = cards[card.id]
        assert (read["name"], read["copies"], read["fields"], read["texts"]) == (
            card.name,
            card.copies,
            card.fields,
            card.texts,
        )
    assert {name: item["value"] for name, item in values["constants"].items()} == {
        name: constant.value for name, constant in BOOK.constants.items()
    }
    assert [rule["id"] for rule in values["rules"]] == list(BOOK.rulebook.rules)
    finnish = json.loads(json_text(BOOK, "fi"))
    assert finnish["rules"][0]["words"] == BOOK.rulebook.rules["KAL-01"].words["fi"]


def test_markdown_names_every_card_rule_and_source() -> None:
    text = markdown_text(BOOK, "fi")
    lines = text.splitlines()
    for card in BOOK.cards.values():
        assert sum(line.startswith(f"| {card.id} |") for line in lines) == 2
    assert all(f"| {rule} |" in text for rule in BOOK.rulebook.rules)
    widths = [line.replace("\\|", "").count("|") for line in lines if line.startswith("|")]
    assert min(widths) > 3
    assert "public P1" in text and "## Tiles" not in text and "## Laatat (60)" in text


@pytest.mark.parametrize("text", ["=1+1", "+2", "-3", "@x", "\t=1", "'=1", "''+2", "'quoted'", "plain", "4+", ""])
def test_no_text_becomes_a_formula(text: str) -> None:
    cell = write_cell(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t"))
    assert read_cell(cell) == text


NASTY = st.text(st.sampled_from("=+-@\t\r\n;,|\"'x1 \uff1d\uff0b\uff0d\uff20"), max_size=12)
SIGNS = ("=", "+", "-", "@", "\t", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@pytest.mark.parametrize("divider", [",", ";", "\t", "|"])
@example(";=1+1")
@example('x";=1+1')
@example("x\n-1")
@example("\uff1d1+1")
@given(text=NASTY)
def test_no_cell_is_a_formula_however_the_file_is_divided(divider: str, text: str) -> None:
    card = Card("a", "d", {"*": "A"}, 1, "", {"x": text, "y": text}, sources={"": Source("house")})
    book = CardBook("g", {"*": "G"}, (1, 1), decks={"d": Deck("d", {"*": "D"}, (card,))})
    written = csv_text(book)
    assert [read_cell(row["x"]) for row in rows(written)] == [text]
    for row in some(csv.reader(io.StringIO(written, newline=""), delimiter=divider)):
        assert not any(cell.lstrip('"').startswith(SIGNS) for cell in row), row


@given(st.text())
def test_every_text_survives_a_csv(text: str) -> None:
    card = Card("a", "d", {"*": "A"}, 1, "", {"x": text}, sources={"": Source("house")})
    book = CardBook("g", {"*": "G"}, (1, 1), decks={"d": Deck("d", {"*": "D"}, (card,))})
    read = rows(csv_text(book).replace("\0", ""))
    assert read_cell(read[0]["x"]) == text.replace("\0", "")


@pytest.mark.parametrize(
    ("value", "cell"),
    [(True, "true"), (None, ""), (-3, "-3"), (0.5, "0.5"), ([1, "a"], '[1,"a"]'), ({"blue": 1}, '{"blue":1}')],
)
def test_cells_of_other_types(value: Any, cell: str) -> None:
    assert write_cell(value) == cell


def test_a_book_with_nothing_in_it() -> None:
    book = CardBook("g", {"*": "G"}, (1, 4), constants={"x": Constant([1, 2], Source("house", "a|b"))})
    for to in FORMATS:
        assert list_text(book, to)
    assert "house a\\|b" in markdown_text(book) and "Players: 1–4" in markdown_text(book)


def test_markdown_keeps_links_and_images_of_others_dead() -> None:
    bad = "[x](javascript:alert(1)) ![y](http://a.example/b) \\[z](c) <b>"
    text = markdown_text(CardBook("g", {"*": bad}, (1, 4), constants={"x": Constant(bad, Source("house", bad))}))
    assert text.count("\\[x\\](javascript") == 3 and text.count("!\\[y\\](http") == 3
    assert "\\\\\\[z\\](c)" in text and "&lt;b>" in text
