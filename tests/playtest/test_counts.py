"""What is counted, against games made by hand; adding up in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.games.sandbox import sandbox_game
from pnp.games.sandbox.moves import Discard, Done, Draw, Play
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.card_fields import card_fields
from pnp.playtest.counts import Counts, GameCounter, UseCount, WinCount
from pnp.playtest.reports.results import results_of
from pnp.playtest.simulate import PlayedGame, Simulator
from pnp.referee.game import Outcome
from pnp.referee.move import Deal, Move
from tests.conftest import small_book
from tests.playtest.games import counts_of, plan

BOOK = small_book()


def tally(state: Any, seat: int | None) -> dict[str, str]:
    return {"weather": "rain"} if seat is None else {"coat": "fox" if seat == 0 else "bear"}


GAME = replace(sandbox_game(BOOK), tally=tally)
STATE = Simulator(GAME, BOOK, ("anna", "ben")).setup


def played(moves: Sequence[Move], winners: tuple[int, ...], lineup: tuple[str, str] = ("a", "b")) -> PlayedGame:
    state = GAME.setup(STATE)
    return PlayedGame(0, lineup, list(moves), state, Outcome(winners, "because", kind="win" if winners else "frost"))


FIRST = played(
    [Draw(0), Deal(-1, 0, ("fox",)), Play(0, "fox"), Play(0, "fox"), Play(1, "fox"), Discard(1, "bear"), Done(1)], (0,)
)
SECOND = played([Play(1, "fox"), Done(0)], (), ("b", "a"))
THIRD = played([Done(0)], (0, 1))


def counted(*games: PlayedGame) -> Counts:
    counts, counter = Counts(), GameCounter(GAME)
    for game in games:
        counter.count(counts, game)
    return counts


def test_three_games_by_hand() -> None:
    counts = counted(FIRST, SECOND, THIRD)
    assert (counts.games, counts.shared, counts.nobody) == (3, 1, 1)
    assert counts.endings == {"win": 2, "frost": 1}
    assert counts.lengths == {6: 1, 2: 1, 1: 1}
    assert counts.plies == {7: 1, 2: 1, 1: 1}
    assert counts.seated == {
        ("a", 0): WinCount(2, 2),
        ("b", 1): WinCount(2, 1),
        ("b", 0): WinCount(1, 0),
        ("a", 1): WinCount(1, 0),
    }
    assert counts.scores[("a", 0)] == {0: 2}
    assert counts.kinds == {("weather", "rain"): 3}
    assert counts.held == {("coat", "fox"): WinCount(3, 2), ("coat", "bear"): WinCount(3, 1)}
    # fox: three plays in the first game (by both seats, one won), one in the second
    assert counts.uses[("play", "fox")] == UseCount(times=4, squares=10, games=2, won=1, seats=3, wins=1)
    assert counts.uses[("discard", "bear")] == UseCount(1, 1, 1, 0, 1, 0)
    assert ("deal", "fox") not in counts.uses


def test_card_parameters_are_found_by_themselves() -> None:
    fields = {field.verb: (field.name, field.many) for field in card_fields(GAME).values()}
    assert fields["play"] == ("card", False)
    assert fields["deal"] == ("cards", True)
    assert "done" not in fields


@settings(deadline=None)
@given(st.permutations(range(6)), st.integers(1, 5))
def test_the_order_of_adding_does_not_matter(order: list[int], cut: int) -> None:
    parts = [counted(game) for game in (FIRST, SECOND, THIRD, FIRST, SECOND, FIRST)]
    left, right, straight = Counts(), Counts(), Counts()
    for at in order[:cut]:
        left.add(parts[at])
    for at in order[cut:]:
        right.add(parts[at])
    left.add(right)
    for part in parts:
        straight.add(part)
    assert left == straight == counted(FIRST, SECOND, THIRD, FIRST, SECOND, FIRST)


def test_results_show_who_won_and_what_is_above_the_base() -> None:
    batch = SimulationBatch(plan())
    counts = counts_of(batch, range(60))
    found = results_of(batch, counts, range(60))
    assert found.games == found.asked == 60
    assert sum(named.share.count for named in found.endings) == 60
    assert found.wins.base.of == 120
    assert found.wins.base.count == sum(named.share.count for named in found.wins.by_seat)
    assert found.wins.base.count == sum(named.share.count for named in found.wins.by_bot)
    assert [named.share.of for named in found.wins.by_bot] == [60, 60]
    assert {(seated.bot, seated.seat): seated.share.of for seated in found.wins.by_bot_and_seat} == {
        (bot, seat): 30 for bot in ("random", "greedy") for seat in ("anna", "ben")
    }
    take = found.uses[0]
    assert (take.verb, [use.id for use in take.cards]) == ("take", list(batch.book.playing_cards))
    assert all(use.per_game.mean == 1 for use in take.cards)
    for named in found.wins.by_seat:
        low, high = named.share.low, named.share.high
        assert low is not None and high is not None and found.wins.base.share is not None
        assert named.against == (
            "above" if low > found.wins.base.share else "below" if high < found.wins.base.share else ""
        )


def test_numbers_of_the_game_are_counted_and_reported() -> None:
    def measure(state: Any, seat: int) -> dict[str, dict[str, float]]:
        return {"warmth": {"fox": 2.5 + seat, "bear": 1.0}}

    game = replace(GAME, measure=measure)
    counts = Counts()
    for one in (FIRST, SECOND):
        GameCounter(game).count(counts, one)
    assert counts.measures == {("warmth", "fox"): {2.5: 2, 3.5: 2}, ("warmth", "bear"): {1.0: 4}}
    twice = Counts()
    twice.add(counts)
    twice.add(counts)
    assert twice.measures[("warmth", "fox")] == {2.5: 4, 3.5: 4}
    (measured,) = results_of(SimulationBatch(plan()), counts, range(2)).measures
    assert measured.what == "warmth"
    assert [(scored.score.n, scored.score.mean) for scored in measured.scored] == [(4, 1.0), (4, 3.0)]
