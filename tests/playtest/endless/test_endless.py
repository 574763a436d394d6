"""A search finds what was planted, and nothing where nothing is."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.playtest.endless.endless_search import Findings, search_endless
from tests.guard import some
from tests.playtest.games import SCAFFOLD

# Whoever is to take a card may wait instead: nothing ends a game in which everybody waits.
WAITING = '''
class Wait(Move, frozen=True):
    """`anna: wait`: nothing is taken."""


@TAKING.answer(Wait)
def wait(t: Trial, m: Wait) -> None:
    """The turn passes."""
    t.agreed()
    t.pass_turn(after=m.seat)


def ending('''
STUCK = (
    "    t.agreed()\n    t.move(m.card, THE_ROW",
    """    if len(row) == 1:
        t.refuse(ENDS, "lies_between", card=m.card, ends=(row[0], row[-1]))
    t.agreed()
    t.move(m.card, THE_ROW""",
)


def planted(folder: Path, old: str, new: str) -> list[str]:
    copytree(SCAFFOLD / "mygame", folder / "mygame")
    rules = folder / "mygame" / "rules.py"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")
    return ["playtest", "endless", "mygame", "--games", str(folder), "--records", str(folder / "found")]


def searched(slug: str, number: int, *games: str) -> Findings:
    game, book = load_game(slug, games)
    return list(search_endless(game, book, range(game.players[0], game.players[1] + 1), range(number)))[-1]


def test_a_game_in_which_everybody_may_wait_is_found_to_go_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = planted(tmp_path, "def ending(", WAITING.lstrip("\n"))
    assert main([*words, "-n", "12"]) == 1
    out = capsys.readouterr().out
    assert "round: positions that repeat" in out
    assert "can loop for ever" in out
    (file, *_) = sorted((tmp_path / "found").glob("mygame-round-*.record"))
    assert f"pnp referee replay {file.as_posix()}" in out.replace(" \\\n     ", "")  # a long path has its own line
    assert main(["referee", "verify", str(file), "--games", str(tmp_path), "--json"]) == 0
    *plies, _ = map(json.decode, capsys.readouterr().out.splitlines())
    assert {ply["ruling"] for ply in some(plies)} == {"legal"}
    assert file.read_text("utf-8").splitlines()[-1].endswith(": wait")


def test_a_seat_without_a_legal_move_is_found_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = planted(tmp_path, *STUCK)
    assert main([*words, "-n", "3", "--json", "-"]) == 1
    value = json.decode(capsys.readouterr().out)
    assert value["endless"] == 1
    kinds = {find["kind"] for find in value["findings"]}
    assert "no-move" in kinds
    find = next(find for find in value["findings"] if find["kind"] == "no-move")
    assert "is to act and has no legal move" in find["what"]
    assert Path(find["record"]).exists()


def test_a_fault_of_the_code_is_a_find_and_not_a_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = planted(tmp_path, "    t.add(SUM[m.seat]", '    assert m.card != "trophy"\n    t.add(SUM[m.seat]')
    assert main([*words, "-n", "2"]) == 1
    assert "fault: games that cannot continue" in capsys.readouterr().out


def test_the_same_seeds_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = planted(tmp_path, "def ending(", WAITING.lstrip("\n"))
    outputs = []
    for _ in range(2):
        assert main([*words, "-n", "9", "--json", "-"]) == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("folder", [SCAFFOLD, SCAFFOLD / "hands", SCAFFOLD / "effects"])
def test_nothing_is_found_in_the_games_that_new_makes(folder: Path) -> None:
    found = searched("mygame", 24, str(folder))
    assert found.games == 24
    assert not found.findings


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918"])
def test_nothing_is_found_in_two_games_that_end_by_their_cards(slug: str) -> None:
    found = searched(slug, 24)
    assert found.games == 24
    assert not found.findings


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["drumroll", "keikalla"])
def test_nothing_is_found_in_two_long_games(slug: str) -> None:
    assert not searched(slug, 48).findings
