"""Intervals that hold at every look."""

from __future__ import annotations

import random
from itertools import pairwise
from math import sqrt

from pnp.playtest.experiments.sequential import FIRST_LOOK, margin_at_every_look, next_look
from pnp.playtest.moments import Deviation


def test_looks_are_fixed_and_lie_ever_further_apart() -> None:
    looks, at = [], 0
    while at < 20_000:
        at = next_look(at)
        looks.append(at)
    assert looks[:3] == [100, 200, 300] and looks == sorted(set(looks))
    assert all(next_look(at) in looks for at in range(0, 15_000, 7))
    assert all(later <= 1.1 * earlier for earlier, later in pairwise(looks[20:]))


def test_they_are_wider_than_those_of_one_look_and_narrow_with_the_games() -> None:
    assert margin_at_every_look(Deviation(0.5, FIRST_LOOK - 1)) is None and Deviation(0.5, 1).margin is None
    widths = []
    for rows in (100, 400, 2000, 10_000, 50_000):
        often, once = margin_at_every_look(Deviation(0.5, rows)), Deviation(0.5, rows).margin
        assert often is not None and once is not None and 1.5 < often / once < 2.5
        widths.append(often)
    assert widths == sorted(widths, reverse=True)


def test_looking_often_finds_a_difference_where_there_is_none_in_few_of_many_runs() -> None:
    """An ordinary interval errs in about every third of these runs."""
    chance, often, once = random.Random(7), 0, 0
    for _ in range(150):
        n, total, wrong_often, wrong_once = 0, 0, False, False
        while n < 2500:
            look = next_look(n)
            total += sum(chance.random() < 0.5 for _ in range(look - n))
            n = look
            spread = Deviation(sqrt(0.25), n)
            off = abs(total / n - 0.5)
            wrong_often |= off > (margin_at_every_look(spread) or 1)
            wrong_once |= off > (spread.margin or 1)
        often += wrong_often
        once += wrong_once
    assert often <= 7 < 15 < once
