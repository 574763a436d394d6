"""Completes typed lines. In: a line as it was typed. Out: the same line with its seat.

Invariant: a seat is added only where it is clear who is meant, or where all are refused for the same reason; else the
line stays as it is, and is refused as such.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.game import is_dealt
from pnp.referee.move import End, Move, Undo
from pnp.referee.notation import ADJUST, verb_of
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Ambiguous
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.table.lead_up import lead_up_to

LONGEST_NUMBER = 9
FOR_THE_TABLE = (verb_of(Undo), ADJUST)


def number_typed(text: str) -> int | None:
    """The number that stands for a whole line; None when something else was typed."""
    word = text.strip()
    return int(word) if word.isascii() and word.isdecimal() and len(word) < LONGEST_NUMBER else None


def with_seat(replay: Replay[Any], text: str) -> str:
    """`place ukko 1,0` as `red: place ukko 1,0` when it is red's turn."""
    typed = text.partition("#")[0].strip()
    if not typed or names_seat(replay, typed):
        return text
    words = typed.lstrip("! ")
    seat = _meant(replay, words)
    if seat is None and not typed.startswith("!"):
        seat = _only_one_allowed(replay, words)
    return text if seat is None else f"{seat_name(replay.setup.seats, seat)}: {text.strip()}"


def names_seat(replay: Replay[Any], text: str) -> bool:
    """A word before a colon is a seat; so is one whose colon was forgotten."""
    typed = text.partition("#")[0].strip()
    before, colon, _ = typed.partition(":")
    if colon and len(before.split()) < 2:
        return True
    word = next(iter(typed.split()), "")
    return len(word) > 1 and word not in replay.notation.verbs() and replay.notation.names.seat_named(word) is not None


def _only_one_allowed(replay: Replay[Any], words: str) -> Seat | None:
    """Of several who may speak the only one who may say this, by what everybody knows."""
    seats = dict.fromkeys(replay.to_act) if replay.outcome is None else ()
    if len(seats) < 2:
        return None
    known = replay.game.project(replay.state, None)
    game, moves = replay.game, {seat: replay.notation.parse_move(seat, words) for seat in (*seats, TABLE)}
    read = {seat: move for seat, move in moves.items() if isinstance(move, Move) and type(move) in game.moves}
    allowed = [seat for seat, move in moves.items() if isinstance(move, Ambiguous)]
    allowed += [seat for seat, move in read.items() if isinstance(game.judge(known, move), ACCEPTED)]
    if not allowed:
        allowed = [seat for seat, move in read.items() if lead_up_to(game, known, move) is not None]
    if not allowed and read:
        return _refused_alike(replay, known, read)
    return allowed[0] if len(allowed) == 1 else None


def _refused_alike(replay: Replay[Any], known: Any, read: dict[Seat, Move]) -> Seat | None:
    """The table for what it deals; a seat where every one is refused for the same reason, which then is the answer."""
    if TABLE in read and is_dealt(replay.game, read[TABLE]):
        return TABLE
    seats = [seat for seat in read if seat != TABLE]
    rulings = [replay.game.judge(known, read[seat]) for seat in seats]
    return seats[0] if seats and all(ruling == rulings[0] for ruling in rulings) else None


def _meant(replay: Replay[Any], words: str) -> Seat | None:
    named, _ = replay.notation.verbs_named(words.split())
    verb = named[0] if len(named) == 1 else ""
    ends = verb == verb_of(End) and not any(verb_of(kind) == verb for kind in replay.game.moves)
    if ends or verb in FOR_THE_TABLE:
        return TABLE
    if replay.outcome is not None:  # nobody is asked: whoever it was meant for, the refusal says that the game is over
        after = any(verb_of(kind) == verb for kind in replay.game.moves_after_end)
        return None if after else TABLE
    asked = {decision.seat for decision in replay.decisions if verb in decision.verbs}
    if len(asked) == 1:
        return asked.pop()
    return replay.to_act[0] if len(replay.to_act) == 1 else None
