"""Ratings: what a move looks like before it is made, without making it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.games.kalevala.board import Points, points_on
from pnp.games.kalevala.moves import Place, placements
from pnp.playtest.bots import bots_of
from pnp.playtest.simulate import SEAT_NAMES, Simulator, simulate
from pnp.referee.opponents.rating import lead, rate_moves
from pnp.referee.ruling import Legal
from pnp.referee.seat import TABLE
from tests.games.tables import refereed_slugs
from tests.guard import some


@given(st.integers(0, 10_000), st.sampled_from([{}, {"louhi_ongoing": True}, {"zeroed_louhi_scores": True}]))
@settings(max_examples=6, deadline=None)
def test_kalevala_rates_a_placement_by_the_points_that_the_judge_gives(seed: int, options: dict[str, Any]) -> None:
    game, book = load_game("kalevala")
    table = simulate(game, book, SEAT_NAMES[:2], seed, ["random"], options)
    rated = 0
    for position in some(table.positions[3::7]):
        for seat in game.to_act(position.state):
            if seat == TABLE:
                continue
            view = game.project(position.state, seat)
            moves = game.legal_moves(view, seat)
            for move, rating in zip(moves, rate_moves(game, view, seat, moves), strict=True):
                ruling = game.judge(view, move)
                assert isinstance(ruling, Legal)
                scored = game.scores(ruling.after)[seat] - game.scores(view)[seat]
                assert rating == (scored if isinstance(move, Place) else -1)
                rated += 1
    assert rated > 50


@given(st.integers(0, 10_000), st.sampled_from([{}, {"louhi_ongoing": True}, {"zeroed_louhi_scores": True}]))
@settings(max_examples=6, deadline=None)
def test_points_that_kalevala_remembers_are_those_it_would_count_anew(seed: int, options: dict[str, Any]) -> None:
    game, book = load_game("kalevala")
    simulator = Simulator(game, book, SEAT_NAMES[:2], ["random"], options)
    state, asked, remembered = simulator.start, 0, 0
    for move in simulator.play(seed, ["random"] * 2).moves:
        ruling: Any = game.judge(state, move)
        state = ruling.after
        anew = replace(state, board=replace(state.board, points=Points()))
        assert state == anew
        remembered += sum(map(len, points_on(state.board).values()))
        squares = (*state.board.reach, *state.board.tops)
        anything = [placements(0, tile)[square] for tile in state.board.data.tiles for square in squares]
        assert rate_moves(game, state, 0, anything) == rate_moves(game, anew, 0, anything)
        asked += len(anything)
    assert asked > remembered > asked / 3


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_move_gets_a_rating_and_rating_changes_nothing(slug: str) -> None:
    game, book = load_game(slug)
    table = simulate(game, book, SEAT_NAMES[: book.players[0]], 4)
    rated = 0
    for position in table.positions[:: max(1, len(table.positions) // 20)]:
        before = game.facts(position.state)
        for seat in game.to_act(position.state):
            if seat != TABLE:
                view = game.project(position.state, seat)
                moves = game.legal_moves(view, seat)
                ratings = rate_moves(game, view, seat, moves)
                assert len(ratings) == len(moves) and all(rating == rating for rating in ratings)
                assert list(ratings) == list(rate_moves(game, view, seat, moves))
                rated += len(moves)
        assert game.facts(position.state) == before
    assert rated > 20


def test_without_ratings_of_its_own_a_game_has_the_lead_after_each_move() -> None:
    game, book = load_game("kalevala")
    bare = replace(game, rate=None)
    state = simulate(game, book, SEAT_NAMES[:2], 1).positions[9].state
    (seat,) = game.to_act(state)
    view = game.project(state, seat)
    moves = game.legal_moves(view, seat)
    own, leads = rate_moves(game, view, seat, moves), rate_moves(bare, view, seat, moves)
    now = lead(game.scores(view), seat)
    assert list(leads) == [rating + now for rating in own]


def test_the_lead_is_over_the_best_other() -> None:
    assert [lead((3, 9, 5), seat) for seat in range(3)] == [-6, 4, -4]
    assert lead((), 0) == 0


def test_another_answer_leaves_the_luck_of_all_other_decisions_as_it_was() -> None:
    """Picks follow from seed, seat and ply: a bot that asks for more of them changes nobody's later game."""
    game, book = load_game("kalevala")
    random_bot = bots_of(game)["random"]

    def wasteful(view: Any, seat: int, pick: Any) -> Any:
        move = random_bot(view, seat, pick)
        pick(100)
        return move

    simulator = Simulator(replace(game, bots={"wasteful": wasteful}), book, SEAT_NAMES[:2], ["random", "wasteful"])
    for seed in range(3):
        assert simulator.play(seed, ["random"] * 2).moves == simulator.play(seed, ["wasteful"] * 2).moves
