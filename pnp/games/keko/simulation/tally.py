"""What a playtest counts of this game besides wins and cards. In: the last state, a seat. Out: classes and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.keko.state import KekoState
from pnp.referee.seat import Seat


def tally(state: KekoState, seat: Seat | None) -> Mapping[str, str]:
    """A seat by its Character."""
    character = "" if seat is None else state.players[seat].character
    return {"Character": character} if character else {}


def measure(state: KekoState, seat: Seat) -> Mapping[str, Mapping[str, float]]:
    """How long the game was, and the cards its seats had in play at the end."""
    in_play = sum(card.controller == seat for card in state.play)
    counted = {"tally_rounds": float(state.round), "tally_in_play": float(in_play)}
    return {str(state.message("tally_at_end")): {str(state.message(id)): number for id, number in counted.items()}}
