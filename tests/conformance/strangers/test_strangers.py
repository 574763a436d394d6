"""Games that strangers wrote from the documentation alone: they check clean, keep every promise, and end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import find_game
from pnp.conformance.case import Subject
from pnp.conformance.proof import BROKEN, prove, subject_of
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator, seeded_pick
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel.trial import Trial
from pnp.referee.replay import STOPPED, Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView
from pnp.table.dealer import SeededChance
from pnp.cli.main import main
from tests.guard import some
from tests.marks import on_ci

FOLDER = Path(__file__).parent
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))
SLOW = {"draft", "fivedice", "hearts", "liar", "morris"}  # a proof of one of these takes seconds


@cache
def subject(name: str) -> Subject:
    """A game with one bot game for each number of seats and kind of table."""
    return subject_of(find_game(name, [FOLDER]), 1)


def table(name: str, *seats: str, deal: str = DIGITAL) -> Replay[Any]:
    book = subject(name).book
    options = {id_: option.default for id_, option in book.options.items()}
    return Replay(subject(name).game, Setup(seats, book, options, deal))


@pytest.mark.parametrize("name", NAMES)
def test_it_checks_clean(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name, "--strict", "--games", str(FOLDER)]) == 0
    assert capsys.readouterr().out == f"{name}: no faults\n"


@pytest.mark.parametrize("name", on_ci(NAMES, *SLOW))
def test_it_keeps_every_promise(name: str) -> None:
    broken = [f"{verdict.promise}: {verdict}" for verdict in prove(subject(name)) if verdict.state == BROKEN]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("name", on_ci(NAMES, "morris"))
def test_twenty_games_of_bots_end(name: str) -> None:
    simulator = Simulator(subject(name).game, subject(name).book, SEAT_NAMES[: subject(name).game.players[0]])
    for seed in range(20):
        played = simulator.play(seed, [RANDOM] * len(simulator.setup.seats), row=seeded_pick(seed))
        assert played.outcome is not STOPPED, seed


@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_dealt_and_played_with_real_cards_and_without(name: str, deal: str) -> None:
    """Bots type what the referee offers, as `pnp prove` does."""
    for case in some(subject(name).cases):
        (played,) = case.digital if deal == DIGITAL else case.physical
        assert played.setup.deal == deal and len(played.entries) > 4
        assert all(entry.accepted for entry in played.entries)


def test_klondikes_columns_are_dealt_without_a_word() -> None:
    """Face-down cards are in no line, whoever reads the record."""
    replay, chance = table("klondike", "anna"), SeededChance(7)
    while replay.to_act == (TABLE,):
        assert replay.read(replay.notation.format(replay.game.chance(replay.state, chance))).accepted
    for viewer in (None, 0):
        lines = [entry.text for entry in ReplayView(replay, viewer).entries]
        assert len(lines) == 7 and all(line.count(" ") == 3 for line in lines)  # table: deal table CARD
        assert ReplayView(replay, viewer).state.down == tuple(("?",) * n for n in range(7))


def test_a_rule_reads_the_rows_of_a_table() -> None:
    trial = Trial(subject("morris").game.declared, table("morris", "anna", "ben").state)
    rows = trial.table("board")
    assert rows["nodes"][0] == {"id": "a1", "x": 15, "y": 165} and len(rows["nodes"]) == 24
