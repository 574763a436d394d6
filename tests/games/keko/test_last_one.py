"""Whoever is the last one above 0 wins at once, whatever is being asked (KEK-60)."""

from __future__ import annotations

import pytest

from pnp.games.keko import GAME
from pnp.referee.replay import Replay
from tests.games.keko.tables import agreed, lay, play_lines

THREE = ("anna", "ben", "carl")
PICTURE = ["anna lord_quiggs", "ben general_fydo hand=?,?", "carl samyrra hand=?,?"]


@pytest.mark.parametrize("second", ["anna: resign", "table: adjust score anna 0"])
def test_the_last_one_wins_while_somebodys_hand_is_asked(second: str) -> None:
    table = play_lines([*lay(PICTURE), "ben: resign"], seats=THREE)
    assert [decision.rule for decision in GAME.pending(table.state)] == ["KEK-62"]
    assert table.read(second).accepted
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == ((2,), "KEK-60")
    assert not GAME.pending(table.state)


def test_of_those_who_are_left_each_hand_is_asked_for() -> None:
    seats = (*THREE, "dora")
    table = play_lines([*lay([*PICTURE, "dora pagley_ofuzzinstuff"]), "ben: resign", "carl: resign"], seats=seats)
    assert [decision.seat for decision in GAME.pending(table.state)] == [1]
    assert table.outcome is None and table.state.living() == (0, 3)


def test_the_last_one_wins_although_a_search_is_not_finished() -> None:
    table = play_lines([*lay(["anna lord_quiggs", "ben general_fydo", "phase DRAW"]), "anna: use lord_quiggs"])
    assert table.read("ben: resign").accepted
    assert table.outcome is not None and table.outcome.winners == (0,)


def test_a_window_that_waits_only_for_somebody_set_to_0_closes() -> None:
    lines = [*lay(PICTURE), "anna: play falling_sign at=carl", "anna: pass", "ben: pass"]
    table = play_lines([*lines, "table: adjust score carl 0"], seats=THREE)
    assert table.to_act and GAME.pending(table.state)


def test_with_teams_the_last_team_wins_at_once() -> None:
    seats = (*THREE, "dora")
    picture = [*PICTURE, "dora pagley_ofuzzinstuff"]
    table = Replay(GAME, agreed(seats=seats, team_play=True))
    for line in [*lay(picture), "ben: resign", "dora: resign"]:
        assert table.read(line).accepted, line
    assert table.outcome is not None and table.outcome.winners == (0, 2)
