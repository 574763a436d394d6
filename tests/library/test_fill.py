"""Placeholders are filled from the database, and what is no datum of the game is left to the layouts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.base.places import data_root
from pnp.catalog import book_of, find_game
from pnp.library.book_reader import BookReader, ReadDigests, fill, fill_text, look_up, placeholders
from pnp.library.card import Card, CardBook, Constant, Deck
from pnp.library.loader import load_book

ANT = Card("ant", "main", {"en": "Ant", "fi": "Muurahainen"}, 2, "TY1", {"cost": 1, "pre": {"blue": 3}, "many": [4, 5]})
BEE = Card("bee", "main", {"*": "Bee"}, 3, fields={"town": "X"}, faces=({"town": "A"}, {"town": "B"}, {"town": "C"}))
BOOK = CardBook(
    "tiny",
    {"*": "Tiny"},
    (2, 4),
    decks={"main": Deck("main", {"*": "Main"}, (ANT, BEE))},
    constants={"hand": Constant(5), "gates": Constant({"low": 4, 7: "x"}), "list": Constant([1])},
)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("none", "none"),
        ("{hand} and {constant.hand}", "5 and 5"),
        ("{gates.low} {gates.7} {list.0}", "4 x 1"),
        ("{gates} {gates.high} {list.9} {list.x}", "{gates} {gates.high} {list.9} {list.x}"),
        ("{copies.bee} {cost.ant} {name.bee} {pre.blue}", "3 1 Bee 3"),
        ("{pre.blue.ant} {pre.blue.bee}", "3 {pre.blue.bee}"),
        ("{name} {copies} {code} {cost} {many.1}", "Ant 2 TY1 1 5"),
        ("{size.main} {players}", "5 2–4"),
        ("{star} {text.rule} {name@fi} {cost.cat} {size.none}", "{star} {text.rule} {name@fi} {cost.cat} {size.none}"),
        ("{", "{"),
        ("}{hand}", "}5"),
        ("{{hand}", "{5"),
        (r"\{hand}", r"\{hand}"),
        ("{hand", "{hand"),
    ],
)
def test_what_is_filled(text: str, filled: str) -> None:
    assert fill_text(text, BOOK, ANT) == filled


def test_languages_copies_and_own_names() -> None:
    assert fill({"en": "{name.ant}", "fi": "{name.ant}"}, BOOK) == {"en": "Ant", "fi": "Muurahainen"}
    assert fill_text("{town} {cost}", BOOK, BEE) == "{town} {cost}", "what differs per copy is left to the face"
    assert fill_text("{town.bee}", BOOK) == "X"
    assert [key for _, _, key in placeholders("a {b} {c.d}")] == ["b", "c.d"]


def test_no_number_of_kalevala_stands_twice() -> None:
    """The words of rules and tiles hold no figure that could be a datum, examples aside."""
    from pnp.base.yaml.spans import read_yaml

    rules = read_yaml(f"{data_root('cards')}/kalevala/rulebook.yaml")[0]
    words = [text for part in rules["sections"] for rule in part["rules"] for text in rule["words"].values()]
    assert not [text for text in words if any(figure in text for figure in ("60", "5", "7 ", "8", "9"))]
    book = load_book(f"{data_root('cards')}/kalevala")
    assert "7" in book.rulebook.cite("KAL-14") and "5" in book.rulebook.cite("KAL-04", "fi")
    assert "{" not in "".join(text for rule in book.rulebook.rules.values() for text in rule.words.values())


def book() -> CardBook:
    return book_of(find_game("kalevala"))


def test_cards_and_decks_are_noted_whether_they_are_there_or_not() -> None:
    here = book()
    reader = BookReader(here)
    assert reader.card("ukko") is here.cards["ukko"] and reader.card("nobody") is None
    assert reader.deck("tiles") is here.decks["tiles"] and reader.deck("none") is None
    assert reader.reads == {"card ukko", "card nobody", "deck tiles", "deck none"}
    assert reader.fresh().reads == set()


def test_facts_of_the_whole_game_are_no_reads() -> None:
    reader = BookReader(book())
    facts = reader.facts
    assert facts.title and facts.decks["tiles"].title and facts.players and facts.rulebook.rules
    assert reader.reads == set()


def test_a_placeholder_reads_the_card_or_the_deck_it_names() -> None:
    def reads(key: str, own: str = "louhi") -> set[str]:
        reader = BookReader(book())
        look_up(key, reader, book().cards[own], "en")
        return reader.reads

    assert reads("name") == reads("players") == reads("star") == set()
    assert reads(next(iter(book().constants))) == set()
    assert reads("value.ukko") == {"card ukko"}
    assert reads("value.nobody") == {"card nobody"}
    assert "deck tiles" in reads("size.tiles")


def test_a_digest_changes_with_what_the_read_finds_and_with_nothing_else() -> None:
    here = book()
    deck = here.decks["tiles"]
    first, *others = deck.cards
    other = replace(here, decks={**here.decks, "tiles": replace(deck, cards=(replace(first, code="XX1"), *others))})
    old, new = ReadDigests(here), ReadDigests(other)
    assert old[f"card {first.id}"] != new[f"card {first.id}"]
    assert old["deck tiles"] != new["deck tiles"]
    assert old[f"card {others[0].id}"] == new[f"card {others[0].id}"]
    assert old["card nobody"] == new["deck nothing"] == ""
