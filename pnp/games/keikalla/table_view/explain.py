"""Why a line does what it does, and its news. In: an accepted line's ruling. Out: reasons with their rules; news.

Invariant: nothing is decided here; all of it is what the judge noted while the line was worked out.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.state import KeikallaState, Noted
from pnp.referee.move import Move
from pnp.referee.ruling import Accepted, Reason


def explain(state: KeikallaState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """Why a legal move does what it does."""
    noted = (event for event in ruling.events if isinstance(event, Noted))
    reasons = tuple(Reason(event.rule, _worded(state, event)) for event in noted)
    return reasons or (Reason(rule_ids.TURNS, state.message("done")),)


def news(state: KeikallaState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What the table must do or know after an accepted line; nothing of it is secret."""
    noted = (event for event in ruling.events if isinstance(event, Noted) and event.is_news)
    return tuple(dict.fromkeys(_worded(state, event) for event in noted))


def _worded(state: KeikallaState, event: Noted) -> str:
    """Its reason in words."""
    return state.message(event.message, **event.args)
