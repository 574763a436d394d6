"""The judge. In: a state and a move. Out: Legal with its events and the state after, Unverified, Ambiguous, or
Illegal with the rule and why.

A move is tried on a copy of the table (`Trial`); what it triggers runs until somebody must decide. A move that an open
window forbids, and that is legal once everybody has passed, is everybody's pass and that move (KEK-A31).
Invariant: nothing else knows what is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from pnp.games.keko.state import KekoState
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import WINDOWS
from pnp.referee.kernel.line_trial import MoveApplied
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
    t = Trial(state)
    ruling = attempt(t, move)
    if ruling is not None:
        closed = ruling if isinstance(ruling, Ambiguous) else close_windows_and_retry(state, move, ruling)
        if isinstance(closed, Ambiguous):
            return readings_as_lines(state, move, closed)
        if isinstance(closed, Illegal):
            return closed
        t = closed
    run(t)
    return accept(t, move)


def accept(t: Trial, move: Move, forced: bool = False) -> Legal | Unverified:
    """The ruling on a move that nothing forbids."""
    t.ply += 1
    events = (MoveApplied(move, forced), *t.events, *t.found)
    if t.assumed:
        return Unverified(events, t.freeze(), tuple(t.assumed))
    return Legal(events, t.freeze())


def attempt(t: Trial, move: Move) -> Illegal | Ambiguous | None:
    """The move on this table, whatever follows from it."""
    if t.winners is not None:
        return t.refusal(t.ending_rule, "game_is_over", why=t.ending_text)
    kind = type(move)
    if t.question is not None and kind in t.question.kind.answers:
        return decisions.answer(t, move)
    if isinstance(move, Play | Use | Respond) and (out := refuse_out(t, move.seat)) is not None:
        return out
    if t.question is not None and not t.question.is_soft and kind not in FREE:
        question = t.question
        return t.refusal(question.rule, "is_to_answer_first", seat=question.seat, why=question.why)
    return HANDLERS[kind](t, move)


def close_windows_and_retry(state: KekoState, move: Move, refused: Illegal) -> Trial | Ambiguous | Illegal:
    """Silence is a pass: the windows that are open close one after another, as far as it takes (KEK-A31).

    What would be refused even then is refused for that reason, where nothing but the open window spoke against it.
    """
    t = Trial(state)
    if type(move) in (Pass, Ok, Order) or t.question is None or not t.question.is_soft:
        return refused
    waits = refused.rule == "KEK-25"
    for _ in range(MOST_WINDOWS):
        question = t.question
        if question is None or not question.is_soft:
            return refused
        if question.kind in WINDOWS and not t.data.switches.implicit_pass:
            return refused
        t.announce("KEK-A31", "nobody_answers", why=question.why)
        decisions.close(t)
        run(t)
        tried = Trial(t.freeze())
        tried.events, tried.found = list(t.events), list(t.found)
        refusal = attempt(tried, move)
        if refusal is None:
            return tried
        if isinstance(refusal, Ambiguous):
            return refusal
        if waits:
            refused = refusal
    return refused


def readings_as_lines(state: KekoState, move: Move, ruling: Ambiguous) -> Ambiguous:
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


HANDLERS: dict[type[Move], Callable[[Trial, Any], Illegal | Ambiguous | None]] = {
    Play: announce.play,
    Use: announce.use,
    Respond: announce.respond,
    Choose: decisions.answer,
    Pass: decisions.pass_by,
    Ok: decisions.ok,
    Order: decisions.answer,
    Discard: decisions.answer,
    Roll: decisions.answer,
    Mill: decisions.answer,
    Look: decisions.answer,
    Keep: decisions.answer,
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
