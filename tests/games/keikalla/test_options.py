"""Every switch works, is explained, and is shown with another value than its own by some scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.games.keikalla import GAME
from pnp.referee.replay import Replay
from tests.games.keikalla.tables import simulated_game
from tests.games.tables import agreed, book_of
from tests.games.test_scenarios import scenarios_of

OPTIONS = book_of("keikalla").options


def test_there_are_forty_nine_switches_less_none() -> None:
    assert len(OPTIONS) == 49
    assert all(option.rule in book_of("keikalla").rulebook.rules for option in OPTIONS.values())


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_some_scenario_plays_otherwise(name: str) -> None:
    values = {scenario.options.get(name, OPTIONS[name].default) for scenario in scenarios_of("keikalla")}
    assert values - {OPTIONS[name].default}, f"no scenario sets {name}"


@pytest.mark.parametrize("name", sorted(set(OPTIONS) - {"common_start_town"}))
def test_the_referee_reads_the_switch(name: str) -> None:
    """No switch is only for show: its name stands in the code that judges."""
    folder = Path(__file__).parents[3] / "pnp" / "games" / "keikalla"
    assert any(f'"{name}"' in path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, o in OPTIONS.items() for v in o.values][:9])
def test_a_table_is_set_up_with_every_value(name: str, value: object) -> None:
    assert Replay(GAME, agreed("keikalla", ("anna", "ben"), "physical", None, **{name: value})).to_act == (0, 1)


def test_all_variants_together() -> None:
    """Every variant on at once, six bands: the game goes on to its end, and no card gets lost."""
    played = simulated_game(
        6,
        4,
        ("greedy", "random"),
        thresholds=True,
        two_movement_decks=True,
        jokers_two_action_decks=True,
        fanatic_venues=True,
        hampering=True,
        common_start_town="tampere",
    )
    assert played.outcome is not None
    assert len(played.entries) > 200
    assert min(GAME.census(played.state).values()) >= 0


def test_the_switches_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "keikalla", "--options"]) == 0
    output = capsys.readouterr().out
    assert all(name in output for name in OPTIONS)
