"""Why a move is as it is, and what it brings. In: the state before it and an accepted move. Out: reasons with their
rules; news.

Invariant: nothing is decided or judged here; all of it is what the trial notes while the move is made. It is made once
more for that: to word the reasons of every line as it is judged would make a long record an eighth slower to replay.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.games.drumroll.apply import apply_move
from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Gain, News
from pnp.referee.move import Move
from pnp.referee.ruling import Accepted, Reason


def explain(state: DrumRollState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons of a move."""
    notes: list[Reason] = []
    apply_move(state, move, notes)
    return tuple(_summed(notes))


def _summed(notes: list[Reason]) -> Iterable[Reason]:
    """Each reason once; gains of one kind are added up."""
    summed: dict[Any, Reason] = {}
    for note in notes:
        key = note.key() if isinstance(note, Gain) else note
        before = summed.get(key)
        if isinstance(note, Gain) and isinstance(before, Gain):
            summed[key] = before.plus(note.amount)
        else:
            summed[key] = note
    return summed.values()


def news(state: DrumRollState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What is announced when the line is accepted: coins and cubes that the line does not name, cards that go, votes,
    the next turn.
    """
    reasons = (reason for reason in explain(state, move, ruling) if isinstance(reason, News))
    return tuple(reason.because for reason in reasons if not (isinstance(reason, Gain) and reason.in_line))
