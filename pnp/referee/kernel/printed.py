"""What follows from the printed cards alone, derived once for each card book.

In: a card book. Out: copies, kinds, the cards that a pile begins with. Invariant: nothing here depends on a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from pnp.library.card import CardBook
from pnp.referee.kernel.place import NOBODY
from pnp.referee.kernel.zone import Cards, Zone
from pnp.referee.params import UNKNOWN

V = TypeVar("V")
Copies = tuple[tuple[str, int], ...]
MOST_STOCKED = 64
_stocked: dict[tuple[int, Copies], tuple[CardBook, CardBook]] = {}


def stocked(book: CardBook, copies: Copies) -> CardBook:
    """Return the book with other numbers of copies of the kinds of some decks; a kind that is not named has none.

    The same book comes out for the same numbers, since what follows from printed cards is kept for each book.
    """
    found = _stocked.get((id(book), copies))
    if found is None or found[0] is not book:
        wanted = dict(copies)
        decks = {
            id_: replace(deck, cards=tuple(replace(card, copies=wanted.get(card.id, 0)) for card in deck.cards))
            if any(card.id in wanted for card in deck.cards)
            else deck
            for id_, deck in book.decks.items()
        }
        if len(_stocked) >= MOST_STOCKED:
            _stocked.clear()
        found = _stocked[id(book), copies] = (book, replace(book, decks=decks))
    return found[1]


class Printed:
    """The playing cards of a book. copies: how many of each kind are printed · kinds: their ids, in printed order"""

    __slots__ = ("_derived", "_matching", "_words", "book", "cards", "copies", "kinds")

    def __init__(self, book: CardBook) -> None:
        self.book, self.cards = book, book.cards
        self.copies = Counter({card.id: card.copies for card in book.playing_cards.values()})
        self.kinds = tuple(book.playing_cards)
        self._derived: dict[Callable[[CardBook], Any], Any] = {}
        self._words: dict[str, tuple[str, ...]] = {}
        self._matching: dict[tuple[tuple[str, Any], ...], tuple[str, ...]] = {}

    def kinds_in(self, zone: Zone) -> tuple[str, ...]:
        """Return the kinds that a pile can hold: those that began in it; all when none did."""
        if zone.begins is True or not zone.begins:
            return self.kinds
        return tuple(card.id for card in self.book.playing_cards.values() if zone.begins_with(card.deck))

    def pile(self, zone: Zone) -> Cards:
        """Return the cards with which a zone begins."""
        cards = tuple(kind for kind in self.kinds_in(zone) for _ in range(self.copies[kind]))
        return (UNKNOWN,) * len(cards) if zone.seen_by == NOBODY else cards

    def once(self, derive: Callable[[CardBook], V]) -> V:
        """Return what follows from the printed cards alone, derived once: `derive(book)`."""
        if derive not in self._derived:
            self._derived[derive] = derive(self.book)
        return self._derived[derive]  # type: ignore[no-any-return]

    def fits(self, zone: Zone) -> Callable[[str], bool] | None:
        """Return a check whether a kind can be in a zone; None if every kind can."""
        return (lambda kind: zone.takes(self.cards[kind].deck)) if zone.decks else None

    def words_of(self, zone: Zone) -> tuple[str, ...]:
        """Return a word for each copy of each kind that a pile can hold, `fish2*0`: what chance shuffles."""
        words = self._words.get(zone.id)
        if words is None:
            kinds = sorted(self.kinds_in(zone))
            words = tuple(f"{kind}*{copy}" for kind in kinds for copy in range(self.copies[kind]))
            self._words[zone.id] = words
        return words

    def kinds_with(self, **fields: Any) -> tuple[str, ...]:
        """Return the kinds whose fields have these values."""
        asked = (*fields.items(),)
        found = self._matching.get(asked)
        if found is None:
            found = tuple(
                kind for kind in self.kinds if all(self.cards[kind].fields.get(name) == value for name, value in asked)
            )
            self._matching[asked] = found
        return found
