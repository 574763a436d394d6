"""What follows from what happened. In: a state and an event. Out: the state after it.

An event holds the move alone: what it brings is read from the cards, and the phases follow by themselves. Invariant:
`apply` asks no rule; a move that happened, overruled or not, has an after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.drumroll import moves
from pnp.games.drumroll.game_data import REGIONS
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
from pnp.games.drumroll.words import AREA
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Legal, Reason


class Made(Event, frozen=True):
    """A move was made."""

    move: Move


def apply(state: DrumRollState, event: Event) -> DrumRollState:
    """The state after an event."""
    return after(state, event.move) if isinstance(event, Made) else state


def made(state: DrumRollState, move: Move) -> Legal:
    """The ruling of a move that can be made."""
    return Legal((Made(move),), after(state, move))


def after(state: DrumRollState, move: Move, notes: list[Reason] | None = None) -> DrumRollState:
    """The state after a move; `notes` get the reasons of every step."""
    trial = Trial(state, notes)
    if trial.table.window and not (type(move) is moves.Decline and move.action):
        trial.set(window=())
    DOES[type(move)](trial, move)
    flow.advance(trial)
    trial.set(ply=state.ply + 1)
    return trial.table


def _deal(trial: Trial, move: moves.Deal) -> None:
    to, cards = move.to, move.cards
    if to == AREA:
        decks.deal_area(trial, move)
    elif isinstance(to, str) or is_region(trial.table, move):
        setup_moves.deal_region(trial, to, cards[0])
    elif trial.table.phase == Phase.SETUP:
        setup_moves.deal_secret(trial, move)
    else:
        decks.deal_drawn(trial, move)


def is_region(state: DrumRollState, move: moves.Deal) -> bool:
    """A tile dealt to a seat; a single unknown card is one too, at the set-up (two are performers dealt in secret)."""
    card = move.cards[0]
    if card != UNKNOWN:
        return state.data.decks.get(card) == REGIONS
    return state.phase == Phase.SETUP and len(move.cards) < state.data.number.secret


def _decline(trial: Trial, move: moves.Decline) -> None:
    phase = "" if move.action else trial.table.phase
    if phase == Phase.TURN_END:
        flow.keep_organizer(trial, move)
    elif phase == Phase.DOUBLE_VOTE:
        voting.be_content(trial, move)
    else:
        hiring.decline(trial, move)


def _next(trial: Trial, move: moves.Next) -> None:
    flow.end_vote(trial)


DOES: dict[type[Move], Callable[[Trial, Any], None]] = {
    moves.Deal: _deal,
    moves.Start: setup_moves.start,
    moves.Shuffle: decks.shuffle,
    moves.Next: _next,
    moves.Keep: setup_moves.keep,
    moves.Take: setup_moves.take,
    moves.Bank: placing.bank,
    moves.Decline: _decline,
    moves.Place: placing.place,
    Pass: placing.pass_up,
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
