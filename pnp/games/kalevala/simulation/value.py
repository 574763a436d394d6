"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win.

A lead counts for more the fewer tiles are still to be laid: what is to come grows with the root of their number.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from pnp.games.kalevala.state import KalevalaState
from pnp.referee.opponents.valuing import chances


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py kalevala` found: 600 games of greedy, seeds from 20,000.

    lead: a point when one tile is left · end: tiles that the last ones count as more than they are
    turn: points that whoever places next is ahead by it
    """

    lead: float = 0.68
    end: float = 5.2
    turn: float = 2.06


WEIGHTS = Weights()


def value(state: KalevalaState, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by the points."""
    slope = weights.lead / sqrt(weights.end + state.deck + sum(map(len, state.hands)))
    return chances([slope * (score + weights.turn * (state.turn == seat)) for seat, score in enumerate(state.scores)])
