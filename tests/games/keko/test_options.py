"""Every switch of the table: shown in a scenario, and whole games are played with it."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.keko import GAME
from pnp.games.keko.game_data import Switches
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import Setup
from pnp.referee.ruling import Illegal
from tests.games.keko.tables import agreed, book, simulated_game
from tests.games.test_scenarios import scenarios_of

IN_TESTS = {"ownership_on_self_damage"}  # needs a card that the starter deck does not have: test_table.py


def other_values() -> list[tuple[str, Any]]:
    """Each switch with a value that is not its own."""
    found = []
    for name, option in book().options.items():
        values = [value for value in option.values or (True, False) if value != option.default]
        found.append((name, values[min(3, len(values) - 1)]))
    return found


def test_the_switches_are_those_of_the_rules() -> None:
    assert len(book().options) == 24
    assert set(book().options) == set(Switches.__struct_fields__)
    assert all(option.rule in book().rulebook.rules for option in book().options.values())


def test_every_switch_is_shown_in_a_scenario() -> None:
    shown = {name for scenario in scenarios_of("keko") for name in scenario.options}
    assert set(book().options) - shown == IN_TESTS


@pytest.mark.parametrize(("name", "value"), other_values())
def test_whole_games_are_played_with_a_switch(name: str, value: Any) -> None:
    options = {name: value, **({"team_play": True} if name == "legacy_rule" else {})}
    players = 4 if name in ("team_play", "legacy_rule", "eliminated_cards", "starting_location") else 2
    played = simulated_game(players, 1, **options)
    assert played.outcome is not None
    assert all(entry.accepted for entry in played.entries)


@pytest.mark.parametrize("players", [2, 5])
def test_a_greedy_bot_ends_a_turn_whose_sections_go_round(players: int) -> None:
    played = simulate(GAME, book(), SEAT_NAMES[:players], 1043, ("greedy", "random"), {"section_back": True})
    assert played.outcome is not None


def test_switches_that_cannot_be() -> None:
    for setup in (agreed(seats=("a", "b"), team_play=True), agreed(seats=("a", "b", "c"), legacy_rule=True)):
        assert isinstance(GAME.setup(setup), Illegal)
    assert not isinstance(GAME.setup(Setup(("a", "b"), book(), {})), Illegal)
