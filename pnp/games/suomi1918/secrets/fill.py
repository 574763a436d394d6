"""Worlds behind a view. In: a view, cards for its hidden hands. Out: the state in which they lie there.

Invariant: `project` of what comes out is the view again.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.suomi1918.state import Suomi1918State, starter
from pnp.referee.game import Pick
from pnp.referee.opponents.sampling import Hidden, Unseen


def fill(view: Suomi1918State, hidden: Hidden, pick: Pick) -> Suomi1918State:
    """Hidden hands and victory cards get theirs, those that are not given from what is out of sight."""
    data = view.data
    unseen = Unseen([card for card in data.pile if card in view.unseen], hidden, pick)
    hands = tuple(unseen.fill(seat, hand) for seat, hand in enumerate(view.hands))
    goals = Unseen([card for card in data.victories if card not in view.victory], {}, pick)
    world = replace(
        view,
        hands=hands,
        victory=goals.fill("victory", view.victory),
        unseen=frozenset(unseen.left),
        knowledge=None,
    )
    return replace(world, turn=starter(world)) if world.is_opening and not world.due else world
