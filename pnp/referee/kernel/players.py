"""Zones over a state that keeps what each seat has in `players`. In: names of their fields. Out: zones, states.

Invariant: a zone is called as the field is.
"""

from __future__ import annotations

from pnp.referee.correction import with_player
from pnp.referee.kernel.place import EACH_SEAT, EVERYBODY
from pnp.referee.kernel.zone import Zone


def zone_of_players(name: str, seen_by: str = EVERYBODY) -> Zone:
    """What lies in `state.players[seat].name`."""
    return Zone(
        name,
        EACH_SEAT,
        seen_by,
        get=lambda state, seat: getattr(state.players[seat], name),
        put=lambda state, seat, cards: with_player(state, seat, **{name: cards}),
    )
