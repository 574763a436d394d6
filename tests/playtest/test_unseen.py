"""A bot that thinks ahead decides by what its seat knows: where hidden things lie otherwise, it does the same."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

import pytest

from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from pnp.referee.game import Game
from tests.playtest.permuted import HIDING, Permuted, game_of, permuted

POSITIONS = 6


def positions(slug: str, count: int = POSITIONS) -> tuple[Game[Any], list[Permuted]]:
    """Every third one, so that they are of several tables."""
    game, book = game_of(slug)
    many = chain.from_iterable(permuted(game, book, seed) for seed in range(40))
    return game, list(islice(many, 0, 3 * count, 3))


def moves(bot: Search, one: Permuted, seen: tuple[Any, Any]) -> list[Any]:
    return [bot(each, one.seat, keyed_pick(1, one.seat, one.ply)) for each in seen]


@pytest.mark.parametrize("slug", HIDING)
def test_what_it_cannot_see_changes_no_move(slug: str) -> None:
    game, found = positions(slug)
    assert len(found) == POSITIONS
    for one in found:
        mine, other = moves(Search(game, 6), one, one.views)
        assert mine == other, f"ply {one.ply}"


def test_one_that_saw_all_hands_would_play_otherwise() -> None:
    """What lies otherwise at these tables matters to whoever knows it."""
    game, found = positions("kalevala", 20)
    played = [moves(Search(game, 20), one, one.states) for one in found]
    assert sum(mine != other for mine, other in played) > 1
