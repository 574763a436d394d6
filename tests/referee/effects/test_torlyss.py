"""Keko's hardest cards in the words of any game: its own positions, played by the effects for declared games."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.conformance.scenario import Scenario, parse_scenarios, run_scenario

GAMES = Path(__file__).parent / "games"
FILES = sorted((GAMES / "torlyss" / "tests" / "scenarios").glob("*.md"))
TABLES = [each for file in FILES for each in parse_scenarios(file.read_text(encoding="utf-8"), file.name)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.number}")
def test_a_position_of_keko(table: Scenario) -> None:
    entry = find_game("torlyss", [GAMES])
    run_scenario(table, rules_of(entry), book_of(entry))
