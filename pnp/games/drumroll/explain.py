"""Why a move is as it is. In: the state before it and a move. Out: reasons, each with its rule.

Invariant: nothing is decided here; the reasons are what the draft noted while the move was made.
"""

from __future__ import annotations

from pnp.games.drumroll.apply import after
from pnp.games.drumroll.judge import refuse
from pnp.games.drumroll.state import Table
from pnp.referee.move import Move
from pnp.referee.ruling import Reason


def explain(state: Table, move: Move) -> tuple[Reason, ...]:
    """The reasons of a move; none when it is refused."""
    if refuse(state, move) is not None:
        return ()
    notes: list[Reason] = []
    after(state, move, notes)
    return tuple(dict.fromkeys(notes))
