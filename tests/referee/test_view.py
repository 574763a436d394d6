"""A view is what its seat was told, undone and overruled lines included."""

from __future__ import annotations

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.playtest.simulate import simulate
from pnp.referee.move import Undo
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918", "drumroll"])
def test_a_view_has_the_facts_of_the_projection_and_more_to_tell(slug: str) -> None:
    entry = find_game(slug)
    game, book = rules_of(entry), book_of(entry)
    played = simulate(game, book, ("anna", "ben"), 1)
    replay = Replay(game, played.setup)
    for line in played.entries[:30]:
        assert line.move is not None
        replay.apply_move(line.move)
        if line.ply == 20:
            replay.apply_move(Undo(TABLE))
            replay.apply_move(line.move)
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
def test_a_correction_is_seen_by_everybody_and_tells_nothing_hidden(slug: str, correction: str) -> None:
    entry = find_game(slug)
    game, book = rules_of(entry), book_of(entry)
    played = simulate(game, book, ("anna", "ben"), 1)
    replay = Replay(game, played.setup)
    for line in played.entries[:16]:
        assert line.move is not None
        replay.apply_move(line.move)
    replay.read(f"table: adjust {correction}")
    for seat in (None, 0, 1):
        assert game.facts(view_of(replay, seat)) == game.facts(game.project(replay.state, seat))
