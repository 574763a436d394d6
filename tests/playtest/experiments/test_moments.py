"""Sums and products give the same as the numbers themselves would."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev, variance

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.playtest.moments import Moments, Ratio, deviation

RATIO = Ratio(((0, 1),), ((1, 1),))
ROWS = st.lists(st.tuples(*[st.integers(-9, 99)] * 2, *[st.integers(1, 5)] * 2), min_size=2, max_size=12)


def moments_of(rows: Sequence[tuple[int, ...]]) -> Moments:
    found = Moments()
    for row in rows:
        found.note(row)
    return found


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROWS)
def test_the_variance_of_a_weighted_sum_is_that_of_its_values(rows: list[tuple[int, ...]]) -> None:
    values = [2 * row[0] - 3 * row[1] + row[3] for row in rows]
    found = moments_of(rows).variance({0: 2.0, 1: -3.0, 3: 1.0})
    assert found == pytest.approx(variance(values), abs=1e-6)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROWS, st.integers(0, 12))
def test_two_halves_add_up_to_the_whole(rows: list[tuple[int, ...]], cut: int) -> None:
    halves = moments_of(rows[:cut])
    halves.add(moments_of(rows[cut:]))
    assert halves == moments_of(rows)


def test_a_ratio_is_the_quotient_of_sums_and_its_error_follows_the_residuals() -> None:
    rows = [(2, 4), (1, 2), (3, 3), (0, 1), (5, 6)]
    found, ratio = moments_of(rows), RATIO
    value = ratio.value(found)
    assert value == 11 / 16
    below = mean(row[1] for row in rows)
    residuals = [(row[0] - 11 / 16 * row[1]) / below for row in rows]
    spread = deviation(found, ratio.weights(found))
    assert spread.of_row == pytest.approx(stdev(residuals))
    assert spread.error == pytest.approx(spread.of_row / sqrt(5))


def test_what_never_happened_is_not_known_for_certain() -> None:
    found, ratio = moments_of([(0, 1)] * 50), RATIO
    assert deviation(found, ratio.weights(found)).of_row == 0
    assert deviation(found, ratio.weights(found), guard=1.0).error == pytest.approx(sqrt(1 / 52 / 50))
    assert RATIO.value(Moments()) is None
