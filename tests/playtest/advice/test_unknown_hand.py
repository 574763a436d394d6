"""Advice for a hand that the referee does not know: none, however many worlds happen to agree on its moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.games.kalevala import GAME
from pnp.playtest.advice.hint import hint_in_view, knows_its_moves
from pnp.playtest.advice.weighing import MovesUnknown, weigh
from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from pnp.referee.params import UNKNOWN
from pnp.referee.view import view_of
from tests.games.kalevala.tables import play_lines

EXAMPLE = Path("docs/examples/kalevala-moves.txt")
PLY = 61  # aino holds two of four unseen tiles, two of each kind: in two worlds of three one of each


@pytest.fixture(scope="module")
def view() -> Any:
    lines = EXAMPLE.read_text("utf-8").replace("aino:", "red:").replace("ilmari:", "blue:").splitlines()[1:]
    seen = view_of(play_lines(lines[:PLY]), 0)
    assert seen.hands[0] == (UNKNOWN, UNKNOWN)
    return seen


def test_a_hand_with_which_most_worlds_agree_is_not_known(view: Any) -> None:
    assert not any(knows_its_moves(GAME, view, 0, keyed_pick(0, 0, key)) for key in range(40))


def test_moves_that_some_world_refuses_are_not_weighed(view: Any) -> None:
    with pytest.raises(MovesUnknown):
        weigh(Search(GAME, 100), view, 0, keyed_pick(0, 0, PLY))


def test_a_hint_says_nothing_where_only_the_search_meets_another_world(
    view: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.playtest.advice.hint.TRIED", 0)
    assert hint_in_view(GAME, view, 0, PLY, Search(GAME, 100)) is None
