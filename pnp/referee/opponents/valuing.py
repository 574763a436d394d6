"""How likely each seat is to win. In: a state. Out: a chance for each seat, 0 to 1.

When the game is over it is the outcome: the winners share 1. Before, it is what the game says (`Game.value`), or what
follows from the scores alone. Invariant: no chance is below 0, and together they are at most 1; what is missing is the
chance that nobody wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any

from pnp.referee.game import Game, Outcome, standing_of

LEAD = 1.5  # of a game that says nothing: how much a lead of the square root of all points counts


def value_of(game: Game[Any], state: Any) -> Sequence[float]:
    """The chance of each seat to win from here, if others play as well."""
    outcome = game.outcome(state)
    seats = len(state.setup.seats)
    if outcome is not None:
        return value_of_outcome(outcome, seats)
    if game.value is not None:
        return game.value(state)
    scores = standing_of(game, state)
    if not scores:
        return [1 / seats] * seats
    slope = LEAD / sqrt(1 + sum(map(abs, scores)))
    return chances([slope * score for score in scores])


def value_of_outcome(outcome: Outcome, seats: int) -> list[float]:
    """1 for the winner; several share it."""
    winners = outcome.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def chances(standings: Sequence[float], nobody: float | None = None) -> list[float]:
    """Chances in the ratio of the exponentials of the standings: for two seats the logistic function of the lead.

    nobody: the standing of nobody, in a game that may end without a winner
    """
    most = max(standings) if nobody is None else max(*standings, nobody)
    weights = [exp(standing - most) for standing in standings]
    total = sum(weights) + (exp(nobody - most) if nobody is not None else 0.0)
    return [weight / total for weight in weights]
