"""Why a line does what it does, and its news. In: an accepted line's ruling. Out: reasons with their rules; news.

Invariant: nothing is decided here; all of it is what the judge noted while the line was worked out.
"""

from __future__ import annotations

from pnp.games.keikalla.state import KeikallaState
from pnp.referee.kernel.line_trial import news_of, reasons_of
from pnp.referee.move import Move
from pnp.referee.ruling import Accepted, Reason


def explain(state: KeikallaState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """Why a legal move does what it does."""
    return reasons_of(state, ruling) or (state.reason("KEI-13", "done"),)


def news(state: KeikallaState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What the table must do or know after an accepted line, once; nothing of it is secret."""
    return tuple(dict.fromkeys(news_of(state, ruling)))
