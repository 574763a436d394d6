"""What `pnp playtest` refuses: it says what and where before any game is played, and nothing else."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.playtest.games import SCAFFOLD

FAULTS = [  # words after `pnp playtest`, with SCAFFOLD's games · exit code · words of the message
    ("-n 5", 2, "Missing argument 'GAME'"),
    ("nogame", 2, "unknown game"),
    ("vari mygame constants.reach=2", 2, "unknown command “playtest vari”; did you mean: playtest vary?"),
    # numbers
    ("mygame -n 0", 2, "'-n'"),
    ("mygame -n many", 2, "'-n'"),
    ("mygame -n 99999999999999999999", 2, "'-n'"),
    ("mygame --workers 0", 2, "'--workers'"),
    ("mygame --workers 999999", 2, "'--workers'"),
    ("mygame --seed -1", 2, "'--seed'"),
    ("mygame --players -1", 2, "'--players'"),  # not the last but one of the numbers of seats
    ("mygame --players 999999999", 2, "'--players'"),
    ("mygame --players 9", 1, "expected 2 to 4 players, got 9"),
    # bots and options
    ("mygame --bots radnom", 2, "random"),
    ("mygame --bots ,", 2, "expected the name of a bot"),
    ("mygame --option deal=physical", 2, "“deal” cannot be set in a playtest"),
    ("mygame --option seed=4", 2, "use --seed"),
    ("mygame --option lucky", 2, "name=value"),
    ("mygame --option windy=true", 2, "windy"),
    # files
    ("mygame --records /dev/null/x", 1, "/dev/null/x"),
    ("mygame --html /dev/null/x/a.html", 1, "/dev/null/x"),
    ("mygame --html {}", 1, "expected a file, got a folder"),
    ("mygame --json {}", 1, "expected a file, got a folder"),
    ("mygame --html same --json same", 2, "would both write same"),
    ("mygame --resume same --json ./same", 2, "--json and --resume would both write same"),
    ("mygame --html -", 2, "--html: expected a file name, got “-”"),
    # targets and --until
    ("mygame --targets ''", 2, "--targets: expected a value, got nothing"),  # a variable that a script did not fill in
    ("mygame --targets first", 2, "expected METRIC=LOW..HIGH, got “first”"),
    ("mygame --targets first=48", 2, "first=48..52,moves=40..60"),
    ("mygame --targets first=..", 2, "expected METRIC=LOW..HIGH, got “first=..”"),
    ("mygame --targets first=1e999..", 2, "expected numbers as limits in “first=1e999..”, got 1e999"),
    ("mygame --targets moves=nan..inf", 2, "expected numbers as limits in “moves=nan..inf”, got nan and inf"),
    (f"mygame --targets moves=..{10**400}", 2, "expected numbers as limits"),
    ("mygame --targets first=9..2", 2, "ends before it starts (first=2..9)"),
    ("mygame --targets ,", 2, "expected at least one target"),
    ("mygame --targets frist=1..2,moves=x", 2, "did you mean “first”?"),
    ("mygame --targets wins:nobody=1..2", 2, "--targets: there is no metric “wins:nobody”"),
    ("mygame --until soon", 2, "expected a positive number, got “soon”"),
    ("mygame --until 0", 2, "expected a positive number, got “0”"),
    ("mygame --until mooves=1", 2, "did you mean “moves”?"),
    # vary: what is no value is told with its place
    ("vary kalevala tiles.ukko.value=much", 1, "tiles.yaml:27:12: expected a whole number"),
    ("vary kalevala tiles.ukko.power=both_end", 1, "did you mean “both_ends”?"),
    ("vary kalevala tiles.uko.value=5", 1, "there is no card “uko” (did you mean “ukko”?)"),
    ("vary kalevala tiles.ukko.valu=5", 1, "did you mean “value”?"),
    ("vary kalevala markers.ukko.value=5", 1, "the card “ukko” is in the deck tiles"),
    ("vary kalevala tile.ukko.value=5", 2, "did you mean “tiles”?"),
    ("vary kalevala options.tie_result=none", 2, "--option NAME=VALUE"),
    ("vary kalevala constants.hand=5", 1, "did you mean “hand_size”?"),
    ("vary kalevala constants.hand_size=few", 1, "game.yaml:23:22: expected a whole number, got the text “few”"),
    ("vary kalevala constants.hand_size=-3", 1, "the game fails with constants.hand_size=-3"),
    ("vary kalevala constants.hand_size=-3", 1, "the rules do not support this value; the current value is 5"),
    ("vary kalevala tiles.louhi.text.rule.en=x", 1, "no rule reads tiles.louhi.text.rule.en"),
    ("vary kalevala tiles.ukko.code=KV1", 1, "no rule reads tiles.ukko.code"),
    ("vary kalevala tiles.ukko.value", 2, "expected NAME=VALUES, got “tiles.ukko.value”"),
    # tournament, without, endless, compare, records
    ("tournament mygame --bots greedy", 2, "expected 2 to 12 different bots, got 1"),
    ("tournament mygame --bots random,gredy", 2, "no bot “gredy”"),
    ("tournament mygame --bots ,", 2, "--bots: expected the name of a bot"),
    ("tournament mygame --bots random,greedy --until soon", 2, "(--until 30)"),
    ("without mygame ''", 2, "CARD: expected a value, got nothing"),
    ("without kalevala tiles.lohi", 2, "did you mean “louhi”?"),
    ("without kalevala markers.louhi", 2, "tiles.louhi"),
    ("without kalevala louhi --bots random,greedy", 2, "expected one bot: it plays against itself"),
    ("endless mygame --until 2", 2, "No such option: --until"),
    ("endless mygame --option seed=1", 2, "use --seed"),
    ("compare a b --seed 4", 2, "No such option: --seed"),
    ("compare a b --json b", 2, "--json: would overwrite the input file b"),
    ("records c --bots greedy", 2, "No such option: --bots"),
    ("records nowhere", 2, "no such folder or record"),
    ("records {}", 1, "no records found"),
]


@pytest.mark.parametrize("words, code, message", FAULTS)
def test_what_people_can_mend_is_told_before_any_game(
    words: str, code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word.format(tmp_path) for word in shlex.split(words)]
    games = ["--games", str(SCAFFOLD)] if "mygame" in given else []
    assert main(["playtest", *given, *games]) == code
    captured = capsys.readouterr()
    assert message in captured.err and captured.out == "" and "Traceback" not in captured.err


def test_all_faults_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "vary", "kalevala", "tiles.ukko.value=x,y", "tiles.louhi.value=z"]) == 1
    assert capsys.readouterr().err.count("expected a whole number") == 3


@pytest.mark.parametrize("option", ["--json", "--html", "--resume", "--records"])
def test_a_folder_that_takes_no_files_is_told(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda folder, way: way != os.W_OK)
    assert main(["playtest", "mygame", "--games", str(SCAFFOLD), "-n", "3", option, str(tmp_path / "new")]) == 1
    captured = capsys.readouterr()
    assert "this folder is not writable" in captured.err and captured.out == ""


def test_a_game_without_rules_cannot_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "toy", "--dir", str(tmp_path), "--template", "tile"]) == 0
    assert main(["playtest", "endless", "toy", "--games", str(tmp_path)]) == 2
    assert "has no rules yet" in capsys.readouterr().err
