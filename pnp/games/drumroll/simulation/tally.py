"""What a playtest counts of this game besides wins and cards. In: the last state, a seat. Out: classes and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.drumroll.state import DrumRollState
from pnp.referee.seat import Seat


def tally(state: DrumRollState, seat: Seat | None) -> Mapping[str, str]:
    """A seat by the number of its performers."""
    return {} if seat is None else {state.message("number_of_performers"): str(len(state.players[seat].troupe))}


def measure(state: DrumRollState, seat: Seat) -> Mapping[str, Mapping[str, float]]:
    """What a performer of each type was worth to a seat that had some: coins and prestige that it brought and cost.

    Coins are benefits less hiring, salaries and compensation; cubes, cards, trailers and skipped salaries are left out.
    """
    named = [
        (name, row) for name, row in zip(state.data.types, state.players[seat].type_totals, strict=True) if row.hired
    ]
    return {
        state.message("coins_brought"): {name: row.coins / row.hired for name, row in named},
        state.message("prestige_brought"): {name: row.prestige / row.hired for name, row in named},
    }
