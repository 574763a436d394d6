"""Deals of a digital table, as version 3 dealt them: equal seeds give equal games. In: a state. Out: the deal that is
due.
"""

from __future__ import annotations

from typing import Any

from pnp.games.suomi1918.marks import low_cards
from pnp.referee.kernel import TABLE, Chance, Deal
from pnp.referee.kernel.zone import kinds_of


def deal_next(state: Any, chance: Chance) -> Deal:
    """The deal that is due."""
    due, book, seats = state.stack[-1], state.setup.book, len(state.setup.seats)
    seat = due.to[1]
    if due.rule == "SOC-02":
        aims = chance.shuffle("victory cards", [card.id for card in book.decks["victory"].cards])
        return Deal(TABLE, seat, (aims[seat],))
    pile, low = [card.id for deck in ("numbers", "actions") for card in book.decks[deck].cards], low_cards(book)
    if state.shuffles:
        order = chance.shuffle(f"reshuffle {state.shuffles}", pile)
    else:
        high = [card for card in pile if card not in low]
        order = chance.shuffle("low part", low) + chance.shuffle("high part", high)
    if due.rule == "SOC-07":
        return Deal(TABLE, seat, order[: book.constant("hand_size") * seats][seat::seats])
    seen = {*state.discard, *state.removed, *(card for cell in (*state.stacks, *state.hand) for card in kinds_of(cell))}
    return Deal(TABLE, seat, tuple(card for card in order if card not in seen)[: due.count])
