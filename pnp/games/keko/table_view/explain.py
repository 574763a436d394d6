"""Why a move does what it does, and what people must know of it. In: an accepted move's ruling. Out: reasons, each with
its rule; news.

Invariant: nothing is decided here: the reasons are what the judge noted on its way.
"""

from __future__ import annotations

from pnp.games.keko.state import KekoState
from pnp.referee.kernel.line_trial import news_of, reasons_of
from pnp.referee.move import Move
from pnp.referee.ruling import Accepted, Reason


def explain(state: KekoState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons of a move, each once."""
    return tuple(dict.fromkeys(reasons_of(state, ruling)))


def news(state: KekoState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What follows from a move: what people must do at the table, and what they may not have seen."""
    return news_of(state, ruling)
