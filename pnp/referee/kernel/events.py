"""Events: what happened at a table, in the past tense, each with the rule that caused it. In: a Draft. Out: folded.

A trial changes a state by making events and folding them, `apply` folds the same ones without any judge. Invariant: an
event says everything its fold needs; cards in it are entries (`zone.py`), `?` where nobody told.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import Outcome
from pnp.referee.kernel.place import ALL, Place, Where
from pnp.referee.kernel.printed import Copies, stocked
from pnp.referee.kernel.question import Answered as Given
from pnp.referee.kernel.question import Item, Open
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.zone import (
    CONCEALED,
    KEPT,
    UNSEEN,
    Cards,
    arrive,
    blurred,
    find,
    kind_of,
    kinds_of,
    nested,
    stacked,
    take_out,
    with_seers,
)
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat


class TableEvent(Event, frozen=True, gc=False):
    """Base of the kernel's events."""

    def fold(self, d: Draft) -> None:
        """Change the draft as this event did."""
        raise NotImplementedError


class CardsMoved(TableEvent, frozen=True, gc=False):
    """Cards went from one place to another, to its end or (`top`) its beginning; of equal ones the first, or `last`.

    unseen: nobody but the owners of the two places saw which, so whoever knew a card of the first knows it no more.
    denies: kinds of which none was in the first place, as the line claims by the rule `by`
    dealt: they were those at `at` of a pile (its first), also where an equal card is known to be below them
    """

    cards: Cards
    source: Where
    to: Where
    rule: str = ""
    top: bool = False
    last: bool = False
    unseen: bool = False
    denies: Cards = ()
    by: str = ""
    dealt: bool = False
    at: int = 0

    def fold(self, d: Draft) -> None:
        source, to, values = d.places[self.source], d.places[self.to], d.values
        lying, cards = source.read(values), self.cards
        if self.dealt:
            left = lying[: self.at] + lying[self.at + len(cards) :]
        else:
            left = take_out(lying, cards, self.last)
        if to.seers == ALL and not self.unseen:
            lie = kinds_of(cards)
        else:
            cards = arrive(cards, source, to)
            if self.unseen:
                left, cards = self._blur(left, cards, d)
            lie = stacked(cards, source, to) if len(cards) > 1 else cards
            if UNKNOWN in lie and lie != cards:
                values["concealed"] += 1
        d.write(source, left)
        there = to.read(values)
        there = lie + there if self.top else there + lie
        d.write(to, there if to.seers == ALL else nested(there, to))

    def _blur(self, left: Cards, cards: Cards, d: Draft) -> tuple[Cards, Cards]:
        source, to = d.places[self.source], d.places[self.to]
        untold = next((card for card in self.cards if card in UNSEEN), "")
        if not untold:
            keep = source.seen | to.seen
            return blurred(left, source, keep), blurred(cards, to, keep)
        if any(entry not in UNSEEN for entry in source.read(d.values)):
            d.values["concealed"] += 1  # which of them has left, is not known
        return tuple(entry if entry in UNSEEN else untold for entry in left), cards


class CardsDealt(TableEvent, frozen=True, gc=False):
    """So many cards of a pile came into each of these places, one after the other round the table, and nobody saw
    which.
    """

    pile: Where
    to: tuple[Where, ...]
    count: int
    rule: str = ""

    def fold(self, d: Draft) -> None:
        pile, places = d.places[self.pile], [d.places[where] for where in self.to]
        entries, seats = d.read(pile), len(places)
        d.write(pile, entries[self.count * seats :])
        for at, place in enumerate(places):
            dealt = arrive(entries[at : self.count * seats : seats], pile, place)
            d.write(place, nested(d.read(place) + dealt, place))


class CardsShuffled(TableEvent, frozen=True, gc=False):
    """Cards went into a pile, if any, and the pile was shuffled: what was known of its order is known no more."""

    cards: Cards
    source: Where
    pile: Where
    rule: str = ""

    def fold(self, d: Draft) -> None:
        source, pile = d.places[self.source], d.places[self.pile]
        if self.source != self.pile:
            d.write(source, take_out(source.read(d.values), self.cards))
        size = len(pile.read(d.values)) + (len(self.cards) if self.source != self.pile else 0)
        d.write(pile, (UNKNOWN,) * size)
        d.values["concealed"] += 1


class Revealed(TableEvent, frozen=True, gc=False):
    """Cards that stay where they are were shown, to one seat or (`!`) to everybody. denies, by: as in `CardsMoved`."""

    cards: Cards
    place: Where
    to: str
    rule: str = ""
    on_top: bool = False  # they are the first ones there
    denies: Cards = ()
    by: str = ""

    def fold(self, d: Draft) -> None:
        place = d.places[self.place]
        entries: list[str] = list(place.read(d.values))
        if self.on_top:
            entries[: len(self.cards)] = map(_shown, entries, self.cards, repeat(self.to), repeat(place))
        else:
            others = list(entries)  # those that were not shown by now
            for card in self.cards:
                if card not in UNSEEN:
                    at = find(tuple(others), card)
                    entries[at], others[at] = _shown(entries[at], card, self.to, place), ""
        d.write(place, nested(tuple(entries), place))


@lru_cache(KEPT)
def _shown(entry: str, card: str, to: str, place: Place[Cards]) -> str:
    """Return an entry of a place after its card was shown to a seat."""
    if card in UNSEEN:  # somebody else knows it now
        return CONCEALED if entry == UNKNOWN else entry
    return with_seers(entry if kind_of(entry) == kind_of(card) else card, (to,), place)


class CounterChanged(TableEvent, frozen=True, gc=False):
    """A number went up or down to `value`; both are `?` where they are not told."""

    counter: Where
    value: Any
    by: Any
    rule: str = ""

    def fold(self, d: Draft) -> None:
        place = d.places[self.counter]
        d.write(place, self.value)
        if place.seers != ALL:
            _hide_value(d, self.counter)


class FactChanged(TableEvent, frozen=True, gc=False):
    """Something else holds now."""

    fact: Where
    value: Any
    rule: str = ""

    def fold(self, d: Draft) -> None:
        place = d.places[self.fact]
        d.write(place, self.value)
        if place.seers != ALL:
            _hide_value(d, self.fact)


def _hide_value(d: Draft, where: Where) -> None:
    """Only who sees a place knows its value from now on."""
    if where not in d.values["hidden_values"]:
        d.values["hidden_values"] = (*d.values["hidden_values"], where)


class ValueRevealed(TableEvent, frozen=True, gc=False):
    """What only some seats saw of a counter or a fact was told to everybody."""

    of: Where
    value: Any
    rule: str = ""

    def fold(self, d: Draft) -> None:
        d.write(d.places[self.of], self.value)
        d.values["hidden_values"] = tuple(where for where in d.values["hidden_values"] if where != self.of)


class Asked(TableEvent, frozen=True, gc=False):
    """A question, a deal or a step came to lie on top of the stack."""

    item: Item

    def fold(self, d: Draft) -> None:
        d.values["stack"] = (*d.values["stack"], self.item)


class Answered(TableEvent, frozen=True, gc=False):
    """Somebody answered the question on top, or said what its phase asks (`stacked` is false).

    move: what waits in the open question until all have answered; None when it took effect at once.
    """

    seat: Seat
    question: str
    ply: int
    move: Move | str | None = None
    stacked: bool = True

    def fold(self, d: Draft) -> None:
        if not self.stacked:
            return
        stack = d.values["stack"]
        top: Open = stack[-1]
        seats = tuple(seat for seat in top.seats if seat != self.seat)
        answers = top.answers
        if self.move is not None:
            others = tuple(given for given in answers if given.seat != self.seat)
            answers = tuple(sorted((*others, Given(self.seat, self.ply, self.move)), key=_seat_of))
        d.values["stack"] = (*stack[:-1], Open(top.question, seats, top.about, answers))


class Opened(TableEvent, frozen=True, gc=False):
    """All have answered in secret, some with closed fists: these are asked to open them."""

    seats: tuple[Seat, ...]

    def fold(self, d: Draft) -> None:
        stack = d.values["stack"]
        top: Open = stack[-1]
        d.values["stack"] = (*stack[:-1], Open(top.question, self.seats, top.about, top.answers))


class AnswersOpened(TableEvent, frozen=True, gc=False):
    """All have answered in secret, and everybody sees what each has answered."""

    question: str
    answers: tuple[Given, ...]

    def fold(self, d: Draft) -> None:
        """What follows from the answers are events of their own."""


class Settled(TableEvent, frozen=True, gc=False):
    """What lay on top of the stack is done: a question, a deal, a step."""

    def fold(self, d: Draft) -> None:
        d.values["stack"] = d.values["stack"][:-1]


class Preferred(TableEvent, frozen=True, gc=False):
    """Of the deals that are due in any order this one comes first: it moved to the top of the stack."""

    at: int

    def fold(self, d: Draft) -> None:
        stack = d.values["stack"]
        d.values["stack"] = (*stack[: self.at], *stack[self.at + 1 :], stack[self.at])


class EvidenceBegan(TableEvent, frozen=True, gc=False):
    """The referee begins to reason about hidden cards, or begins again, from what lies where now."""

    is_start: bool = False  # before the first line, so that piles lie in their parts

    def fold(self, d: Draft) -> None:
        """The evidence is the declaration's to make (`Declaration.apply`, `Trial.reason`)."""


class ChanceDecided(TableEvent, frozen=True, gc=False):
    """Chance answered once more, so that the next question to it is another."""

    def fold(self, d: Draft) -> None:
        d.values["chances"] += 1


class Claimed(TableEvent, frozen=True, gc=False):
    """Somebody said that no card of a place is of these kinds, and nobody could see it.

    drawn: only those that came there last are meant
    """

    seat: Seat
    place: Where
    kinds: Cards
    rule: str = ""
    drawn: bool = False

    def fold(self, d: Draft) -> None:
        """Words move nothing; what they prove stands in the knowledge (`bookkeeping.py`)."""


class TurnPassed(TableEvent, frozen=True, gc=False):
    """It is another seat's turn."""

    to: Seat
    rule: str = ""

    def fold(self, d: Draft) -> None:
        d.values["turn"] = self.to


class DeckChosen(TableEvent, frozen=True, gc=False):
    """The table plays with other numbers of copies. piles: the cards with which zones begin then"""

    copies: Copies
    piles: tuple[tuple[Where, Cards], ...]

    def fold(self, d: Draft) -> None:
        setup = d.values["setup"]
        d.values["setup"] = replace(setup, book=stocked(setup.book, self.copies))
        for where, cards in self.piles:
            d.write(d.places[where], cards)


class SeatLeft(TableEvent, frozen=True, gc=False):
    """A seat is out of a game that goes on; nothing is asked of it any more."""

    seat: Seat
    rule: str = ""

    def fold(self, d: Draft) -> None:
        d.values["out"] = (*d.values["out"], self.seat)
        d.values["stack"] = tuple(map(self._without, d.values["stack"]))

    def _without(self, item: Item) -> Item:
        if type(item) is not Open or self.seat not in item.seats:
            return item
        return replace(item, seats=tuple(seat for seat in item.seats if seat != self.seat))


class PhaseBegan(TableEvent, frozen=True, gc=False):
    """Another part of the game began."""

    phase: int
    name: str = ""

    def fold(self, d: Draft) -> None:
        d.values["phase"] = self.phase


class Ended(TableEvent, frozen=True, gc=False):
    """The game is over."""

    outcome: Outcome

    def fold(self, d: Draft) -> None:
        d.values["over"] = self.outcome
        d.values["stack"] = ()


def _seat_of(given: Given) -> Seat:
    return given.seat
