"""The dealer of a digital table. In: a state and chance. Out: the table's next move.

The order of the pile follows from the seed and the number of reshuffles, so an undone draw comes again.
"""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Cards, Suomi1918State
from pnp.referee.game import Chance
from pnp.referee.move import Deal
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE


def deal_next(state: Suomi1918State, chance: Chance) -> Deal:
    """The deal that is due."""
    data, due = state.data, state.due[0]
    seats = len(state.hands)
    if due.rule == rule_ids.VICTORY_DEAL:
        return Deal(TABLE, due.seat, (chance.shuffle("victory cards", data.victories)[due.seat],))
    if due.rule == rule_ids.HANDS:
        top = pile_order(state, chance)[: data.hand_total(seats)]
        return Deal(TABLE, due.seat, top[due.seat :: seats])
    dealt: Cards = ()
    for card in pile_order(state, chance):
        # Where a correction made a hand unknown, the claims of its holder can keep a card out of the pile.
        if card in state.unseen and not isinstance(hidden_cards.draw(state, due.seat, (*dealt, card)), Illegal):
            dealt += (card,)
            if len(dealt) == due.count:
                break
    return Deal(TABLE, due.seat, dealt)


def pile_order(state: Suomi1918State, chance: Chance) -> Cards:
    """The order of the draw pile since it was last shuffled; cards that lie elsewhere are passed over."""
    data = state.data
    if state.shuffles:
        return chance.shuffle(f"reshuffle {state.shuffles}", data.pile)
    low = chance.shuffle("low part", [card for card in data.pile if card in data.low])
    return low + chance.shuffle("high part", [card for card in data.pile if card not in data.low])
