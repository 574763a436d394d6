"""Legal moves. In: a state and a seat. Out: candidates; and exactly the legal ones.

A seat that need not act may still play cards (DR-160). For a hand that the referee does not see these are the moves
that are possible if the card is held. Cards are turned up one by one here; a line may hold several.
Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.games.drumroll.judge import HANDLERS, check_place
from pnp.games.drumroll.moves import Convert, Decline, Distribute, Fire, Flip, Place
from pnp.games.drumroll.phases.decks import DRAW, PICK, SHUFFLE
from pnp.games.drumroll.phases.final_scoring import OVER
from pnp.games.drumroll.phases.investment_cards import HAND_LIMIT, plays_of
from pnp.games.drumroll.phases.placing import check_marker
from pnp.games.drumroll.state import DrumRollState, possible_cards
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move, Pass
from pnp.referee.seat import TABLE, Seat


def legal_moves(state: DrumRollState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse.

    While nothing interrupts, a seat's candidates are checked by their own rules alone, and some are listed by these.
    """
    listed = candidates(state, seat)
    if seat == TABLE or state.over_limit is not None or state.cards_due is not None or state.deck_to_shuffle:
        return [move for move in listed if Trial(state).allows(_check_whole, move)]
    t, legal = Trial(state, listing=True), list[Move]()
    for move in listed:
        check = _CHECKS[type(move)]
        if check is None or t.allows(check, move):
            legal.append(move)
    return legal


def _check_whole(t: Trial, move: Move) -> None:
    check_place(t, move)
    HANDLERS[type(move)](t, move)


# What is listed only where it is legal needs no check, what is listed in turn none of whose turn it is.
_CHECKS: dict[type[Move], Callable[[Trial, Any], None] | None] = {
    **HANDLERS,
    Place: check_marker,
    Pass: None,
    Convert: None,
    Distribute: None,
    Fire: None,
    Flip: None,
}


def candidates(state: DrumRollState, seat: Seat) -> list[Move]:
    """Everything a seat might do now, each once."""
    if state.phase == OVER.id:
        return []
    if seat == TABLE:
        return list(_of_the_table(state))
    question = HAND_LIMIT if state.over_limit == seat else PICK if state.looked_at else state.asks
    moves = [] if question.chance else list(question.offers(state, seat))
    if state.declinable:
        moves += [
            Decline(seat, state.data.actions[at].id) for who, at in dict.fromkeys(state.declinable) if who == seat
        ]
    if state.players[seat].hand and not question.in_setup:
        for card in possible_cards(state, seat):
            moves += plays_of(state, seat, state.data.investments[card])
    return moves


def _of_the_table(state: DrumRollState) -> Iterator[Move]:
    """Shuffles, what the phase asks, and cards that are due."""
    for question in (SHUFFLE, state.asks.of(TABLE), DRAW):
        if question is not None:
            yield from question.offers(state, TABLE)
