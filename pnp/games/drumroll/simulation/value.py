"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win.

What a circus promises (`rating.worth`) counts for more the nearer the last show is, and for less in the middle of one,
when some circuses have been paid for it and others have not.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.games.drumroll.simulation.rating import worth
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.opponents.valuing import chances


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py drumroll` found: 240 games of greedy, seeds from 20,000.

    lead: a prestige promised before the first show · later: as much more before each show after it
    shown: the part of it that counts during a show
    """

    lead: float = 0.05
    later: float = 0.046
    shown: float = 0.23


WEIGHTS = Weights()


def value(state: DrumRollState, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by what the circuses promise."""
    slope = weights.lead + weights.later * (state.show - 1)
    if state.performing is not None:
        slope *= weights.shown
    return chances([slope * worth(state, player) for player in state.players])
