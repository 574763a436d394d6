"""A view is what its seat was told, undone and overruled lines included."""

from __future__ import annotations

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.playtest.simulate import simulate
from pnp.referee.move import Undo
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918"])
def test_a_view_has_the_facts_of_the_projection_and_more_to_tell(slug: str) -> None:
    entry = find_game(slug)
    game, book = rules_of(entry), book_of(entry)
    played = simulate(game, book, ("anna", "ben"), 1)
    replay = Replay(game, played.setup)
    for line in played.entries[:30]:
        assert line.move is not None
        replay.make(line.move)
        if line.ply == 20:
            replay.make(Undo(TABLE))
            replay.make(line.move)
    for seat in (None, 0, 1):
        view = view_of(replay, seat)
        assert game.facts(view) == game.facts(game.project(replay.state, seat))
        assert view.ply == replay.state.ply


def test_a_correction_leaves_the_plain_projection() -> None:
    entry = find_game("kalevala")
    game, book = rules_of(entry), book_of(entry)
    replay = Replay(game, simulate(game, book, ("anna", "ben"), 1).setup)
    for line in simulate(game, book, ("anna", "ben"), 1).entries[:12]:
        assert line.move is not None
        replay.make(line.move)
    assert replay.read("table: adjust score anna 40").accepted
    assert game.scores(view_of(replay, 0))[0] == 40
