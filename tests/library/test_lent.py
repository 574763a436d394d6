"""A lent book says what the book says, and notices who looks at its cards."""

from __future__ import annotations

from collections.abc import Callable

from pnp.catalog import book_of, find_game
from pnp.library.lent import LentBook


def test_it_says_what_the_book_says_and_notices_only_looks_at_cards() -> None:
    book = book_of(find_game("kalevala"))
    lent = LentBook(book)
    seen = lent.as_book
    for name in book.__struct_fields__:
        if name != "decks":
            assert getattr(seen, name) is getattr(book, name)
    assert list(seen.decks) == list(book.decks)
    for id_, deck in book.decks.items():
        assert (seen.decks[id_].title, seen.decks[id_].kind, seen.decks[id_].texts) == (
            deck.title,
            deck.kind,
            deck.texts,
        )
    assert not lent.is_read
    looks: tuple[Callable[[], bool], ...] = (
        lambda: seen.cards == book.cards,
        lambda: seen.playing_cards == book.playing_cards,
        lambda: [deck.cards for deck in seen.decks.values()] == [deck.cards for deck in book.decks.values()],
        lambda: seen.decks["tiles"].size == book.decks["tiles"].size,
    )
    for look in looks:
        lent.is_read = False
        assert look() and lent.is_read
