"""What follows from an event. In: a state and an event. Out: the state after it.

An event holds the move alone: what it brings is read from the cards, and the phases follow by themselves. Invariant:
`apply` checks no rule; every move that was made, overruled or not, can be applied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.drumroll import moves
from pnp.games.drumroll.game_data import REGIONS
from pnp.games.drumroll.params import AREA
from pnp.games.drumroll.phases import (
    decks,
    distribution,
    flow,
    hiring,
    investment_cards,
    performances,
    placing,
    setup_moves,
    voting,
)
from pnp.games.drumroll.state import DrumRollState, Phase
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Legal, Reason


class MoveApplied(Event, frozen=True):
    """A move was made."""

    move: Move


def apply(state: DrumRollState, event: Event) -> DrumRollState:
    """The state after an event."""
    return apply_move(state, event.move) if isinstance(event, MoveApplied) else state


def accept(state: DrumRollState, move: Move) -> Legal:
    """The ruling on a move that nothing forbids."""
    return Legal((MoveApplied(move),), apply_move(state, move))


def apply_move(state: DrumRollState, move: Move, notes: list[Reason] | None = None) -> DrumRollState:
    """The state after a move; the reasons of every step are appended to `notes`."""
    t = Trial(state, notes)
    if t.state.declinable and not (type(move) is moves.Decline and move.action):
        t.set(declinable=())
    EFFECTS[type(move)](t, move)
    flow.advance(t)
    t.set(ply=state.ply + 1)
    return t.state


def _deal(t: Trial, move: moves.Deal) -> None:
    to, cards = move.to, move.cards
    if to == AREA:
        decks.deal_area(t, move)
    elif isinstance(to, str) or is_region(t.state, move):
        setup_moves.deal_region(t, to, cards[0])
    elif t.state.phase == Phase.SETUP:
        setup_moves.deal_secret(t, move)
    else:
        decks.deal_drawn(t, move)


def is_region(state: DrumRollState, move: moves.Deal) -> bool:
    """A tile dealt to a seat; a single unknown card is one too, at the set-up (two are performers dealt in secret)."""
    card = move.cards[0]
    if card != UNKNOWN:
        return state.data.decks.get(card) == REGIONS
    return state.phase == Phase.SETUP and len(move.cards) < state.data.numbers.secret


def _decline(t: Trial, move: moves.Decline) -> None:
    phase = "" if move.action else t.state.phase
    if phase == Phase.TURN_END:
        flow.keep_organizer(t, move)
    elif phase == Phase.DOUBLE_VOTE:
        voting.waive_double_vote(t, move)
    else:
        hiring.decline(t, move)


def _next(t: Trial, move: moves.Next) -> None:
    flow.end_vote(t)


EFFECTS: dict[type[Move], Callable[[Trial, Any], None]] = {
    moves.Deal: _deal,
    moves.Start: setup_moves.start,
    moves.Shuffle: decks.shuffle,
    moves.Next: _next,
    moves.Keep: setup_moves.keep,
    moves.Take: setup_moves.take,
    moves.Bank: placing.bank,
    moves.Decline: _decline,
    moves.Place: placing.place,
    Pass: placing.pass_decision,
    moves.Invest: hiring.invest,
    moves.Hire: hiring.hire,
    moves.Convert: distribution.convert,
    moves.Distribute: distribution.distribute,
    moves.Vote: voting.vote,
    moves.Play: investment_cards.play,
    moves.Discard: investment_cards.discard,
    moves.Return: flow.return_organizer,
    moves.Perform: performances.perform,
    moves.Flip: performances.flip,
    moves.Fire: performances.fire,
    moves.Pay: performances.pay,
    moves.Reveal: investment_cards.reveal,
    moves.Look: decks.look,
    moves.Pick: decks.pick,
}
