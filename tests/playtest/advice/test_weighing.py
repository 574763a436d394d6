"""Moves beside each other: known best moves win, intervals hold what they promise, and nothing hidden counts."""

from __future__ import annotations

import random

from pnp.playtest.advice.weighing import BATCHES, beside, estimate, weigh
from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from tests.guard import some
from tests.playtest.tiny import Bet, Take, bet, nim


def test_the_move_that_leaves_a_multiple_of_four_is_best_and_the_others_are_worse_for_sure() -> None:
    game, state = nim(7)
    best, *others = weigh(Search(game, 400), state, 0, keyed_pick(1, 0, 0))
    assert best.move == Take(0, 3)
    for other in some(others):
        worse = other.worse_than(best)
        assert worse.is_sure and worse.mean > 0.2


def test_it_weighs_by_what_is_likely_and_not_by_what_lies_there() -> None:
    found = []
    for hidden in ("low", "high"):
        game, state = bet(hidden)
        found.append(weigh(Search(game, 200), game.project(state, 0), 0, keyed_pick(1, 0, 0)))
    assert found[0] == found[1]
    best, other = found[0]
    assert best.move == Bet(0, "low")
    assert best.chance.low <= 0.75 <= best.chance.high and other.chance.low <= 0.25 <= other.chance.high
    assert other.worse_than(best).mean == best.chance.mean - other.chance.mean


def test_a_move_gives_away_nothing_beside_itself() -> None:
    game, state = bet("low")
    thinking = Search(game, 1).think(game.project(state, 0), 0, keyed_pick(1, 0, 0))
    thinking.simulate()
    nothing = beside(thinking, Bet(0, "low"), Bet(0, "low"), 24, keyed_pick(2, 0, 0))
    assert (nothing.mean, nothing.low, nothing.high) == (0, 0, 0) and not nothing.is_sure
    lost = beside(thinking, Bet(0, "high"), Bet(0, "low"), 240, keyed_pick(2, 0, 0))
    assert lost.is_sure and lost.low <= 0.5 <= lost.high


def test_an_interval_holds_the_truth_in_nineteen_of_twenty_cases() -> None:
    draw = random.Random(5)
    tries = 1000
    held = 0
    for _ in range(tries):
        found = estimate([draw.random() < 0.3 for _ in range(60)])
        held += found.low <= 0.3 <= found.high
    assert 0.93 < held / tries < 0.97


def test_of_too_few_worlds_nothing_is_sure() -> None:
    assert not estimate([0.5] * (BATCHES - 1)).is_sure
    assert estimate([0.5] * BATCHES).is_sure


def test_time_ends_thinking_too() -> None:
    game, state = nim(9)
    found = weigh(Search(game, seconds=0.01), state, 0, keyed_pick(1, 0, 0))
    assert len(found) == 3 and all(len(one.chances) >= BATCHES for one in found)
