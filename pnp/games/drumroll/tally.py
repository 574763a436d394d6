"""What a playtest counts of this game besides wins and cards. In: the last state and a seat. Out: how it is classed."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.drumroll.state import Table
from pnp.referee.seat import Seat


def tally(state: Table, seat: Seat | None) -> Mapping[str, str]:
    """A seat by its troupe's strongest type and size; a game by nothing."""
    if seat is None:
        return {}
    kit, player = state.kit, state.players[seat]
    counts = [sum(kit.performers[each.card].type == at for each in player.troupe) for at in range(len(kit.types))]
    return {f"{name}s in the circus": str(count) for name, count in zip(kit.types, counts, strict=True)}
