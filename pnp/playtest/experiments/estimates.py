"""Figures of an experiment with their uncertainty. In: what was played. Out: estimates, differences with paired
intervals, and how many games would still be needed.

Invariant: an interval always contains its estimate; those `at every look` hold however often somebody looked and
whenever he stopped, the others for a number of games that was fixed before.
"""

from __future__ import annotations

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.figures import Figure
from pnp.playtest.experiments.sequential import margin_at_every_look
from pnp.playtest.moments import Deviation, Ratio, deviation
from pnp.playtest.reports.numbers import EVEN, held_against
from pnp.playtest.statistics import Z, wilson

POWER = 0.8416212335729143  # 80 % of the normal distribution lie below: so likely a difference is to be seen


class Estimate(Struct, frozen=True):
    """A figure of one plan and its 95 % interval; None where nothing of it was played. Shares are from 0 to 1.

    of: of how many games, seats of a bot or seats that used a card
    """

    figure: str
    title: str
    is_share: bool
    of: int
    value: float | None
    low: float | None
    high: float | None


class Difference(Struct, frozen=True):
    """A figure of one plan minus that of another on the same seeds, and the 95 % interval of that.

    against: `above` or `below` where the whole interval is · more: games that would still be needed of each plan to see
    a difference of this size with a chance of 80 %; 0 when it is seen, None where there is none or nothing is known
    """

    figure: str
    title: str
    is_share: bool
    value: float | None
    low: float | None
    high: float | None
    against: str = EVEN
    more: int | None = None


class Estimator:
    """The estimates of what was played so far; at_every_look: see the module."""

    def __init__(self, experiment: Experiment, played: ExperimentCounts, at_every_look: bool = False) -> None:
        self.experiment, self.moments, self.at_every_look = experiment, played.moments, at_every_look

    def estimate(self, arm: int, figure: int) -> Estimate:
        """A figure of one plan."""
        ratio = self.experiment.ratio(arm, figure)
        found = self.estimate_of(figure, ratio)
        if found.value is None or not found.is_share or self.at_every_look:
            return found
        low, high = wilson(*ratio.counted(self.moments))  # the games of one plan do not hang together
        return replace(found, low=low, high=high)

    def estimate_of(self, figure: int, ratio: Ratio) -> Estimate:
        """A figure as the quotient of other columns than those of one plan."""
        known, value = self.experiment.figures[figure], ratio.value(self.moments)
        count = ratio.counted(self.moments)[1] // known.fine if known.is_share else self.moments.n
        if value is None:
            return Estimate(known.name, known.title, known.is_share, count, None, None, None)
        margin = self._margin(self._deviation(known, [(ratio, 1.0)]))
        low, high = (None, None) if margin is None else (value - margin, value + margin)
        if known.is_share and low is not None and high is not None:
            low, high = max(low, 0.0), min(high, 1.0)
        return Estimate(known.name, known.title, known.is_share, count, value, low, high)

    def difference(self, arm: int, base: int, figure: int) -> Difference:
        """A figure of one plan minus that of another."""
        return self.difference_of(figure, self.experiment.ratio(arm, figure), self.experiment.ratio(base, figure))

    def difference_of(self, figure: int, one: Ratio, other: Ratio) -> Difference:
        """The difference of two columns of a figure."""
        known = self.experiment.figures[figure]
        left, right = one.value(self.moments), other.value(self.moments)
        if left is None or right is None:
            return Difference(known.name, known.title, known.is_share, None, None, None)
        value, spread = left - right, self._deviation(known, [(one, 1.0), (other, -1.0)])
        margin = self._margin(spread)
        if margin is None:
            return Difference(known.name, known.title, known.is_share, value, None, None)
        low, high = value - margin, value + margin
        against = held_against(low, high)
        more = 0 if against else self._more(value, spread, margin)
        return Difference(known.name, known.title, known.is_share, value, low, high, against, more)

    def _margin(self, spread: Deviation) -> float | None:
        return margin_at_every_look(spread) if self.at_every_look else spread.margin

    def _deviation(self, figure: Figure, signed: list[tuple[Ratio, float]]) -> Deviation:
        moments = self.moments
        weights: dict[int, float] = {}
        for ratio, sign in signed:
            for column, weight in ratio.weights(moments, sign).items():
                weights[column] = weights.get(column, 0.0) + weight
        below = min(ratio.counted(moments)[1] for ratio, _ in signed) / moments.n
        return deviation(moments, weights, guard=(figure.fine / below) ** 2 if figure.is_share else 0.0)

    def _more(self, value: float, spread: Deviation, margin: float) -> int | None:
        if not value:
            return None
        wide = margin / spread.error if self.at_every_look and spread.error else Z
        return max(1, ceil(((wide + POWER) * spread.of_row / value) ** 2) - spread.rows)
