"""Sums of numbers and of their products. In: a row of whole numbers for each seed. Out: ratios of their sums,
differences of ratios, and how far these may be from the truth.

Everything an experiment says is a share or a mean of games, or a difference of two, so it is made of sums; its
uncertainty follows from the products by the delta method, and games of one seed need not be independent: they are one
row. Invariant: whole numbers until the end, so the order of rows does not matter and equal games give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct

from pnp.playtest.adding import Sums, add_maps
from pnp.playtest.statistics import Share, Z, share_of, wilson


class Moments(Struct, Sums):
    """n rows; `sums[i]` of column i; `products[i * columns + j]` of the columns i ≤ j."""

    n: int = 0
    sums: list[int] = []
    products: dict[int, int] = {}

    def note(self, row: Sequence[int]) -> None:
        """Add one row."""
        if not self.sums:
            self.sums = [0] * len(row)
        columns, sums, products = len(row), self.sums, self.products
        self.n += 1
        filled = [(at, value) for at, value in enumerate(row) if value]
        for number, (at, value) in enumerate(filled):
            sums[at] += value
            for other, factor in filled[number:]:
                key = at * columns + other
                products[key] = products.get(key, 0) + value * factor

    def add(self, other: Moments) -> None:
        """Add the rows of another."""
        if not other.n:
            return
        self.n += other.n
        self.sums = [*map(sum, zip(self.sums, other.sums, strict=True))] if self.sums else [*other.sums]
        add_maps(self.products, other.products)

    def variance(self, weights: Mapping[int, float]) -> float:
        """The variance from row to row of a weighted sum of columns."""
        if self.n < 2:
            return 0.0
        n, columns, whole = self.n, len(self.sums), 0.0
        for at, weight in weights.items():
            for other, factor in weights.items():
                low, high = sorted((at, other))
                product = self.products.get(low * columns + high, 0)
                whole += weight * factor * (n * product - self.sums[at] * self.sums[other]) / (n * (n - 1))
        return max(whole, 0.0)


Weighted = tuple[tuple[int, int], ...]  # columns, and how often each counts


class Ratio(Struct, frozen=True):
    """A share or a mean: what is counted (`above`), of what (`below`)."""

    above: Weighted
    below: Weighted

    def counted(self, moments: Moments) -> tuple[int, int]:
        """Both sums."""
        if not moments.sums:
            return 0, 0
        above, below = (
            sum(times * moments.sums[column] for column, times in part) for part in (self.above, self.below)
        )
        return above, below

    def value(self, moments: Moments) -> float | None:
        """Their quotient; None where there is nothing to divide by."""
        above, below = self.counted(moments)
        return above / below if below else None

    def weights(self, moments: Moments, sign: float = 1.0) -> dict[int, float]:
        """How the quotient changes with the means of its columns."""
        above, below = self.counted(moments)
        mean, value = below / moments.n, above / below
        found: dict[int, float] = {}
        for part, factor in ((self.above, sign / mean), (self.below, -sign * value / mean)):
            for column, times in part:
                found[column] = found.get(column, 0.0) + times * factor
        return found

    def __add__(self, other: Ratio) -> Ratio:
        """Both together, as if they were of the same games."""
        return Ratio(self.above + other.above, self.below + other.below)


class Deviation(Struct, frozen=True):
    """The standard deviation of one row's part in an estimate, and how many rows there are: the error is their quotient
    by the root.
    """

    of_row: float
    rows: int

    @property
    def error(self) -> float:
        """The standard error."""
        return self.of_row / sqrt(self.rows) if self.rows else 0.0

    @property
    def margin(self) -> float | None:
        """Half of the 95 % interval, for a number of rows that was fixed before; None for fewer than two rows."""
        return Z * self.error if self.rows > 1 else None


def deviation(moments: Moments, weights: Mapping[int, float], guard: float = 0.0) -> Deviation:
    """guard: squares that are added, so that an interval does not shrink to nothing where nothing happened yet; of
    shares one (after Agresti and Min 2005, who add half a pair to each kind of pair).
    """
    n = moments.n
    if not n:
        return Deviation(0.0, 0)
    pairs = n + 2 if guard else n
    return Deviation(sqrt((moments.variance(weights) * n + guard) / pairs), n)


def clustered_share(moments: Moments, ratio: Ratio) -> Share:
    """A share of things that come several a row; Wilson's interval for so many as tell as much on their own."""
    count, of = ratio.counted(moments)
    if not of:
        return share_of(count, of)
    share, error = count / of, deviation(moments, ratio.weights(moments)).error ** 2
    alone = min(max(share * (1 - share) / error, 1.0), of) if error and 0 < share < 1 else min(moments.n, of)
    low, high = wilson(share * alone, alone)
    return Share(count, of, share, min(low, share), max(high, share))
