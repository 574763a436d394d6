"""What changed between two card books, in words."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.library.card import Card, CardBook, Constant, Deck, Field, Option
from pnp.library.changes import book_changes
from pnp.library.loader import digest_book


def book(cards: tuple[Card, ...], **more: object) -> CardBook:
    fields = {"value": Field("int"), "emblem": Field("text", only_print=True)}
    deck = Deck("deck", {"en": "Deck"}, cards, 0, fields)
    return CardBook("tiny", {"en": "Tiny"}, (2, 4), decks={"deck": deck}, **more)  # type: ignore[arg-type]


UKKO = Card("ukko", "deck", {"en": "Ukko"}, 8, fields={"value": 7, "emblem": "hammer"})
LOUHI = Card("louhi", "deck", {"en": "Louhi"}, 9, fields={"value": 2})


def test_every_difference_the_referee_reads_is_a_line() -> None:
    old = book((UKKO, LOUHI), constants={"hand_size": Constant(5)}, options={"ties": Option("ties", "shared")})
    fields = {"value": 8, "emblem": "storm"}
    new = book(
        (replace(UKKO, copies=7, fields=fields), Card("ahti", "deck", {"en": "Ahti"}, 2)),
        constants={"hand_size": Constant(6)},
        options={"ties": Option("ties", "none")},
    )
    assert book_changes(old, new) == [
        "ukko: copies 8 → 7",
        "ukko: value 7 → 8",
        "ahti: new, copies 2",
        "louhi: removed",
        "hand_size 5 → 6",
        "option ties shared → none",
    ]


def test_a_field_that_all_cards_of_a_deck_get_or_lose_is_one_line() -> None:
    old = book((replace(UKKO, fields={"value": 7, "ops": [{"op": "draw"}]}), replace(LOUHI, fields={"ops": []})))
    new = book((replace(UKKO, fields={"value": 7, "draws": 1}), replace(LOUHI, fields={"value": 2, "draws": 2})))
    assert book_changes(old, new) == [
        "deck deck: field draws, new",
        "deck deck: field ops, removed",
        "louhi: value 2, new",
    ]


def test_words_and_looks_do_not_count() -> None:
    old = book((UKKO,))
    new = book((replace(UKKO, name={"en": "Thunder"}, fields={"value": 7, "emblem": "storm"}),))
    assert book_changes(old, new) == []
    assert digest_book(old) == digest_book(new)
