"""Turns and their phases: what begins and ends with them, which are left out and which come more often. In: a table
whose turn it is. Out: the phases of the game, one after the other, up to the next turn.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Piece
from pnp.referee.effects.resolving.lasting import time_comes
from pnp.referee.effects.resolving.queue import is_settled
from pnp.referee.effects.resolving.replacing import instead
from pnp.referee.effects.resolving.run import Run, resolves
from pnp.referee.effects.resolving.triggers import happened
from pnp.referee.kernel.counter import Fact
from pnp.referee.seat import Seat


def begin_turn(t: Any) -> None:
    """The turn of whose turn it is begins."""
    cards = effects_of(t)
    now = cards.in_force(t)
    pieces = (*now.pieces, *now.fronts)
    if any(piece.used for piece in pieces):
        cards.keep_all(t, tuple(_renewed(piece, t.turn) for piece in pieces))
    time_comes(t, "your_next_turn", t.turn)
    for step in cards.steps:
        happened(t, "start_of_turn", t.turn, None, step=step)
    t.later(begin_phase, 0)


def _renewed(piece: Piece, turn: Seat) -> Piece:
    """A card in play whose limits begin again: of a turn in every turn, of a round in its player's."""
    over = ("turn", "round") if piece.seat == turn else ("turn",)
    return replace(piece, used=tuple(use for use in piece.used if use[1] not in over))


def begin_phase(t: Any, at: int) -> None:
    """A phase of the turn begins; after the last one the turn ends."""
    cards = effects_of(t)
    if cards.is_over(t) or (cards.between and not is_settled(t, begin_phase, at)):
        return
    phases = list(cards.phases)
    if at >= len(phases):
        t.later(end_turn)
        return
    name = phases[at]
    skipped: tuple[tuple[int, str], ...] = t[cards.skipped_phases]
    if (t.turn, name) in skipped:
        t.put(cards.skipped_phases, _without(skipped, (t.turn, name)), cards.turns)
        cards.say(t, "phase_is_skipped", seat=t.turn, phase=name)
        t.later(begin_phase, at + 1)
        return
    if not instead(t, "phase", t.turn, 0, None, name):
        cards.phases[name](t, t.turn)
    t.later(end_phase, at)


def end_phase(t: Any, at: int) -> None:
    """A phase is over: one that comes more often is played now, else the next begins."""
    cards = effects_of(t)
    extra: tuple[str, ...] = t[cards.extra_phases]
    if not extra:
        t.later(begin_phase, at + 1)
        return
    t.put(cards.extra_phases, extra[1:], cards.turns)
    cards.say(t, "phase_again", seat=t.turn, phase=extra[0])
    cards.phases[extra[0]](t, t.turn)
    t.later(end_phase, at)


def end_turn(t: Any) -> None:
    """What a turn ends with."""
    cards = effects_of(t)
    if cards.is_over(t) or (cards.between and not is_settled(t, end_turn)):
        return
    for step in cards.steps:
        happened(t, "end_of_turn", t.turn, None, step=step)
    t.later(turn_is_over)


def turn_is_over(t: Any) -> None:
    """What holds until the end of the turn holds no more, then the next turn begins."""
    if effects_of(t).between and not is_settled(t, turn_is_over):
        return
    time_comes(t, "end_of_turn", None)
    t.later(next_turn)


def next_turn(t: Any) -> None:
    """Who has a turn more plays it; else it is the next seat that does not leave one out."""
    cards = effects_of(t)
    if cards.between and not is_settled(t, next_turn):
        return
    extra: tuple[int, ...] = t[cards.extra_turns]
    if extra:
        t.put(cards.extra_turns, extra[1:], cards.turns)
        cards.say(t, "extra_turn", seat=extra[0])
        t.pass_turn(to=extra[0], rule=cards.turns)
    else:
        seat = t.turn
        while True:
            seat = next(iter(t.others(seat)), seat)
            skipped: tuple[int, ...] = t[cards.skipped_turns]
            if seat not in skipped:
                break
            t.put(cards.skipped_turns, _without(skipped, seat), cards.turns)
            cards.say(t, "turn_is_skipped", seat=seat)
        t.pass_turn(to=seat, rule=cards.turns)
    t.later(begin_turn)


def _without(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    at = values.index(value)
    return (*values[:at], *values[at + 1 :])


def _more(run: Run, fact: Fact, values: tuple[Any, ...]) -> None:
    run.t.put(fact, (*run.t[fact], *values), run.cards.turns)


@resolves("extra_turn")
def _extra_turn(run: Run, effect: Any) -> None:
    _more(run, run.cards.extra_turns, run.seats(effect.who))


@resolves("skip_turn")
def _skip_turn(run: Run, effect: Any) -> None:
    _more(run, run.cards.skipped_turns, run.seats(effect.who))


@resolves("extra_phase")
def _extra_phase(run: Run, effect: Any) -> None:
    _more(run, run.cards.extra_phases, (effect.phase,))


@resolves("skip_phase")
def _skip_phase(run: Run, effect: Any) -> None:
    _more(run, run.cards.skipped_phases, tuple((seat, effect.phase) for seat in run.seats(effect.who)))
