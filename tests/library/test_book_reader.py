"""A reader returns what the book holds, and records which cards and decks were read."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.catalog import book_of, find_game
from pnp.library.book_reader import BookReader, ReadDigests, look_up
from pnp.library.card import CardBook


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
