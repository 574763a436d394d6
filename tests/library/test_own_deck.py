"""A deck people built themselves: what it must be, and every fault of it with its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.library.card import CardBook
from pnp.library.loader import load_book, read_book
from pnp.library.own_deck import read_own_deck
from tests.library.test_loader import GAME, shelf

OWN = "own_deck: {deck: main, cards: [4, 6], each: 3, rule: TIN-01}\n"
DECK = """\
own_deck: tiny
title: {en: Mine, fi: Omani}
cards: {ant: 3, bee: 2}
"""


def book() -> CardBook:
    return load_book(shelf(game=GAME + OWN))


def test_the_deck_takes_the_place_of_the_games_own() -> None:
    before = book()
    after, report = read_own_deck(DECK, "mine.yaml", before)
    assert after is not None and not report.items
    assert {card.id: card.copies for card in after.decks["main"].cards} == {"ant": 3, "bee": 2}
    assert (after.decks["main"].total, after.decks["main"].size) == (5, 5)
    assert after.decks["main"].title == after.components[0].title == {"en": "Mine", "fi": "Omani"}
    assert before.digest != after.digest
    assert before.decks["main"].cards[0].copies == 2


def test_the_same_cards_have_the_same_digest() -> None:
    same, _ = read_own_deck("own_deck: tiny\ncards: {bee: 3, ant: 2}\n", "mine.yaml", book())
    assert same is not None and same.digest == book().digest
    assert same.decks["main"].title == book().decks["main"].title


def test_a_card_may_be_called_by_its_code_or_name_in_any_spelling() -> None:
    after, _ = read_own_deck("own_deck: tiny\ncards: {TY1: 3, MEHILÄINEN: 1}\n", "mine.yaml", book())
    assert after is not None
    assert [card.copies for card in after.decks["main"].cards] == [3, 1]


def test_a_card_that_is_not_chosen_has_no_copies() -> None:
    limits = GAME + "own_deck: {deck: main, cards: [1, 6]}\n"
    after, _ = read_own_deck("own_deck: tiny\ncards: {bee: 6}\n", "mine.yaml", load_book(shelf(game=limits)))
    assert after is not None
    assert [card.copies for card in after.cards.values()] == [0, 6]


def test_copies_that_are_printed_differently_take_turns() -> None:
    from tests.library.test_loader import DECK as CARDS

    cards = CARDS.replace("copies: 2, cost: 1,", "copies: 2, faces: [{cost: 1}, {cost: 2}], cost: 1,")
    after, _ = read_own_deck(
        "own_deck: tiny\ncards: {ant: 3, bee: 1}\n", "mine.yaml", load_book(shelf(game=GAME + OWN, deck=cards))
    )
    assert after is not None
    assert [face["cost"] for face in after.cards["ant"].faces] == [1, 2, 1]


FAULTS = {
    "too few": ("ant: 3, bee: 2", "ant: 3", ["3:1 deck-size expected 4 to 6 cards in the deck, got 3 [TIN-01]"]),
    "too many": ("ant: 3, bee: 2", "ant: 4, bee: 3", ["3:14 out-of-range expected a number from 0 to 3, got 4"]),
    "none": ("{ant: 3, bee: 2}", "{}", ["3:1 deck-size expected 4 to 6 cards in the deck, got 0 [TIN-01]"]),
    "negative": ("bee: 2", "bee: -1", ["3:22 out-of-range expected a number from 0 to 3, got -1"]),
    "no number": ("bee: 2", "bee: two", ["3:22 wrong-type expected a whole number, got the text “two”"]),
    "unknown card": ("bee: 2", "bea: 2", ["3:17 unknown-card there is no card “bea”"]),
    "twice": ("bee: 2", "TY1: 2", ["3:17 duplicate duplicate card “TY1”"]),
    "no cards": ("cards: {ant: 3, bee: 2}\n", "", ["1:1 missing-key the key “cards” is missing"]),
    "a list": (
        "{ant: 3, bee: 2}",
        "[ant]",
        ["3:8 wrong-type expected cards with their numbers (shibber: 4), got a list"],
    ),
    "another game": ("own_deck: tiny", "own_deck: huge", ["1:11 slug expected a deck for tiny, got one for “huge”"]),
    "unknown key": ("title:", "titel:", ["2:1 unknown-key unknown key “titel”"]),
    "no YAML": ("{ant: 3, bee: 2}", "{ant: 3", None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_deck(name: str) -> None:
    old, new, expected = FAULTS[name]
    assert old in DECK
    after, report = read_own_deck(DECK.replace(old, new), "mine.yaml", book())
    assert after is None and report.errors
    if expected is not None:
        assert [f"{item.span.line}:{item.span.column} {item.code} {item.message}" for item in report.items] == expected


def test_a_card_of_another_deck_does_not_belong() -> None:
    from tests.games.tables import book_of

    _, report = read_own_deck("own_deck: keko\ncards: {Lord Quiggs: 99}\n", "mine.yaml", book_of("keko"))
    assert [(str(item.span), item.message) for item in report.items] == [
        ("mine.yaml:2:9", "expected a card of the deck play, got “Lord Quiggs” [KEK-V10]")
    ]


@pytest.mark.parametrize(("number", "legal"), [(98, False), (99, True), (198, True), (199, False)])
def test_kek_v10_a_play_deck_has_99_to_198_cards(number: int, legal: bool) -> None:
    from tests.games.tables import book_of

    text = f"own_deck: keko\ncards: {{shibber: 90, fuzzin: {number - 90}}}\n"
    after, report = read_own_deck(text, "mine.yaml", book_of("keko"))
    assert (after is not None) is legal
    assert ("KEK-V10" in "".join(str(item) for item in report.items)) is not legal


def test_a_game_without_own_decks_refuses_one() -> None:
    after, report = read_own_deck(DECK, "mine.yaml", load_book(shelf()))
    assert after is None
    assert [item.code for item in report.items] == ["own-deck"]


LIMITS = {
    "unknown deck": ("deck: main", "deck: mian", ["unknown-deck"]),
    "unknown rule": ("TIN-01", "TIN-09", ["unknown-rule"]),
    "turned about": ("[4, 6]", "[6, 4]", ["wrong-type"]),
    "one number": ("[4, 6]", "[4]", ["wrong-type"]),
    "no deck": ("deck: main, ", "", ["missing-key"]),
    "unknown key": ("each: 3", "eech: 3", ["unknown-key"]),
}


@pytest.mark.parametrize("name", LIMITS)
def test_faults_of_the_limits(name: str) -> None:
    old, new, expected = LIMITS[name]
    loaded = read_book(shelf(game=GAME + OWN.replace(old, new)))
    assert loaded.book is None
    assert [item.code for item in loaded.report.errors] == expected
    assert all(item.span.line == 16 for item in loaded.report.errors)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | st.sampled_from(["tiny", "ant", "TY2", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["own_deck", "title", "cards", "ant", "Bee", "en"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_reading_a_deck_never_raises(value: Any) -> None:
    import json

    after, report = read_own_deck(json.dumps(value), "mine.yaml", book())
    assert (after is None) == bool(report.errors)
    assert after is None or 4 <= after.decks["main"].size <= 6
