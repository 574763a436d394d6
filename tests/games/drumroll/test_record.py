"""The worked example: one preparation, one show, two players, 86 lines, each with what stands after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.games.drumroll import GAME
from pnp.games.drumroll.state import DrumRollState, Player
from pnp.referee.loading import replay_record
from pnp.referee.record import Header, format_header, format_line, parse_record
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal
from pnp.table.messages import entry_values, result_values
from tests.games.drumroll.tables import agreed, book
from tests.guard import some

RECORDS = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))["records"]
records = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])


def cell(table: DrumRollState, player: Player) -> str:
    """`coins prestige storage hand`."""
    letters = "".join(colour[0] * count for colour, count in zip(table.data.colours, player.storage, strict=True))
    return f"{player.coins} {player.prestige} {letters or '-'} {len(player.hand)}"


@records
def test_every_line_as_verify_prints_it(record: dict[str, Any]) -> None:
    seats = tuple(record["seats"])
    header = Header("drumroll", seats, GAME.version, book().digest, record["options"])
    text = format_header(header) + "".join(format_line(ply[0]) for ply in record["plies"])
    replay = replay_record(parse_record(text), GAME, book()).replay
    for entry, (line, phase, acting, *cells) in zip(replay.entries, record["plies"], strict=True):
        values = entry_values(entry, replay)
        assert f"{values['seat']}: {values['move']}" == line
        assert (values["ruling"], values["phase"], values["to_act"]) == ("legal", phase, acting), line
        assert [cell(entry.state, player) for player in entry.state.players] == cells, line
        assert values["scores"] == {seat: int(text.split()[1]) for seat, text in zip(seats, cells, strict=True)}
    result = result_values(replay)
    assert result["result"]["over"] is False and result["irregularities"] == []


@records
def test_what_must_be_refused(record: dict[str, Any]) -> None:
    table = Replay(GAME, agreed(tuple(record["seats"])))
    refused: dict[int, list[dict[str, Any]]] = {}
    for case in record["refused"]:
        refused.setdefault(case["after"], []).append(case)
    for number, (line, *_) in enumerate(record["plies"], 1):
        assert table.read(line).accepted, line
        before = table.state
        for case in refused.pop(number, ()):
            ruling = table.judge_line(case["line"]).ruling
            assert isinstance(ruling, Illegal) and ruling.rule == case["rule"], f"{case}: {ruling}"
            assert table.state is before
    assert not refused


@records
def test_what_lies_there_at_the_end(record: dict[str, Any]) -> None:
    table = Replay(GAME, agreed(tuple(record["seats"])))
    for line, *_ in some(record["plies"]):
        assert isinstance(table.read(line).ruling, Legal)
    facts = GAME.facts(table.state)
    for name, wanted in some(record["after_last"].items()):
        assert facts[name] == wanted, name


@records
def test_the_next_line_is_among_the_options(record: dict[str, Any]) -> None:
    """Cards turned up are listed one by one; everything else stands among the options as it was typed."""
    table = Replay(GAME, agreed(tuple(record["seats"])))
    for line, *_ in some(record["plies"]):
        move = table.notation.parse(line)
        listed = GAME.legal_moves(table.state, move.seat)  # type: ignore[union-attr]
        first = line.rsplit(" ", line.count(" PF-") + line.count(" PS-") - 1)[0] if "deal area" in line else line
        lines = [table.notation.format(each) for each in listed]
        assert first in lines or _same_cubes(line, lines), f"{line}: {lines}"
        table.read(line)


def _same_cubes(line: str, lines: list[str]) -> bool:
    """`take red yellow` stands there as `take yellow red`."""
    return " take " in line and sorted(line.split()) in [sorted(text.split()) for text in lines]


def test_the_example_that_people_can_pipe_in_is_the_worked_one() -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "drumroll-first-show.txt"
    lines = [line for line in example.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines == [ply[0] for ply in RECORDS[0]["plies"]]
