"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win.

What a circus promises (`rating.worth`) counts for more the nearer the last show is.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.games.drumroll.simulation.rating import worth
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.opponents.valuing import chances


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py drumroll` found: 120 games of greedy, seeds from 20,000.

    lead: a prestige promised in the first show · later: as much more in each show after it
    """

    lead: float = 0.042
    later: float = 0.021


WEIGHTS = Weights()


def value(state: DrumRollState, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by what the circuses promise."""
    slope = weights.lead + weights.later * (state.show - 1)
    return chances([slope * worth(state, player) for player in state.players])
