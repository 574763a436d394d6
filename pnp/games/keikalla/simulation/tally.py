"""What a playtest counts of this game besides wins and cards. In: the last state, a seat. Out: classes and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.keikalla.state import KeikallaState
from pnp.referee.seat import Seat


def tally(state: KeikallaState, seat: Seat | None) -> Mapping[str, str]:
    """The game by the town it was won in; a seat by its band."""
    if seat is None:
        return {"headlined in": state.data.town(state.won_in)} if state.won_in else {}
    return {"band": state.players[seat].band} if state.players[seat].band else {}


def measure(state: KeikallaState, seat: Seat) -> Mapping[str, Mapping[str, float]]:
    """How long the tour was, and what it brought."""
    player = state.players[seat]
    won = state.winner == seat
    lengths = {"own turns": player.turns, "gigs": player.gigs, "towns toured": len(set(player.played))}
    found = {"tour": {f"{what}{', winner' * won}": float(n) for what, n in lengths.items()}}
    owned = {card: float(player.owns(card)) for card in state.data.achievements}
    return {**found, "achievements owned": owned}
