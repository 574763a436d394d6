"""Why a move is as it is, and what it brings. In: the state before it and a move. Out: reasons with their rules; news.

Invariant: nothing is decided here; all of it is what the draft noted while the move was made.
"""

from __future__ import annotations

from pnp.games.drumroll.apply import after
from pnp.games.drumroll.draft import News
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


def news(state: Table, move: Move) -> tuple[str, ...]:
    """What everybody hears when the line is accepted: coins, cubes, cards that go, votes, the next turn."""
    return tuple(reason.because for reason in explain(state, move) if isinstance(reason, News))
