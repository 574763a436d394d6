"""The digital deal: cards that the table deals for the question on top.

In: a Trial and a deal. Out: the changed Trial, or a refusal. Invariant: the table only draws, picks and rolls; the
player decides whether to draw.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import VENUE, kind_of
from pnp.games.keikalla.moves import Deal
from pnp.games.keikalla.params import STORE
from pnp.games.keikalla.state import Cards, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def deal_card(t: Trial, move: Deal) -> None:
    """`table: deal anna road_2`: the card that the question on top waits for."""
    question = t.state.question
    assert question is not None
    draw = question.asks.draw
    assert draw is not None
    seat, cards = question.seat, move.cards
    if move.to != seat:
        t.bar("KEI-20", "next_card_for", seat=seat)
    want = question.count if draw.at_once else 1
    if len(cards) != want:
        t.bar("KEI-20", "gets_so_many", seat=seat, want=want, count=len(cards))
    for card in cards:
        if card != UNKNOWN and question.pile in t.state.piles:
            t.check_pile(card, question.pile)
    hidden = move.open == STORE and cards == (UNKNOWN,) and _stores(t, seat)  # as the others see it
    if move.open != (STORE if hidden else openness(t, question, cards)):
        t.bar("KEI-H01", "openness")
    draw.step(t, question, move)


def openness(t: Trial, question: OpenQuestion, cards: Cards) -> str:
    """Who sees what is dealt: all (`yes`), its player, who may store it (`store`), or its player alone."""
    if not any(is_open(t, question, card) for card in cards):
        return ""
    draw = question.asks.draw
    may_store = draw is not None and draw.storable and kind_of(cards[0]) in t.data.harmful
    return STORE if may_store and _stores(t, question.seat) else "yes"


def is_open(t: Trial, question: OpenQuestion, card: str) -> bool:
    """Everybody sees this card when it is dealt (KEI-H01, KEI-H02)."""
    draw = question.asks.draw
    if draw is None or draw.opens is None or card == UNKNOWN or question.pile == VENUE:
        return False
    return draw.opens(t, question, card)


def _stores(t: Trial, seat: Seat) -> bool:
    return bool(t.data.switches["hampering"]) and t.state.is_far_behind(seat)
