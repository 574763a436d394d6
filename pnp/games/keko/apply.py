"""Events applied again. In: a state and an event. Out: the state after it.

Invariant: folding a ruling's events gives its `after`; what the table overruled is overruled again.
"""

from __future__ import annotations

from typing import Any

from pnp.games.keko.force import force
from pnp.games.keko.judge import judge
from pnp.games.keko.state import KekoState, MoveApplied
from pnp.referee.ruling import Legal, Unverified


def apply(state: KekoState, event: Any) -> KekoState:
    """The state after an event; notes and irregularities change nothing."""
    if not isinstance(event, MoveApplied):
        return state
    ruling = force(state, event.move) if event.forced else judge(state, event.move)
    assert isinstance(ruling, Legal | Unverified), "an accepted line is accepted again"
    after: KekoState = ruling.after
    return after
