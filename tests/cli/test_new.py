"""`pnp new`: the scaffold is a good game as it stands, and under any name and title."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.cli.main import main
from tests.deadline import COMMAND

SCAFFOLD = Path(__file__).parents[2] / "pnp" / "scaffold"


def run_pytest(*words: str, where: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *words],
        cwd=where,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        timeout=COMMAND,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def words_in(folder: Path) -> str:
    """Everything written in a new game; what Python compiled of it is not."""
    return "".join(path.read_text("utf-8") for path in folder.rglob("*.*") if path.is_file() and path.suffix != ".pyc")


def test_the_scaffold_itself_is_a_sound_game() -> None:
    entry = find_game("mygame", [SCAFFOLD])
    assert book_of(entry).decks["treasures"].size == 5
    assert rules_of(entry).slug == "mygame"
    assert main(["check", "mygame", "--cards", "--strict", "--games", str(SCAFFOLD)]) == 0


def test_a_new_game_checks_and_passes_its_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "pine_cones", "--title", 'Käpy: "C" {d} # e\'s \\ MYG']) == 0
    assert main(["check", "pine_cones", "--cards", "--strict", "--games", "."]) == 0
    entry = find_game("pine_cones", ["."])
    book = book_of(entry)
    assert book.title == {"*": 'Käpy: "C" {d} # e\'s \\ MYG'}
    assert (book.letters, next(iter(book.rulebook.rules)), book.cards["coin"].code) == ("PIN", "PIN-01", "PI2")
    words = words_in(Path("pine_cones"))
    assert "mygame" not in words
    assert "4 passed" in run_pytest("pine_cones", where=tmp_path)


@pytest.mark.ci
def test_the_scaffold_with_hands_is_a_sound_game() -> None:
    hands = [SCAFFOLD / "hands"]
    entry = find_game("mygame", hands)
    assert book_of(entry).decks["goods"].size == 36
    assert main(["check", "mygame", "--cards", "--strict", "--games", *map(str, hands)]) == 0
    assert main(["prove", "mygame", "--games", *map(str, hands)]) == 0


def test_a_new_game_with_hands_checks_and_passes_its_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "night_market", "--hands"]) == 0
    assert main(["check", "night_market", "--cards", "--strict", "--games", "."]) == 0
    words = words_in(Path("night_market"))
    assert "mygame" not in words and "currentColor" in words
    assert book_of(find_game("night_market", ["."])).howto.example.steps[1].scores == {"anna": 0, "ben": 8}
    assert "5 passed" in run_pytest("night_market", where=tmp_path)


@pytest.mark.ci
def test_the_scaffold_with_effects_is_a_sound_game(tmp_path: Path) -> None:
    """Loaded, looked at, proved, built and played by bots."""
    folder = SCAFFOLD / "effects"
    games = ["--games", str(folder)]
    assert book_of(find_game("mygame", [folder])).decks["seers"].size == 65
    assert main(["check", "mygame", "--strict", *games]) == 0
    assert main(["prove", "mygame", "-n", "1", *games]) == 0
    assert main(["build", "mygame", "--once", "-o", str(tmp_path), *games]) == 0
    assert list(tmp_path.rglob("seers.pdf"))
    assert main(["playtest", "mygame", "-n", "8", *games]) == 0


@pytest.mark.ci
def test_a_new_game_with_effects_checks_and_passes_its_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "seers_duel", "--effects"]) == 0
    assert main(["check", "seers_duel", "--cards", "--strict", "--games", "."]) == 0
    words = words_in(Path("seers_duel"))
    assert "mygame" not in words
    assert "4 passed" in run_pytest("seers_duel", where=tmp_path)
    assert main(["new", "both", "--effects", "--hands"]) == 2


def test_a_game_without_rules_has_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "plain"]) == 0
    (tmp_path / "plain" / "rules.py").unlink()
    entry = find_game("plain", ["."])
    assert entry.rules == ""
    assert "play" in {move.__name__.lower() for move in rules_of(entry).moves}
    assert main(["check", "plain", "--cards", "--games", "."]) == 0
    words = ["--games", "."]
    assert main(["referee", "new", "plain", "anna", "ben", "-o", "t.record", *words]) == 0
    assert main(["referee", "move", "t.record", "anna: draw 2", "anna: play star", *words]) == 0
    assert main(["referee", "move", "t.record", "anna: play star", *words]) == 1


BAD_NAMES = [
    "Bad",
    "a-b",
    "1a",
    "",
    "class",
    "kalevala",
    "sandbox",
    "../x",
    "a/b",
    "ä",
    "x" * 50,
    "null",
    "true",
    "con",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("title", ["\x07", "x" * 90, "\u202e"])
def test_titles_that_are_refused(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "fine", "--title", title]) == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "file").write_text("x")
    assert main(["new", "mine", "--dir", str(tmp_path)]) == 1
    assert main(["new", "file", "--dir", str(tmp_path)]) == 1
    assert main(["new", "other", "--dir", str(tmp_path / "file")]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mine"]
    assert not list((tmp_path / "mine").iterdir())


def test_a_new_game_prints_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    assert main(["referee", "new", "mygame", "anna", "ben", "--games", "."]) == 0
    output = capsys.readouterr().out
    assert "table: lay all cards" in output and output.endswith("play mygame.record --games .\n")
    assert main(["referee", "new", "mygame", "anna", "ben"]) == 0
    assert capsys.readouterr().out.endswith("play mygame-2.record\n")
    monkeypatch.chdir("/")
    assert main(["referee", "new", "mygame", "anna", "ben"]) == 2
    assert "--games FOLDER" in capsys.readouterr().err


def test_what_to_do_next_is_typed_where_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["new", "mygame"])
    assert "pnp check mygame\n" in capsys.readouterr().out
    main(["new", "other", "--dir", "my games"])
    assert "pnp check other --games 'my games'\n" in capsys.readouterr().out


def test_a_game_without_corrections_offers_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    assert main(["referee", "new", "mygame", "anna", "ben", "--games", "."]) == 0
    assert main(["referee", "move", "mygame.record", "anna: bogus", "--games", "."]) == 1
    output = capsys.readouterr().err
    assert "“bogus” is not a move of this game" in output and "adjust" not in output


def test_only_commands_that_referee_run_the_code_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README says so: who looks at somebody else's cards runs nothing of theirs."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "foreign"]) == 0
    ran = tmp_path / "ran"
    rules = next(tmp_path.glob("foreign/**/rules.py"))
    with open(rules, "a", encoding="utf-8") as file:
        file.write(f"\nopen({str(ran)!r}, 'w').close()\n")
    games = ["--games", "."]
    for words in (
        ["list"],
        ["rules", "foreign"],
        ["check", "foreign", "--cards"],
        ["export", "foreign", "--to", "md", "-o", "out.md"],
        ["build", "foreign", "-o", "out"],
    ):
        assert main([*words, *games]) == 0
        assert not ran.exists(), words
    assert main(["check", "foreign", *games]) == 0 and ran.exists()
