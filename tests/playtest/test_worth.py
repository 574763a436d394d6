"""What cards are worth: made-up games of which the truth is known, and sums that add up in any order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import msgpack

from pnp.playtest.worth import WorthSums, worths
from tests.guard import some

Truth = Mapping[int, float]


def made_up(truth: Truth, games: int, seats: int = 2, bound: Sequence[int] = (), seed: int = 1) -> WorthSums:
    """Games in which cards add what `truth` says to the chance of who has them; half of `bound` goes to each seat."""
    draw, sums = random.Random(seed), WorthSums()
    for _ in range(games):
        had = [{card: 1 for card in truth if card not in bound and draw.random() < 0.4} for _ in range(seats)]
        shuffled = draw.sample(list(bound), len(bound))
        for seat in range(2):
            had[seat].update(dict.fromkeys(shuffled[seat::2], 1))
        worth = [sum(truth[card] for card in cards) for cards in had]
        middle = sum(worth) / seats
        chances = [max(0.0, 1 / seats + one - middle) for one in worth]
        winner = draw.choices(range(seats), chances)[0]
        for seat, cards in enumerate(had):
            cards[len(truth) + seat] = 1
        sums.add_game(had, (winner,), len(truth) + seats)
    return sums


@pytest.mark.parametrize("seats", [2, 3])
def test_the_truth_lies_in_the_intervals(seats: int) -> None:
    truth = {0: 0.15, 1: 0.05, 2: 0.0, 3: 0.0, 4: -0.05, 5: -0.15}
    found = worths(made_up(truth, 1500, seats), range(6))
    middle = sum(truth.values()) / len(truth)
    for card, worth in some(found.items()):
        assert worth.points is not None and worth.margin is not None
        assert abs(worth.points - truth[card] + middle) < 1.4 * worth.margin
        assert 0.01 < worth.margin < 0.08
    assert found[0].points is not None and found[5].points is not None
    assert found[0].points > (found[0].margin or 0) and found[5].points < -(found[5].margin or 0)


def test_of_cards_without_worth_few_stand_out() -> None:
    out = 0
    for seed in range(40):
        found = worths(made_up(dict.fromkeys(range(8), 0.0), 120, seed=seed), range(8))
        out += sum(abs(worth.points or 0.0) > (worth.margin or 1.0) for worth in found.values())
    assert 4 <= out <= 32  # 5 % of 320 comparisons are 16


def test_cards_that_are_bound_to_each_other_are_compared_among_themselves() -> None:
    truth = {0: 0.1, 1: 0.0, 2: -0.1, 3: 0.15, 4: 0.05, 5: -0.05, 6: -0.15}
    found = worths(made_up(truth, 3000, bound=(3, 4, 5, 6)), range(7))
    for card in (0, 2, 3, 6):
        worth = found[card]
        assert worth.points is not None and worth.margin is not None
        assert abs(worth.points - truth[card]) < 1.4 * worth.margin  # both groups have a mean of 0


def test_cards_that_are_always_together_are_not_told_apart() -> None:
    draw, sums = random.Random(2), WorthSums()
    for _ in range(500):
        had = [{card: 1 for card in range(3) if draw.random() < 0.5} for _ in range(2)]
        for cards in had:
            cards.update({3: 1} if 2 in cards else {})
        sums.add_game(had, (int(draw.random() < 0.5),), 4)
    found = worths(sums, range(4))
    assert [found[card].points is None for card in range(4)] == [False, False, True, True]


def test_too_few_games_tell_nothing() -> None:
    found = worths(made_up(dict.fromkeys(range(8), 0.0), 10), range(8))
    assert {worth.points for worth in some(found.values())} == {None}
    assert worths(WorthSums(), range(8)) == {}


def test_where_one_seat_always_wins_no_card_stands_out() -> None:
    draw, sums = random.Random(3), WorthSums()
    for _ in range(300):
        had = [{card: 1 for card in range(4) if draw.random() < 0.5} for _ in range(2)]
        for seat, cards in enumerate(had):
            cards[4 + seat] = 1
        sums.add_game(had, (0,), 6)
    assert {worth.points for worth in some(worths(sums, range(4)).values())} == {None}


@settings(deadline=None, max_examples=30)
@given(st.permutations(range(6)), st.integers(1, 5))
def test_the_order_of_adding_does_not_matter(order: list[int], cut: int) -> None:
    truth = {0: 0.1, 1: 0.0, 2: -0.1}
    parts = [made_up(truth, 3, seed=seed) for seed in range(6)]
    left, right, straight = WorthSums(), WorthSums(), WorthSums()
    for at in order[:cut]:
        left.add(parts[at])
    for at in order[cut:]:
        right.add(parts[at])
    left.add(right)
    for part in parts:
        straight.add(part)
    assert left == straight
    assert worths(left, range(3)) == worths(straight, range(3))


def test_sums_are_the_same_when_they_were_written_and_read() -> None:
    sums = made_up({0: 0.1, 1: -0.1, 2: 0.0}, 50)
    again = msgpack.decode(msgpack.encode(sums), type=WorthSums)
    assert again == sums and again is not sums
    again.add(sums)
    assert again.games == 100 and again != sums
