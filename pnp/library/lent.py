"""A card book that notices. In: a CardBook. Out: the same book, which knows whether anybody looked at its cards.

A face is made of its own card and of what the whole game says: title, constants, words, rules. If it also looks at
other cards, a change of theirs may change it. Invariant: whatever is read from a lent book is what the book says.
"""

from __future__ import annotations

from typing import Any, cast

from pnp.library.card import Card, CardBook, Deck


class LentBook:
    """See the module. `is_read`: somebody looked at cards since it was last set to False."""

    def __init__(self, book: CardBook) -> None:
        self.__dict__.update({name: getattr(book, name) for name in book.__struct_fields__})
        self.decks = {id_: cast(Deck, _LentDeck(self, deck)) for id_, deck in book.decks.items()}
        self.is_read = False
        self._book = book

    def __getattr__(self, name: str) -> Any:
        self.is_read = True  # `cards` and the like, which are gathered from the decks
        return getattr(self._book, name)

    @property
    def as_book(self) -> CardBook:
        """Itself, as those take it who are lent a book."""
        return cast(CardBook, self)


class _LentDeck:
    def __init__(self, lent: LentBook, deck: Deck) -> None:
        self.__dict__.update({name: getattr(deck, name) for name in deck.__struct_fields__ if name != "cards"})
        self._lent = lent
        self._deck = deck

    @property
    def cards(self) -> tuple[Card, ...]:
        self._lent.is_read = True
        return self._deck.cards

    @property
    def size(self) -> int:
        self._lent.is_read = True
        return self._deck.size
