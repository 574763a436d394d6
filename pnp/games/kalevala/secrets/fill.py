"""Worlds behind a view. In: a view, tiles for its hidden hands. Out: the state in which they lie there.

Invariant: `project` of what comes out is the view again.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.kalevala.state import KalevalaState
from pnp.referee.game import Pick
from pnp.referee.opponents.sampling import Hidden, Unseen, copies_of
from pnp.referee.params import UNKNOWN


def fill(view: KalevalaState, hidden: Hidden, pick: Pick) -> KalevalaState:
    """Each hidden hand gets its tiles, others than those given from what is out of sight."""
    if not any(UNKNOWN in hand for hand in view.hands):
        return view
    unseen = Unseen(copies_of(view.unseen), hidden, pick)
    hands = tuple(unseen.fill(seat, hand) for seat, hand in enumerate(view.hands))
    left = dict(view.unseen)
    for before, after in zip(view.hands, hands, strict=True):
        for was, tile in zip(before, after, strict=True):
            if was == UNKNOWN:
                left[tile] -= 1
    return replace(view, hands=hands, unseen=left, knowledge=None)
