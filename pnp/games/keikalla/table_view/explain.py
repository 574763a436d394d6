"""Why a line does what it does, and what it brings. In: the state before it and a line. Out: reasons with their rules;
news.

Invariant: nothing is decided here; all of it is what the judge noted while the line was worked out.
"""

from __future__ import annotations

from pnp.games.keikalla import rules
from pnp.games.keikalla.judge import run, work_out
from pnp.games.keikalla.state import KeikallaState
from pnp.games.keikalla.trial import Refusal, Trial
from pnp.referee.move import Move
from pnp.referee.ruling import Legal, Reason, Unverified


def explain(state: KeikallaState, move: Move) -> tuple[Reason, ...]:
    """Why a legal move does what it does."""
    ruling, notes = run(state, move, False)
    if not isinstance(ruling, Legal | Unverified):
        return ()
    return notes or (Reason(rules.TURNS, "it is done"),)


def news(state: KeikallaState, move: Move) -> tuple[str, ...]:
    """What an accepted line brings that the table must do or hear; nothing of it is secret."""
    d = Trial(state)
    try:
        work_out(d, move)
    except Refusal:
        return ()
    return tuple(dict.fromkeys(d.heard))
