"""Counting whole trees of moves pins every rule of placing at once: a change of any of them moves a number."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.kalevala import GAME
from pnp.referee.ruling import Legal
from tests.games.kalevala import reference
from tests.games.kalevala.tables import position


def count(state: Any, depth: int) -> tuple[int, int]:
    """Lines of play of so many plies without a draw, and the points scored in all of them."""
    seats = GAME.to_act(state)
    if depth == 0 or not seats:
        return 1, sum(GAME.scores(state))
    total = points = 0
    for move in GAME.legal_moves(state, seats[0]):
        ruling = GAME.judge(state, move)
        assert isinstance(ruling, Legal)
        lines, scored = count(ruling.after, depth - 1)
        total, points = total + lines, points + scored
    return total, points


def count_slowly(
    board: reference.Board, hands: tuple[tuple[str, ...], tuple[str, ...]], scored: int, depth: int
) -> tuple[int, int]:
    """The same with the reference of the tests; it looks at every square of a wide table."""
    if depth == 0 or not hands[0] + hands[1]:
        return 1, scored
    mine, other = hands
    xs, ys = {x for x, _ in board}, {y for _, y in board}
    total = points = 0
    for tile in sorted(set(mine)):
        for x in range(min(xs) - 1, max(xs) + 2):
            for y in range(min(ys) - 1, max(ys) + 2):
                if reference.refused(board, tile, (x, y)):
                    continue
                hand = list(mine)
                hand.remove(tile)
                if tile == "ilmarinen" and (x, y) in board:
                    hand.append(board[x, y])
                more = sum(reference.score(board, tile, (x, y)))
                after = {**board, (x, y): tile}
                found, gained = count_slowly(after, (other, tuple(hand)), scored + more, depth - 1)
                total, points = total + found, points + gained
    if total:
        return total, points
    if any(not reference.refused(board, t, (x, y)) for t in other for x in range(-9, 9) for y in range(-9, 9)):
        return count_slowly(board, (other, mine), scored, depth - 1)
    return 1, scored


TREES = [
    ("ukko", ("louhi", "kaarme"), ("ilmarinen", "ukko"), [8, 112, 960, 9968]),
    ("joukahainen", ("joukahainen", "lemminkainen"), ("joukahainen", "kaarme"), [8, 112, 800, 8128]),
    ("ilmarinen", ("kullervo", "ilmarinen"), ("kullervo", "kaarme"), [8, 96, 580, 3976]),
]


@pytest.mark.parametrize(("start", "red", "blue", "lines"), TREES, ids=[tree[0] for tree in TREES])
def test_the_tree_has_so_many_lines(start: str, red: tuple[str, ...], blue: tuple[str, ...], lines: list[int]) -> None:
    state = position({"0,0": start}, red, 0, other=blue)
    counted = [count(state, depth) for depth in range(1, 5)]
    assert [number for number, _ in counted] == lines
    slowly = [count_slowly({(0, 0): start}, (red, blue), 0, depth) for depth in range(1, 4)]
    assert slowly == counted[:3]
