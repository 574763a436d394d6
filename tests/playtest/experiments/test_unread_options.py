"""`pnp playtest` refuses options that nothing would read, files that would be lost, and numbers that no games have."""

from __future__ import annotations

import re
from errno import ENOSPC
from pathlib import Path

import pytest
from msgspec import json

from pnp.cli.main import main
from tests.playtest.games import SCAFFOLD, bad_game, first_words

GAME = ["mygame", "--games", str(SCAFFOLD), "-n", "3"]


@pytest.mark.parametrize(
    "words, message",
    [
        (
            [*GAME, "--targets", ""],
            "--targets: expected a value, got nothing",
        ),  # a variable that a script did not fill in
        (["without", *GAME, ""], "CARD: expected a value, got nothing"),
        (["endless", *GAME, "--until", "2"], "No such option: --until"),
        (["tournament", *GAME, "--bots", "greedy"], "expected 2 to 12 different bots, got 1"),
        (["compare", "a", "b", "--seed", "4"], "No such option: --seed"),
        (["vari", *GAME, "constants.reach=2"], "unknown command “playtest vari”; did you mean: playtest vary?"),
        ([*GAME, "--players", "-1"], "'--players'"),  # not the last but one of the numbers of seats
        ([*GAME, "--html", "same", "--json", "same"], "would both write same"),
        ([*GAME, "--resume", "same", "--json", "./same"], "--json and --resume would both write same"),
        ([*GAME, "--html", "-"], "--html: expected a file name, got “-”"),
        (["compare", "a", "b", "--json", "b"], "--json: would overwrite the input file b"),
        (["records", "c", "--bots", "greedy"], "No such option: --bots"),
    ],
)
def test_an_option_that_nothing_reads_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["playtest", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.out == ""


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_folder_is_no_report(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", *GAME, option, str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "expected a file, got a folder" in captured.err and captured.out == ""


@pytest.mark.parametrize(
    "path, value, message",
    [
        (("games",), -3, "`$.games`"),
        (("first_seed",), "0", "`$.first_seed`"),
        (("bots",), 7, "`$.bots`"),
        (("playtest",), 2, "`$.playtest`"),
        (("length", "moves", "margin"), -1, "length.moves: "),
        (("options",), {"a": json.decode("[" * 40 + "]" * 40)}, "nested too deeply at options.a"),
        (("length", "moves", "mean"), "five", "length.moves: "),
        (("wins", "shared", "count"), 99, "wins.shared: 99 of 3"),
        (("wins", "shared", "of"), -1, "wins.shared: "),
    ],
)
def test_numbers_that_no_games_have_are_not_compared(
    path: tuple[str, ...], value: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    assert main(["playtest", *GAME, "--json", str(good)]) == 0
    report = json.decode(good.read_bytes())
    part = report
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    bad.write_bytes(json.encode(report))
    capsys.readouterr()
    assert main(["playtest", "compare", str(good), str(bad)]) == 1
    captured = capsys.readouterr()
    assert re.search(rf"{bad}: (not a valid report|invalid numbers)", captured.err) and message in captured.err
    assert captured.out == ""


def test_a_report_is_told_where_its_file_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # records of odd games are kept beside it

    def full(scratch: str, name: str) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("pnp.base.files.take_place", full)
    assert main(["playtest", *GAME, "--json", "report.json", "--html", "report.html"]) == 1
    captured = capsys.readouterr()
    assert "3 simulated games" in captured.out
    for file in ("report.json", "report.html", "report-games/"):
        assert re.search(rf"{file}\S*: cannot be written: no space left on device", captured.err)
    assert not list(tmp_path.rglob("*.*"))


@pytest.mark.parametrize("words", [[], ["vary", "constants.reach=2"], ["--targets", "first=1..2"]])
def test_where_no_game_came_to_its_end_a_sentence_says_so_and_reports_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["mygame", "--games", str(bad_game(tmp_path)), "-n", "3", "--workers", "1"]
    assert main(["playtest", *asked, "--json", "report.json"]) == 0
    whole = Path("report.json").read_bytes()
    capsys.readouterr()
    asked = first_words(words, [*asked, "--bots", "cheats"])
    assert main(["playtest", *asked, "--json", "report.json", "--html", "report.html"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "no game was completed, so there is nothing to report\n" and "failed: " in captured.err
    assert Path("report.json").read_bytes() == whole and not Path("report.html").exists()
