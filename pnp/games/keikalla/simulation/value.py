"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win."""

from __future__ import annotations

from msgspec import Struct

from pnp.games.keikalla.simulation.rating import goal_of
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.opponents.valuing import chances
from pnp.referee.seat import Seat

OUT = -30.0


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py keikalla` found: 40 games of greedy, seeds from 20,000. Gigs played added nothing.

    owned: an achievement · step: a space nearer to where the band wants to go · turn: being on turn
    """

    owned: float = 1.016
    step: float = 0.0275
    turn: float = 0.074


WEIGHTS = Weights()


def value(state: KeikallaState, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by achievements and the way that is left."""
    return chances([_standing(state, seat, weights) for seat in range(len(state.players))])


def _standing(state: KeikallaState, seat: Seat, weights: Weights) -> float:
    player, data = state.players[seat], state.data
    if player.out:
        return OUT
    owned = sum(player.owns(kind) for kind in data.achievements)
    way = data.atlas.steps_from(goal_of(state, seat)).get(player.at, 0) if player.at else 0
    return weights.owned * owned - weights.step * way + weights.turn * (state.seat == seat)
