"""What a playtest counts of this game besides wins and cards. In: the last state, a seat. Out: classes and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.keikalla.state import KeikallaState
from pnp.referee.seat import Seat


def tally(state: KeikallaState, seat: Seat | None) -> Mapping[str, str]:
    """The game by the town it was won in; a seat by its band."""
    if seat is None:
        return {str(state.message("tally_headlined")): state.data.town(state.won_in)} if state.won_in else {}
    return {"band": state.players[seat].band} if state.players[seat].band else {}


def measure(state: KeikallaState, seat: Seat) -> Mapping[str, Mapping[str, float]]:
    """How long the tour was, and what it brought."""
    player = state.players[seat]
    won = state.winner == seat
    lengths = {"tally_turns": player.turns, "tally_gigs": player.gigs, "tally_towns": len(set(player.played))}
    tour = {str(state.message(id, won=won)): float(n) for id, n in lengths.items()}
    owned = {card: float(player.owns(card)) for card in state.data.achievements}
    return {"tour": tour, str(state.message("tally_owned")): owned}
