"""Deals of a digital table, as version 3 dealt them: equal seeds give equal games. In: a state. Out: the deal that is
due.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from pnp.games.suomi1918.marks import low_cards
from pnp.library.card import CardBook
from pnp.referee.kernel import TABLE, Chance, Deal
from pnp.referee.kernel.zone import kinds_of


class Orders:
    """What is shuffled of the cards of a book: aims, the whole pile, and its two parts."""

    def __init__(self, book: CardBook) -> None:
        self.book = book
        self.aims = tuple(card.id for card in book.decks["victory"].cards)
        self.pile = tuple(card.id for deck in ("numbers", "actions") for card in book.decks[deck].cards)
        self.low = tuple(low_cards(book))
        self.high = tuple(card for card in self.pile if card not in self.low)


LAST: list[Orders] = []  # of the book that was asked for last


def orders_of(book: CardBook) -> Orders:
    """What is shuffled of a book."""
    if not LAST or LAST[0].book is not book:
        LAST[:] = [Orders(book)]
    return LAST[0]


def deal_next(state: Any, chance: Chance) -> Deal:
    """The deal that is due."""
    due, orders, seats = state.stack[-1], orders_of(state.setup.book), len(state.setup.seats)
    seat = due.to[1]
    if due.rule == "SOC-02":
        return Deal(TABLE, seat, (chance.shuffle("victory cards", orders.aims)[seat],))
    if state.shuffles:
        order = chance.shuffle(f"reshuffle {state.shuffles}", orders.pile)
    else:
        order = chance.shuffle("low part", orders.low) + chance.shuffle("high part", orders.high)
    if due.rule == "SOC-07":
        return Deal(TABLE, seat, order[: orders.book.constant("hand_size") * seats][seat::seats])
    seen = set(chain(state.discard, state.removed, *state.stacks, *map(kinds_of, state.hand)))
    return Deal(TABLE, seat, tuple(islice((card for card in order if card not in seen), due.count)))
