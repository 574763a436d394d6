"""The judge and the slow reference agree about every tile on every square, with every switch."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.games.kalevala import GAME
from pnp.games.kalevala.board import Board, build, label_of, point_of, spans_at, square_of
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.placing import squares_for
from pnp.games.kalevala.score import ACROSS, DOWN, line_of, line_values, score_line
from pnp.playtest.simulate import simulate
from pnp.referee.ruling import Illegal, Legal
from tests.games.kalevala import reference
from tests.games.kalevala.tables import SEATS, agreed, book, points_of, position
from tests.guard import some
from tests.marks import examples

TILES = tuple(reference.VALUES)
SWITCHES = ("louhi_ongoing", "louhi_from_middle", "zeroed_louhi_scores", "cover_kullervo", "cover_only_tile")


def laid(board: Board, square: int, tile: str) -> Board:
    """The board after a tile came on a square, on top of what is there; an exchanged one leaves it."""
    where = label_of(square)
    stack = board.get(where)
    after = board.laid(where, (*stack, tile))
    return after.laid(where, (*stack[:-1], tile)) if tile in board.data.exchanging else after


def compare(state: Any, switches: reference.Switches) -> int:
    """Every tile on every square near the board; the number of comparisons."""
    tops = {point_of(square): tile for square, tile in state.board.tops.items()}
    near = {(x + dx, y + dy) for x, y in tops for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    for tile in TILES:
        legal = set()
        for at in near:
            rule = reference.refused(tops, tile, at, switches)
            ruling = GAME.judge(replace(state, hands=((tile,), ("kullervo", "kaarme")), over=None), Place(0, tile, at))
            if rule is not None:
                assert isinstance(ruling, Illegal), (tops, tile, at)
                assert ruling.rule == rule, (tops, tile, at)
                continue
            legal.add(square_of(at))
            assert isinstance(ruling, Legal), (tops, tile, at, ruling)
            found = points_of(state, Place(0, tile, at), ruling)
            assert found == reference.score(tops, tile, at, switches), (tops, tile, at)
        assert set(squares_for(state.board, tile)) == legal
    return len(near) * len(TILES)


@pytest.mark.parametrize("seed", range(3))
def test_the_judge_agrees_with_the_reference_on_played_boards(seed: int) -> None:
    played = simulate(GAME, book(), SEATS, seed)
    compared = 0
    for entry in played.entries[3::9]:
        compared += compare(replace(entry.state, stack=(), over=None, turn=0), reference.DEFAULT)
    assert compared > 3000


@settings(max_examples=examples(40), deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(-3, 4), st.integers(-2, 2)), st.sampled_from(TILES), min_size=1, max_size=26),
    st.sets(st.sampled_from(SWITCHES)),
)
def test_the_judge_agrees_with_the_reference_on_any_board(tops: dict[tuple[int, int], str], flipped: set[str]) -> None:
    switches: dict[str, Any] = {name: (name not in ("zeroed_louhi_scores", "cover_kullervo")) for name in flipped}
    state = position(tops, [], 10, setup=agreed(**switches), is_possible=False)  # more tiles than there are, too
    compare(replace(state, knowledge=None), reference.Switches(**switches))


@settings(max_examples=examples(60), deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(-3, 3), st.integers(-1, 1)), st.sampled_from(TILES), min_size=1, max_size=16),
    st.sampled_from(TILES),
)
def test_the_values_in_explanations_decide_the_points(tops: dict[tuple[int, int], str], tile: str) -> None:
    """`line_values` and `score_line` are two roads to the same points (but for Louhis at the ends)."""
    state = position(tops, [tile], 10, is_possible=False)
    data = state.board.data
    for square in [*state.board.reach, *state.board.tops]:
        board = laid(state.board, square, tile)
        spans = spans_at(board, square)
        for step in (ACROSS, DOWN):
            line = line_of(square, spans, step)
            points, rule = score_line(data, board.tops, board.zeroed, square, tile, line)
            values = {worth.square: worth.value for worth in line_values(board, square, line)}
            tops_after = {point_of(at): top for at, top in board.tops.items()}
            squares = [point_of(at) for at in line]
            for at, value in values.items():
                assert value == reference.value(tops_after, squares, point_of(at), point_of(square))
            if rule in ("KAL-35", "KAL-36"):
                others = [value for at, value in values.items() if at != square]
                assert points == (len(line) if values[square] > max(others) else 0)
                assert (rule == "KAL-36") == (values[square] == max(others))


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 10**6), min_size=5, max_size=40))
def test_derived_facts_follow_the_tiles(seed: int, choices: list[int]) -> None:
    """A board that grew tile by tile, overruled placements included, equals the board built from its stacks."""
    state = position({"0,0": TILES[seed % 8]}, [])
    board = state.board
    for choice in choices:
        tile = TILES[choice % 8]
        near = [*board.reach, *board.tops, *board.closed, 5005]
        square = near[choice // 8 % len(near)]
        board = laid(board, square, tile)
        assert board == build({at: board.stack(at) for at in board.tops}, board.data)


def test_derived_facts_follow_a_whole_game() -> None:
    played = simulate(GAME, book(), SEATS, 11)
    for entry in some(played.entries):
        board = entry.state.board
        assert board == build({at: board.stack(at) for at in board.tops}, board.data)
