"""Bots by name, and who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.catalog import load_game
from pnp.games.sandbox import sandbox_game
from pnp.playtest.bots import bots_of, find_bots, lineup
from pnp.playtest.simulate import Simulator
from tests.conftest import small_book


@given(st.integers(1, 5), st.integers(1, 6), st.integers(0, 1000))
def test_in_every_b_games_each_bot_sits_once_on_each_seat(bots: int, seats: int, block: int) -> None:
    names = "abcde"[:bots]
    games = [lineup(names, seats, block * bots + at) for at in range(bots)]
    for seat in range(seats):
        assert sorted(game[seat] for game in games) == list(names)


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_two_seats_see_every_pair_of_bots_in_both_orders_equally_often(bots: int) -> None:
    names = "abcde"[:bots]
    pairs = Counter(lineup(names, 2, seed) for seed in range(2 * bots * (bots - 1)))
    assert pairs == dict.fromkeys(permutations(names, 2), 2)


def test_with_more_seats_than_bots_every_seat_is_alone_with_its_bot_equally_often() -> None:
    games = ["".join(lineup("ab", 3, seed)) for seed in range(6)]
    assert sorted(games) == ["aab", "aba", "abb", "baa", "bab", "bba"]


def test_one_bot_sits_everywhere() -> None:
    assert lineup(["random"], 3, 17) == ("random",) * 3


def test_every_game_has_random_and_greedy_and_its_own() -> None:
    assert set(bots_of(sandbox_game(small_book()))) == {"random", "greedy"}
    keko, _ = load_game("keko")
    assert bots_of(keko)["random"] is keko.bots["random"]


def test_an_unknown_bot_is_reported_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"no bot “gredy” .*greedy"):
        find_bots(sandbox_game(small_book()), ["random", "gredy"])


def test_greedy_by_the_lead_alone_is_better_than_chance() -> None:
    kalevala, book = load_game("kalevala")
    bare = Simulator(replace(kalevala, rate=None), book, ("anna", "ben"), ("random", "greedy"))
    games = [bare.play(seed, lineup(("random", "greedy"), 2, seed)) for seed in range(6)]
    assert sum(game.lineup[seat] == "greedy" for game in games for seat in game.outcome.winners) >= 5
