"""Why a move does what it does, and what people must hear of it. In: the state before it and a move. Out: reasons,
each with its rule; news.

Invariant: nothing is decided here: the reasons are what the judge met on its way.
"""

from __future__ import annotations

from pnp.games.keko.judge import judge
from pnp.games.keko.state import Fact, KekoState
from pnp.referee.move import Move
from pnp.referee.ruling import Legal, Reason, Unverified


def explain(state: KekoState, move: Move) -> tuple[Reason, ...]:
    """The reasons of a move."""
    ruling = judge(state, move)
    if not isinstance(ruling, Legal | Unverified):
        return ()
    reasons = (Reason(event.rule, event.because) for event in ruling.events if isinstance(event, Fact))
    return tuple(dict.fromkeys(reasons))


def news(state: KekoState, move: Move) -> tuple[str, ...]:
    """What follows from a move: what people must do at the table, and what they may not have seen."""
    ruling = judge(state, move)
    if not isinstance(ruling, Legal | Unverified):
        return ()
    return tuple(event.because for event in ruling.events if isinstance(event, Fact) and event.is_news)
