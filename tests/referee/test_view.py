"""A view is what its seat knows, undone and overruled lines included."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.playtest.simulate import simulate
from pnp.referee.move import Undo
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of


def played_game(slug: str) -> Replay[Any]:
    """A game of two, played at random at a table where the referee deals."""
    entry = find_game(slug)
    return simulate(rules_of(entry), book_of(entry), ("anna", "ben"), 1)


def replayed(played: Replay[Any], plies: int) -> Replay[Any]:
    """A table after the first lines of a game."""
    replay = Replay(played.game, played.setup)
    for line in played.entries[:plies]:
        assert line.move is not None
        replay.apply_move(line.move)
    return replay


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918", "drumroll"])
def test_a_view_has_the_facts_of_the_projection_and_knows_more(slug: str) -> None:
    played = played_game(slug)
    replay = replayed(played, 20)
    replay.apply_move(Undo(TABLE))
    for line in played.entries[19:30]:
        assert line.move is not None
        replay.apply_move(line.move)
    game = replay.game
    for seat in (None, 0, 1):
        view = view_of(replay, seat)
        assert game.facts(view) == game.facts(game.project(replay.state, seat))
        assert view.ply == replay.state.ply


CORRECTIONS = (
    ("kalevala", "score anna 40"),
    ("kalevala", "hand ben louhi ukko ?"),
    ("kalevala", "deck 20"),
    ("suomi1918", "turn ben"),
    ("suomi1918", "hand anna 3"),
    ("drumroll", "hand anna unblock fire"),
    ("drumroll", "storage ben red red"),
)


@pytest.mark.parametrize(("slug", "correction"), CORRECTIONS)
def test_a_correction_is_seen_by_everybody_and_reveals_nothing_hidden(slug: str, correction: str) -> None:
    replay = replayed(played_game(slug), 16)
    game = replay.game
    replay.read(f"table: adjust {correction}")
    for seat in (None, 0, 1):
        assert game.facts(view_of(replay, seat)) == game.facts(game.project(replay.state, seat))
