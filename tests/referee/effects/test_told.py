"""What the referee says of effects: the cards of the scaffold, with all reasons, news and prompts (`scenarios/`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.conformance.scenario import Scenario, parse_scenarios, run_scenario
from tests.referee.effects.tables import SCAFFOLD

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.md"))
TABLES = [each for file in FILES for each in parse_scenarios(file.read_text(encoding="utf-8"), file.name)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_all_that_is_said_of_effects(table: Scenario) -> None:
    entry = find_game("mygame", [SCAFFOLD.parent])
    assert run_scenario(table, rules_of(entry), book_of(entry))
