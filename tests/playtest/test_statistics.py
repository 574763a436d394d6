"""Shares, means and spreads against numbers computed by hand, and what must hold for any numbers."""

from __future__ import annotations

import random
import statistics
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.playtest.statistics import Bin, histogram, mean_of, share_of, spread_of, wilson


@pytest.mark.parametrize(
    "count, of, low, high",
    # Wilson's interval as textbooks give it: 10 of 100; the ends, where ± would leave the scale.
    [(10, 100, 0.05523, 0.17437), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (1, 1, 0.20654, 1.0)],
)
def test_wilson_by_hand(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=1e-5)


@given(st.integers(1, 10**9).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_holds_the_share_and_stays_on_the_scale(pair: tuple[int, int]) -> None:
    count, of = pair
    low, high = wilson(count, of)
    assert 0 <= low <= count / of <= high <= 1
    other_low, other_high = wilson(of - count, of)
    assert (low, high) == pytest.approx((1 - other_high, 1 - other_low), abs=1e-9)


def test_a_share_of_nothing_has_no_interval() -> None:
    nothing = share_of(0, 0)
    assert (nothing.share, nothing.low, nothing.high) == (None, None, None)


def test_wilson_holds_the_truth_in_95_of_100_playtests() -> None:
    dice = random.Random(1)
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(dice.random() < 0.3 for _ in range(80)), 80)
        held += low <= 0.3 <= high
    assert 0.93 < held / 2000 < 0.97


def test_a_mean_by_hand() -> None:
    # 1, 2, 3, 6: mean 3, sample variance 14/3, standard error sqrt(14/12).
    mean = mean_of(4, 12, 50)
    assert mean.mean == 3
    assert mean.margin == pytest.approx(1.959964 * (14 / 12) ** 0.5, abs=1e-5)
    assert mean_of(1, 5, 25).margin is None
    assert mean_of(0, 0, 0).mean is None


def test_a_spread_by_hand() -> None:
    spread = spread_of({1: 1, 2: 1, 3: 1, 6: 1})
    assert (spread.n, spread.mean, spread.least, spread.most) == (4, 3, 1, 6)
    assert (spread.q05, spread.q25, spread.median, spread.q75, spread.q95) == (1, 1, 2, 3, 6)
    assert spread.deviation == pytest.approx((14 / 3) ** 0.5)
    assert spread_of({}).mean is None


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_a_spread_agrees_with_the_standard_library(values: list[int]) -> None:
    counted = {value: values.count(value) for value in values}
    spread = spread_of(counted)
    assert spread.mean == pytest.approx(statistics.fmean(values))
    assert spread.deviation == pytest.approx(statistics.stdev(values), abs=1e-9)
    assert spread.median == statistics.median_low(values)
    assert spread == spread_of(dict(reversed(counted.items())))


@given(st.dictionaries(st.integers(0, 3000), st.integers(1, 50), min_size=1, max_size=80))
def test_a_histogram_counts_everything_once(counted: dict[int, int]) -> None:
    bins = histogram(counted)
    assert sum(part.count for part in bins) == sum(counted.values())
    assert len(bins) <= 32
    for before, after in pairwise(bins):
        assert after.least == before.most + 1
        assert after.most - after.least == before.most - before.least
    assert bins[0].count and bins[-1].count


def test_a_histogram_by_hand() -> None:
    assert histogram({3: 2, 5: 1}) == (Bin(3, 3, 2), Bin(4, 4, 0), Bin(5, 5, 1))
    assert histogram({0: 1, 100: 1})[0] == Bin(0, 4, 1)
    assert histogram({}) == ()
