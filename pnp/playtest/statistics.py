"""Numbers with their uncertainty. In: exact counts. Out: shares, means and spreads, each with a 95 % interval.

Invariant: everything follows from whole counts, so the order in which games were counted does not matter; an interval
always contains its estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt
from typing import Annotated

from msgspec import Meta, Struct

CONFIDENCE = 0.95
Z = 1.959963984540054  # two-sided 95 % of the normal distribution
Number = int | float  # not `float` alone: whole numbers that were kept in a file are to be whole again
Count = Annotated[int, Meta(ge=0)]
Margin = Annotated[float, Meta(ge=0)] | None


class Share(Struct, frozen=True):
    """`count` of `of` things, and Wilson's interval for the share; None when there are no things."""

    count: Count
    of: Count
    share: float | None
    low: float | None
    high: float | None

    def __post_init__(self) -> None:
        if self.count > self.of:
            raise ValueError(f"{self.count} of {self.of}")


class Mean(Struct, frozen=True):
    """A mean; `margin` is 1.96 standard errors, None for fewer than two values."""

    n: int
    mean: float | None
    margin: Margin


class Spread(Struct, frozen=True):
    """A mean and the distribution around it; a quantile is the smallest value that so many per cent do not exceed."""

    n: int
    mean: float | None
    margin: Margin
    deviation: float | None
    least: float | None
    q05: float | None
    q25: float | None
    median: float | None
    q75: float | None
    q95: float | None
    most: float | None


NOTHING = Spread(0, None, None, None, None, None, None, None, None, None, None)


def wilson(count: float, of: float) -> tuple[float, float]:
    """Wilson's score interval: valid for few games and for shares near 0 and 1, where ± would leave the range."""
    share = count / of
    spread = Z * Z / of
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    # At 0 and 1 the bound is the share itself; rounding must not push it past.
    return min(max(centre - half, 0.0), share), max(min(centre + half, 1.0), share)


def share_of(count: int, of: int) -> Share:
    """A share with its interval."""
    if not of:
        return Share(count, of, None, None, None)
    low, high = wilson(count, of)
    return Share(count, of, count / of, low, high)


def mean_of(n: int, total: float, squares: float) -> Mean:
    """The mean of n values from their sum and the sum of their squares."""
    if not n:
        return Mean(0, None, None)
    deviation = _deviation(n, total, squares)
    return Mean(n, total / n, None if deviation is None else Z * deviation / sqrt(n))


def spread_of(counted: Mapping[int, int] | Mapping[Number, int]) -> Spread:
    """The spread of values, each with the number of times it occurred."""
    values = sorted(counted.items())
    n = sum(times for _, times in values)
    if not n:
        return NOTHING
    total = sum(value * times for value, times in values)
    squares = sum(value * value * times for value, times in values)
    mean = mean_of(n, total, squares)
    return Spread(
        n,
        mean.mean,
        mean.margin,
        _deviation(n, total, squares),
        values[0][0],
        _quantile(values, n, 0.05),
        _quantile(values, n, 0.25),
        _quantile(values, n, 0.5),
        _quantile(values, n, 0.75),
        _quantile(values, n, 0.95),
        values[-1][0],
    )


def _deviation(n: int, total: float, squares: float) -> float | None:
    # Whole numbers until here, so nothing is lost by taking the difference of two large sums.
    return sqrt(max(n * squares - total * total, 0) / (n * (n - 1))) if n > 1 else None


def _quantile(values: list[tuple[int, int]] | list[tuple[float, int]], n: int, part: float) -> float:
    # The smallest value that enough others do not exceed is always one that occurred, not a mean of two neighbours.
    wanted, passed = ceil(part * n), 0
    for value, times in values:
        passed += times
        if passed >= wanted:
            return value
    return values[-1][0]


def median_interval(counted: Mapping[int, int] | Mapping[float, int], games: int) -> tuple[float, float]:
    """Between which values the median lies, by ranks; games are what is independent, not what was counted in them."""
    values = sorted(counted.items())
    n = sum(times for _, times in values)
    half = Z / 2 / sqrt(max(games, 1))
    return _quantile(values, n, max(0.5 - half, 0.0)), _quantile(values, n, min(0.5 + half, 1.0))


class Bin(Struct, frozen=True):
    """A bar of a histogram: values from `least` to `most`, both included."""

    least: int
    most: int
    count: int


def histogram(counted: Mapping[int, int], most_bins: int = 30) -> tuple[Bin, ...]:
    """Bars of one width (1, 2 or 5 times a power of ten) over whole numbers, empty ones between them included."""
    if not counted:
        return ()
    least, most = min(counted), max(counted)
    width = _width((most - least) // most_bins + 1)
    # Bars begin at multiples of their width, so those of two reports line up.
    first = least // width * width
    counts = [0] * ((most - first) // width + 1)
    for value, times in counted.items():
        counts[(value - first) // width] += times
    return tuple(Bin(first + at * width, first + (at + 1) * width - 1, count) for at, count in enumerate(counts))


def _width(least: int) -> int:
    unit = 1
    while True:
        for step in (1, 2, 5):
            if step * unit >= least:
                return step * unit
        unit *= 10
