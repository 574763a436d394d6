"""What is printed on the cards, and what it allows on the four stacks. In: a card book. Out: `Printed`, once a book.

Invariant: every number and mark comes from the card book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from pnp.library.card import Card, CardBook

Tops = tuple[int, ...]  # the value on top of each stack, 0 for an empty one (SOC-09)


class Marks(Struct, frozen=True):
    """A card as the rules read it.

    at: the stack on which a number goes, from which an action takes · value: 0 but for numbers
    needs, limits: left-hand and right-hand marks as (stack, number)
    """

    id: str
    deck: str
    at: int
    value: int
    needs: tuple[tuple[int, int], ...]
    limits: tuple[tuple[int, int], ...]
    ending: str

    def is_met(self, tops: Tops) -> bool:
        """All left-hand marks are reached; equal is enough (SOC-19, SOC-22)."""
        return all(tops[at] >= number for at, number in self.needs)

    def is_blocked(self, tops: Tops) -> bool:
        """A right-hand mark is reached; equal blocks (SOC-20)."""
        return any(tops[at] >= number for at, number in self.limits)

    def fits(self, tops: Tops) -> bool:
        """The card can be played on these tops (SOC-18 to SOC-20, SOC-22)."""
        if self.value:
            return self.value == tops[self.at] + 1 and self.is_met(tops) and not self.is_blocked(tops)
        return self.deck == "actions" and tops[self.at] > 0 and self.is_met(tops)


class Playable(Struct, frozen=True):
    """What tops allow: cards that fit (SOC-25), whether a number is among them (SOC-36), victories met (SOC-35)."""

    fits: frozenset[str]
    numbers: bool
    wins: frozenset[str]


class Printed:
    """All cards by what is printed on them. order: their numbers in the book · pile: those that are dealt and drawn"""

    def __init__(self, book: CardBook) -> None:
        self.colours: tuple[str, ...] = tuple(book.constant("stacks"))
        self.cards = {card.id: self._marks(card) for card in book.playing_cards.values()}
        self.order = {card: number for number, card in enumerate(self.cards)}
        self.victories = tuple(card.id for card in book.decks["victory"].cards)
        self.pile = tuple(card for card in self.cards if self.cards[card].deck != "victory")
        self.low = frozenset(low_cards(book))
        self.opening = str(book.constant("opening_card"))
        self.first = Playable(frozenset((self.opening,)), True, frozenset())
        self._on: dict[tuple[Tops, bool], Playable] = {}
        self._last: tuple[Any, Tops] = (None, ())  # the stacks that were asked for last

    def _marks(self, card: Card) -> Marks:
        fields = card.fields

        def marks(side: str) -> tuple[tuple[int, int], ...]:
            return tuple((self.colours.index(colour), number) for colour, number in fields.get(side, {}).items())

        needs, value = marks("pre"), fields.get("value", 0)
        at = self.colours.index(fields["colour"]) if value else needs[0][0]  # an action takes where its mark is
        return Marks(card.id, card.deck, at, value, needs, marks("restr"), fields.get("ends_game") or "")

    def tops(self, stacks: tuple[tuple[str, ...], ...]) -> Tops:
        """The value on top of each stack, 0 for an empty one (SOC-09)."""
        if stacks is not self._last[0]:
            cards = self.cards
            self._last = (stacks, tuple([cards[stack[-1]].value if stack else 0 for stack in stacks]))
        return self._last[1]

    def on(self, tops: Tops, limits_count: bool) -> Playable:
        """What can be played on certain tops: worked out once, for there are only a few thousand."""
        found = self._on.get((tops, limits_count))
        if found is None:
            fitting = [card for card in self.cards.values() if card.fits(tops)]
            wins = (self.cards[card] for card in self.victories)
            met = (card.id for card in wins if card.is_met(tops) and not (limits_count and card.is_blocked(tops)))
            ids = frozenset(card.id for card in fitting)
            found = Playable(ids, any(card.value for card in fitting), frozenset(met))
            self._on[tops, limits_count] = found
        return found

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order of the book."""
        return tuple(sorted(cards, key=self.order.__getitem__))


def low_cards(book: CardBook) -> list[str]:
    """The cards that lie on top before the deal (SOC-05, SOC-06)."""
    low = book.constant("low_values")
    return [card.id for card in book.decks["numbers"].cards if card.fields["value"] in low]


def spellings(book: CardBook) -> Iterator[tuple[str, str]]:
    """What number cards are called besides their names: `K4`, `M4 Mellakat`, `musta 4`, in every language."""
    for card in book.decks["numbers"].cards:
        colour, value = card.fields["colour"], card.fields["value"]
        for word in book.names[colour].values():
            yield f"{word} {value}", card.id
        for letter in book.names[f"letter_{colour}"].values():
            yield f"{letter}{value}", card.id
            yield from ((f"{letter}{value} {name}", card.id) for name in card.name.values())
