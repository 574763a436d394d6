"""The judge. In: a state and a move. Out: Legal with what happened and the state after, Unverified, Ambiguous, or
Illegal with the rule and why.

A move is tried on a copy of the table (`Trial`); what it sets off runs until somebody must decide. A move that an open
window forbids, and that is legal once everybody has passed, is everybody's pass and that move (KEK-A31).
Invariant: nothing else knows what is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing import announce
from pnp.games.keko.announcing.timing import refuse_out
from pnp.games.keko.moves import (
    Choose,
    Deal,
    Discard,
    Draw,
    EndTurn,
    First,
    Flip,
    Keep,
    Leave,
    Location,
    Look,
    Mill,
    Next,
    Ok,
    Order,
    Play,
    Respond,
    Roll,
    Show,
    Stock,
    Teams,
    Use,
)
from pnp.games.keko.phases import setup_moves, turn
from pnp.games.keko.resolution import decisions
from pnp.games.keko.resolution.loop import run
from pnp.games.keko.state import DEALT, ORDER, SOFT, Happened, KekoState
from pnp.games.keko.trial import Trial
from pnp.referee.move import Move, Pass, Shuffle
from pnp.referee.notation import form_of, verb_of
from pnp.referee.params import Names
from pnp.referee.ruling import Ambiguous, Illegal, Legal, Ruling, Unverified
from pnp.referee.seat import seat_name

MOST_WINDOWS = 60
ANY_TIME: tuple[type[Move], ...] = (Leave, Shuffle, Flip)
FREE: tuple[type[Move], ...] = (*ANY_TIME, Pass, Ok, Order, Choose, Discard, Roll, Mill, Look, Keep)


def judge(state: KekoState, move: Move) -> Ruling:
    """Rule on a move."""
    trial = Trial(state)
    ruling = attempt(trial, move)
    if ruling is not None:
        closed = ruling if isinstance(ruling, Ambiguous) else close_and_try(state, move, ruling)
        if isinstance(closed, Ambiguous):
            return readable(state, move, closed)
        if isinstance(closed, Illegal):
            return closed
        trial = closed
    run(trial)
    return accepted(trial, move)


def accepted(trial: Trial, move: Move, forced: bool = False) -> Legal | Unverified:
    """The line came true."""
    trial.ply += 1
    events = (Happened(move, forced), *trial.facts, *trial.found)
    if trial.assuming:
        return Unverified(events, trial.freeze(), tuple(trial.assuming))
    return Legal(events, trial.freeze())


def attempt(trial: Trial, move: Move) -> Illegal | Ambiguous | None:
    """The move on this table, whatever follows from it."""
    if trial.winners is not None:
        return Illegal(trial.ending_rule, f"the game is over: {trial.ending}")
    kind = type(move)
    if kind is Deal and trial.question is not None and trial.question.kind == DEALT:
        return decisions.deal(trial, move)  # type: ignore[arg-type]
    if isinstance(move, Play | Use | Respond) and (out := refuse_out(trial, move.seat)) is not None:
        return out
    if trial.question is not None and trial.question.kind not in SOFT and kind not in FREE:
        question = trial.question
        who = trial.name(question.seat)
        return Illegal(question.rule, f"{who} is to answer first: {question.why}")
    return JUDGES[kind](trial, move)


def close_and_try(state: KekoState, move: Move, refused: Illegal) -> Trial | Ambiguous | Illegal:
    """Silence is a pass: the windows that are open close one after another, as far as it takes (KEK-A31).

    What would be refused even then is refused for that reason, where nothing but the open window spoke against it.
    """
    trial = Trial(state)
    if type(move) in (Pass, Ok, Order) or trial.question is None or trial.question.kind not in SOFT:
        return refused
    waits = refused.rule == rule_ids.NOTHING_WAITS
    for _ in range(MOST_WINDOWS):
        question = trial.question
        if question is None or question.kind not in SOFT:
            return refused
        if question.kind != ORDER and not trial.data.switches.implicit_pass:
            return refused
        trial.announce(rule_ids.SILENCE, f"nobody answers: {question.why}")
        decisions.close(trial)
        run(trial)
        tried = Trial(trial.freeze())
        tried.facts, tried.found = list(trial.facts), list(trial.found)
        refusal = attempt(tried, move)
        if refusal is None:
            return tried
        if isinstance(refusal, Ambiguous):
            return refusal
        if waits:
            refused = refusal
    return refused


def readable(state: KekoState, move: Move, ruling: Ambiguous) -> Ambiguous:
    """The readings as lines that can be typed."""
    kind = type(move)
    words = form_of(kind, verb_of(kind)).write(move, Names(state.setup.seats, state.setup.book))
    who = seat_name(state.setup.seats, move.seat)
    lines = []
    for reading in ruling.readings:
        if "=" in reading:
            lines.append(f"{who}: {words} {reading}")
            continue
        bare = reading.partition(".")[0]
        parts = [_put(part, bare, reading) for part in words.split(" ")]
        lines.append(f"{who}: {' '.join(parts)}")
    return Ambiguous(ruling.because, tuple(dict.fromkeys(lines)))


def _put(part: str, bare: str, reading: str) -> str:
    """A word of a line with the full name of a copy."""
    key, equals, value = part.rpartition("=")
    pieces = [reading + piece[len(bare) :] if _is(piece, bare) else piece for piece in value.split(",")]
    return f"{key}{equals}{','.join(pieces)}"


def _is(piece: str, bare: str) -> bool:
    return piece == bare or (piece.startswith(bare) and piece[len(bare)] in "*/")


JUDGES: dict[type[Move], Callable[[Trial, Any], Illegal | Ambiguous | None]] = {
    Play: announce.play,
    Use: announce.use,
    Respond: announce.respond,
    Choose: decisions.choose,
    Pass: decisions.pass_by,
    Ok: decisions.ok,
    Order: decisions.order,
    Discard: decisions.discard,
    Roll: decisions.roll,
    Mill: decisions.mill,
    Look: decisions.look,
    Keep: decisions.keep,
    Deal: setup_moves.deal,
    Draw: turn.draw,
    Next: turn.next_section,
    EndTurn: turn.end_turn,
    Show: setup_moves.show,
    Location: setup_moves.location,
    First: setup_moves.first,
    Stock: setup_moves.stock,
    Teams: setup_moves.teams,
    Leave: turn.leave,
    Shuffle: turn.shuffle,
    Flip: turn.flip,
}
