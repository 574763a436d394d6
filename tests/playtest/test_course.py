"""Who led when, what could be chosen, which games are odd: by hand, and against a walk through the same games."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.catalog import load_game
from pnp.playtest.batch import Plan, SimulationBatch
from pnp.playtest.course import CHANCES, EVERY, POINTS, TENTHS, lead_changes, mixed
from pnp.playtest.moments import Moments, Ratio, clustered_share
from pnp.playtest.odd_games import LONGEST, MOST_STOPPED, OddGame, OddGames
from pnp.playtest.reports.course_results import course_results
from pnp.playtest.statistics import Share, median_interval, share_of, wilson
from tests.guard import some
from tests.playtest.games import counts_of, plan


@pytest.mark.parametrize(
    "series, changes, last",
    [
        ([(0, 0), (0, 0)], 0, None),  # nobody ever led
        ([(0, 0), (1, 0), (2, 0)], 0, 1),
        ([(0, 0), (1, 0), (1, 1), (2, 1)], 0, 1),  # caught up with, but never overtaken
        ([(0, 0), (1, 0), (1, 2), (3, 2)], 2, 3),
        ([(0, 0, 0), (1, 0, 0), (1, 2, 2), (1, 2, 3)], 1, 3),
    ],
)
def test_the_lead_changes_when_another_seat_leads_alone(
    series: Sequence[tuple[int, ...]], changes: int, last: int | None
) -> None:
    assert lead_changes(series) == (changes, last)


def test_every_seat_is_counted_at_every_tenth() -> None:
    batch, games = SimulationBatch(plan(("random", "greedy"), 3)), 30
    counts = counts_of(batch, range(games))
    fans, won = counts.course.fans, sum(place.wins for place in counts.seated.values())
    for tenth in range(TENTHS + 1):
        assert sum(fans[tenth, True].values()) == won
        assert sum(fans[tenth, False].values()) == 3 * games - won
    assert set(fans[0, True]) == {0}


def test_one_line_up_is_counted_to_the_last_game() -> None:
    batch, games = SimulationBatch(plan(("greedy",), 2)), 20
    course = counts_of(batch, range(games)).course
    finals: dict[int, int] = {}
    behind = changes = 0
    for seed in range(games):
        played = batch.simulator.play(seed, ["greedy", "greedy"])
        turns = [at for at, move in enumerate(played.moves) if move.seat >= 0]
        series = [batch.game.scores(state) for state in (*(played.states[at] for at in turns), played.states[-1])]
        changes += lead_changes(series)[0]
        winners = played.outcome.winners
        for seat in winners:
            finals[series[-1][seat]] = finals.get(series[-1][seat], 0) + 1
        half = series[-(-len(turns) // 2)]
        if len(winners) == 1:
            behind += half[winners[0]] < half[1 - winners[0]]
    assert course.fans[TENTHS, True] == finals
    assert course.half.get("behind", 0) == behind
    assert sum(times * number for times, number in course.changes.items()) == changes
    assert course.kept == course.led


def test_what_can_be_chosen_is_looked_at_in_one_decision_of_fifty() -> None:
    rules, _ = load_game("kalevala", ())
    batch = SimulationBatch(Plan(load_game, "kalevala", rules.players[0], ("random",)))
    counts = counts_of(batch, range(40))
    course = counts.course
    looked = sum(decisions.count for decisions in course.phases.values())
    made = sum(length * games for length, games in counts.lengths.items())
    assert looked == sum(decisions.count for decisions in course.tenths.values())
    assert made / EVERY * 0.7 < looked < made / EVERY * 1.3
    assert set(course.phases) == {"play"}
    decisions = course.phases["play"]
    count, moves, _ = decisions.moments.sums
    assert (count, moves) == (decisions.count, sum(size * times for size, times in decisions.sizes.items()))
    assert decisions.moments.n <= 40


def test_which_decision_is_looked_at_goes_with_no_seat() -> None:
    seeds = range(4000)
    for parity in (0, 1):
        first = [mixed(seed) % EVERY for seed in seeds if seed % 2 == parity]
        assert 0.45 < sum(number % 2 for number in some(first)) / len(first) < 0.55


def test_a_game_without_points_is_judged_by_its_own_chances() -> None:
    batch = SimulationBatch(Plan(load_game, "suomi1918", 2, ("random",)))
    counts = counts_of(batch, range(24))
    found = course_results(counts.course, False, counts.games)
    assert found.by == CHANCES
    judged = [seed for seed in range(24) if mixed(seed) % 4 == 0]
    assert sum(point.standing.n for point in found.fans if point.tenth == 0) == 2 * len(judged)
    assert all(0 <= (point.standing.least or 0) <= (point.standing.most or 0) <= 100 for point in some(found.fans))
    assert found.kept.of == 0


def test_a_game_with_points_is_told_by_its_points() -> None:
    batch = SimulationBatch(plan())
    counts = counts_of(batch, range(12))
    found = course_results(counts.course, True, counts.games)
    assert found.by == POINTS
    assert [stood.how for stood in found.half_time] == ["behind", "level", "ahead"]
    for point in some(found.fans):
        middle = point.standing.median
        assert middle is not None and point.low <= middle <= point.high


@settings(deadline=None)
@given(st.permutations(range(12)), st.lists(st.integers(1, 5), min_size=12, max_size=12))
def test_which_game_is_odd_does_not_depend_on_the_order(order: list[int], numbers: list[int]) -> None:
    whole, parts = OddGames(), OddGames()
    for seed, number in enumerate(numbers):
        whole.note(LONGEST, OddGame(seed, number))
    for seed in order:
        one = OddGames()
        one.note(LONGEST, OddGame(seed, numbers[seed]))
        parts.add(one)
    assert parts == whole
    assert whole.most[LONGEST] == OddGame(numbers.index(max(numbers)), max(numbers))


def test_of_games_that_do_not_end_the_first_twenty_are_named() -> None:
    odd = OddGames()
    for seed in reversed(range(50)):
        odd.note_stopped(OddGame(seed, 7))
    assert sorted(odd.stopped) == list(range(MOST_STOPPED))


def clustered(*games: tuple[int, int]) -> Share:
    """Of so many things in each game so many."""
    moments = Moments()
    for game in games:
        moments.note(game)
    return clustered_share(moments, Ratio(((1, 1),), ((0, 1),)))


def test_things_that_come_several_a_game_are_not_counted_as_if_they_were_alone() -> None:
    # 100 games with ten things each, alike within a game: as little is known as from 100 things.
    alike = clustered(*[(10, 10), (10, 0)] * 50)
    assert (alike.low, alike.high) == pytest.approx(wilson(50, 100), abs=0.01)
    alone, plain = clustered(*[(1, 1), *[(1, 0)] * 3] * 100), share_of(100, 400)  # one a game: a plain share
    assert (alone.low, alone.high) == pytest.approx((plain.low, plain.high), abs=0.002)
    assert clustered().share is None
    assert clustered(*[(10, 0)] * 50).high == pytest.approx(wilson(0, 50)[1])


def test_the_median_lies_within_its_interval() -> None:
    assert median_interval(dict.fromkeys(range(100), 1), 100) == (40, 59)
    assert median_interval({5: 3}, 3) == (5, 5)
