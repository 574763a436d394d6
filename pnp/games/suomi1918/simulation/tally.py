"""What a playtest counts of this game besides wins and cards. In: the last state and a seat. Out: how it is classed."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def tally(state: Suomi1918State, seat: Seat | None) -> Mapping[str, str]:
    """A seat by its victory card (SOC-02)."""
    if seat is None or state.victory[seat] in ("", UNKNOWN):
        return {}
    return {str(state.message("victory_card")): state.victory[seat]}
