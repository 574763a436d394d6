"""What `undo` takes back. In: a table, how many typed lines. Out: how many plies these are, or why there are too few.

Invariant: a typed line goes whole: with the lines that went without saying before it, with all its moves, and with what
the referee did after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.referee.game import DIGITAL
from pnp.referee.kernel_rules import REF_UNDO
from pnp.referee.message import referee_message
from pnp.referee.record import TypedLine
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def plies_to_undo(replay: Replay[Any], count: int, typed: Iterable[TypedLine]) -> int | Illegal:
    """The plies of the last so many typed lines."""
    later = {ply for line in typed for ply in range(line.first + 1, line.first + line.plies)}
    if count < 1 or (replay.setup.deal != DIGITAL and not later):
        return count  # every ply is a line
    left = count
    for back in range(1, len(replay.positions)):
        before, position = replay.positions[-1 - back], replay.positions[-back]
        if position.ply not in later and is_by_people(replay, replay.entries[position.ply - 1], before.state):
            left -= 1
            if not left:
                return back
    return Illegal(REF_UNDO, referee_message("referee.cannot_undo_lines", count=count, there=count - left))


def count_back_to(replay: Replay[Any], seat: Seat, typed: Iterable[TypedLine]) -> int:
    """How many typed lines reach back to the last one of a seat; 0 when no line of it stands."""
    stands, known = [replay.entries[it.ply - 1].seat for it in replay.positions[1:]], tuple(typed)
    if seat not in stands:
        return 0
    needed = stands[::-1].index(seat) + 1
    for count in range(1, len(stands) + 1):
        plies = plies_to_undo(replay, count, known)
        if isinstance(plies, Illegal) or plies >= needed:
            return 0 if isinstance(plies, Illegal) else count
    return 0


def is_by_people(replay: Replay[Any], entry: Entry, before: Any) -> bool:
    """Whether people typed this line; the others are what the referee of a digital table did after them."""
    if replay.setup.deal != DIGITAL:
        return True
    if entry.seat == TABLE and replay.game.to_act(before) == (TABLE,):
        return False
    return replay.game.forced(before) != entry.move  # of the table: a correction, the end, `table: ok`
