"""Zones over a state that keeps what each seat has in `players`. In: names of their fields. Out: zones, states.

Invariant: a zone is called as the field is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.referee.correction import with_player
from pnp.referee.kernel.place import EACH_SEAT
from pnp.referee.kernel.zone import EVERYBODY, Zone


def zone_of_players(
    name: str,
    seen_by: str = EVERYBODY,
    *,
    ordered: bool | None = None,
    entries: Callable[[Any, Any], tuple[str, ...]] = lambda state, value: value,
    value: Callable[[Any, tuple[str, ...]], Any] = lambda state, entries: entries,
) -> Zone:
    """What lies in `state.players[seat].name`; `entries` and `value` turn what is kept there into cards and back."""
    return Zone(
        name,
        EACH_SEAT,
        seen_by,
        ordered=ordered,
        get=lambda state, seat: entries(state, getattr(state.players[seat], name)),
        put=lambda state, seat, cards: with_player(state, seat, **{name: value(state, cards)}),
    )
