"""Keko's hardest cards in the words of any game: its own positions, played by the effects for declared games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.conformance.scenario import Scenario, parse_scenarios, run_scenario
from pnp.referee.game import DIGITAL, Setup
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import as_seen
from pnp.table.dealer import SeededChance

GAMES = Path(__file__).parent / "games"
FILES = sorted((GAMES / "torlyss" / "tests" / "scenarios").glob("*.md"))
TABLES = [each for file in FILES for each in parse_scenarios(file.read_text(encoding="utf-8"), file.name)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.number}")
def test_a_position_of_keko(table: Scenario) -> None:
    entry = find_game("torlyss", [GAMES])
    run_scenario(table, rules_of(entry), book_of(entry))


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_play_the_cards_and_each_view_follows_from_its_own_lines(seats: int) -> None:
    """A question after a search must not tell whether the deck holds such a card, nor a shown card be another's."""
    entry = find_game("torlyss", [GAMES])
    game: Any = rules_of(entry)
    table = Replay(game, Setup(("anna", "ben", "carl")[:seats], book_of(entry), {}, DIGITAL))
    chance = random.Random(seats)
    while table.outcome is None and table.plies < 250:
        seat = table.to_act[0]
        moves = [] if seat == TABLE else game.legal_moves(table.state, seat)
        move = chance.choice(moves) if moves else game.chance(table.state, SeededChance(seats))
        assert table.apply_move(move).accepted, move
    for viewer in (None, *range(seats)):
        seen = Replay(game, table.setup)
        for line in table.entries:
            assert seen.apply_move(as_seen(game, line.state, line, viewer)).accepted, (viewer, line.move)
            assert game.facts(game.project(seen.state, viewer)) == game.facts(game.project(line.state, viewer))
