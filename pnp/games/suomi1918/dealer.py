"""Deals of a digital table, as version 3 dealt them: equal seeds give equal games. In: a table. Out: the deal that is
due.
"""

from __future__ import annotations

from itertools import chain, islice

from pnp.games.suomi1918.marks import low_cards
from pnp.games.suomi1918.table import DISCARD, REMOVED, SHUFFLES
from pnp.library.card import CardBook
from pnp.referee.kernel import TABLE, Chance, Deal, Trial
from pnp.referee.kernel.zone import kinds_of


class Orders:
    """What is shuffled of the cards of a book: aims, the whole pile, and its two parts."""

    def __init__(self, book: CardBook) -> None:
        self.aims = tuple(card.id for card in book.decks["victory"].cards)
        self.pile = tuple(card.id for deck in ("numbers", "actions") for card in book.decks[deck].cards)
        self.low = tuple(low_cards(book))
        self.high = tuple(card for card in self.pile if card not in self.low)


def deal_next(t: Trial, chance: Chance) -> Deal:
    """The deal that is due."""
    due, orders, seats = t.dues[0], t.once(Orders), len(t.seats)
    seat = int(due.to[1])
    if due.rule == "SOC-02":
        return Deal(TABLE, seat, (chance.shuffle("victory cards", orders.aims)[seat],))
    if t[SHUFFLES]:
        order = chance.shuffle(f"reshuffle {t[SHUFFLES]}", orders.pile)
    else:
        order = chance.shuffle("low part", orders.low) + chance.shuffle("high part", orders.high)
    if due.rule == "SOC-07":
        return Deal(TABLE, seat, order[: t.constant("hand_size") * seats][seat::seats])
    seen = {*chain(t[DISCARD], t[REMOVED], *t.get("stacks"), *map(kinds_of, t.get("hand")))}
    return Deal(TABLE, seat, tuple(islice((card for card in order if card not in seen), due.count)))
