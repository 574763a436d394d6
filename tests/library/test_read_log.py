"""A recording book equals its original, and knows what was asked for by its name."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pnp.library.card import Card, CardBook, Constant, DataTable, Deck
from pnp.library.catalogue import read_words
from pnp.library.read_log import ReadLog
from tests.guard import some

FIELDS = {"value": 7, "power": {"when": "played", "do": [{"op": "draw", "amount": 2}]}, "pre": {"blue": 3}}
CARD = Card("ukko", "tiles", {"en": "Ukko"}, fields=FIELDS, texts={"rule": {"en": "Draw."}})
TWIN = Card("louhi", "tiles", {"en": "Louhi"}, fields={"value": 1}, faces=({"sign": "a"}, {"sign": "b"}))
BOOK = CardBook(
    "small",
    {"en": "Small"},
    (2, 2),
    decks={"tiles": Deck("tiles", {"en": "Tiles"}, (CARD, TWIN))},
    constants={"hand": Constant(5), "gates": Constant({"low": 1, "high": 2})},
    tables={"map": DataTable("map", {"towns": [{"x": 1, "y": 2}]})},
    names={"points": {"en": "points"}},
)


def read_by(log: ReadLog) -> set[tuple[str, ...]]:
    return set(log.readers) - log.unread


def test_a_recording_book_equals_its_original_and_nothing_of_it_is_read() -> None:
    log = ReadLog(BOOK)
    assert log.book.cards == BOOK.cards
    assert (log.book.constants, log.book.tables, log.book.names) == (BOOK.constants, BOOK.tables, BOOK.names)
    assert log.unread == set(log.readers) and ("card", "ukko", "power", "do", "op") in log.unread


def test_what_is_asked_for_by_its_name_is_read() -> None:
    log = ReadLog(BOOK)
    log.who = "somebody"
    ukko = log.book.cards["ukko"]
    assert ukko.fields["value"] == 7 and ukko.texts.get("rule") and log.book.constant("gates")["low"] == 1
    assert log.book.tables["map"].rows["towns"][0]["x"] == 1
    assert read_by(log) == {
        ("card", "ukko", "value"),
        ("card", "louhi", "value"),
        ("card", "ukko", "text", "rule"),
        ("constant", "gates", "low"),
        ("table", "map", "towns", "x"),
    }
    assert log.readers["card", "ukko", "value"] == {"somebody"}


def test_who_copies_all_has_read_nothing_but_inside_a_datum_it_is_reading() -> None:
    log = ReadLog(BOOK)
    copy = {name: constant.value for name, constant in log.book.constants.items()}
    fields = {**log.book.cards["ukko"].fields}
    assert read_by(log) == set()
    assert copy["gates"]["high"] == 2 and list(fields["pre"].items()) == [("blue", 3)]
    assert read_by(log) == {("constant", "gates", "high"), ("card", "ukko", "pre", "blue")}


def test_copies_that_are_printed_differently_record_too() -> None:
    log = ReadLog(BOOK)
    assert [copy.fields["sign"] for copy in log.copies_of("louhi")] == ["a", "b"]
    assert read_by(log) == {("card", "louhi", "sign")}


def test_what_is_read_of_a_card_is_read_of_its_deck() -> None:
    log = ReadLog(BOOK)
    assert log.book.cards["ukko"].fields["value"] == 7
    assert read_by(log) == {("card", "ukko", "value"), ("card", "louhi", "value")}


PACKAGE = Path(__file__).parents[2] / "pnp"


def test_a_changed_catalogue_is_read_again(tmp_path: Path) -> None:
    file, module = tmp_path / "words.yaml", str(tmp_path / "module.py")
    file.write_text("yes: {en: Yes, fi: Kyllä}", "utf-8")
    assert read_words(module) == {"yes": {"en": "Yes", "fi": "Kyllä"}}
    file.write_text("back: {en: Back, fi: Takaisin}", "utf-8")
    assert read_words(module) == read_words(module) == {"back": {"en": "Back", "fi": "Takaisin"}}


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("words.yaml")), ids=lambda path: path.parent.name)
def test_every_phrase_is_text_in_english_and_finnish(file: Path) -> None:
    for id_, words in some(yaml.safe_load(file.read_text("utf-8")).items()):
        assert isinstance(id_, str), id_
        assert set(words) == {"en", "fi"} and all(isinstance(text, str) for text in words.values()), id_
