"""`pnp prove` names what is wrong with a game, and where: new games with one fault planted in each."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml

from pnp.cli.main import main
from tests.conformance.mutants import STRANGERS, change_game
from tests.deadline import COMMAND
from tests.editing import edit_file
from tests.guard import some

Capture = pytest.CaptureFixture[str]

RULES = "rules.py"
FAULTS = yaml.safe_load((Path(__file__).parent / "faults.yaml").read_text("utf-8"))
RAISES = FAULTS["load"][0]


def parametrized(faults: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("fault", faults, ids=[fault["what"] for fault in faults])


@pytest.fixture
def new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The folder in which a new game is made."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    return tmp_path


def prove(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """The exit code of `pnp prove`, and what it prints and says of errors, each as one line."""
    code = main(["prove", "mygame", "--games", ".", "-n", "1", *words])
    printed = capsys.readouterr()
    return code, " ".join(printed.out.split()), " ".join(printed.err.split())


def make(folder: Path, fault: dict[str, Any] | None = None) -> Path:
    """A new game with the fault."""
    fault = fault or {"changes": []}
    assert main(["new", "mygame", *(["--hands"] if fault.get("hands") else [])]) == 0
    change_game(folder / "mygame", fault)
    return folder / "mygame"


def words_of(fault: dict[str, Any]) -> list[str]:
    return [fault["words"]] if isinstance(fault["words"], str) else fault["words"]


@parametrized(FAULTS["prove"])
def test_a_fault_is_named_with_its_place(fault: dict[str, Any], new_game: Path, capsys: Capture) -> None:
    make(new_game, fault)
    capsys.readouterr()
    code, printed, _ = prove(capsys, "--players", "2")
    assert code == 1
    _, found, rest = printed.partition(f"FAILED {fault['promise']} ")
    assert found, printed
    report = rest.partition(" reproduce: ")[0]
    for words in words_of(fault):
        assert words in report, report


def test_a_fault_is_shown_again_by_the_line_that_is_printed(new_game: Path, capsys: Capture) -> None:
    fault = next(fault for fault in FAULTS["prove"] if fault["what"] == "somebody is asked who has no move")
    make(new_game, fault)
    capsys.readouterr()
    assert main(["prove", "mygame", "--games", ".", "-n", "1", "--records", "tables"]) == 1
    printed = capsys.readouterr().out
    again = next(line for line in printed.splitlines() if "reproduce: " in line).partition("reproduce: pnp ")[2]
    assert again == 'prove mygame --games . -n 1 --players 2 -k "games end and every line is accepted"'
    assert main(shlex.split(again)) == 1
    assert words_of(fault)[0] in " ".join(capsys.readouterr().out.split())
    table = new_game / "tables" / "mygame-games-end-and-every-line-is-accepted.record"
    assert f"record: {table.relative_to(new_game)}" in printed
    assert main(["referee", "options", str(table), "--games", "."]) in (0, 1)
    assert "take a card from an end of the row" in capsys.readouterr().out


def test_programs_read_the_place_of_a_fault(new_game: Path, capsys: Capture) -> None:
    make(new_game, next(fault for fault in FAULTS["prove"] if fault["what"] == "an offered line that is refused"))
    capsys.readouterr()
    assert main(["prove", "mygame", "--games", ".", "-n", "1", "-k", "games end", "--json"]) == 1
    broken = json.loads(capsys.readouterr().out)
    assert [(each["state"], each["players"], each["ply"]) for each in broken] == [("broken", 2, 1), ("broken", 4, 1)]
    assert broken[0]["line"].startswith("table: lay ") and broken[0]["line"] in broken[0]["record"]


@parametrized(FAULTS["load"])
def test_a_game_that_cannot_be_loaded_is_not_proven(fault: dict[str, Any], new_game: Path, capsys: Capture) -> None:
    make(new_game, fault)
    capsys.readouterr()
    code, printed, errors = prove(capsys)
    assert (code, printed) == (1, "")
    assert errors.endswith("mygame: not checked, because it cannot be loaded")
    for words in some(words_of(fault)):
        assert words in errors, errors


@parametrized(FAULTS["check"])
def test_check_names_what_cards_and_code_show(fault: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    copytree(STRANGERS / "tollbridge", tmp_path / "tollbridge")
    change_game(tmp_path / "tollbridge", fault)
    assert main(["check", "tollbridge", "--strict", "--games", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(fault["words"] in line and ":" in line for line in lines), lines


def test_a_game_written_from_the_documentation_alone_has_no_fault(capsys: Capture) -> None:
    assert main(["check", "tollbridge", "--strict", "--games", str(STRANGERS)]) == 0
    assert capsys.readouterr().out == "tollbridge: no faults\n"


def test_the_other_games_of_the_folder_are_proven_all_the_same(new_game: Path, capsys: Capture) -> None:
    make(new_game, RAISES)
    assert main(["new", "yourgame"]) == 0
    assert main(["new", "cards_only"]) == 0
    (new_game / "cards_only" / RULES).unlink()
    capsys.readouterr()
    assert main(["prove", "--games", ".", "-n", "1", "--players", "2", "-k", "card"]) == 1
    printed = capsys.readouterr()
    assert "yourgame: " in printed.out and " 0 failed" in printed.out
    assert "mygame: not checked, because it cannot be loaded" in printed.err
    assert "cards_only: not checked, because it has no rules" in printed.err


def test_names_that_are_no_game_with_rules_are_refused(new_game: Path, capsys: Capture) -> None:
    make(new_game)
    capsys.readouterr()
    assert main(["prove", "mygmae", "--games", "."]) == 2
    assert "mygmae: unknown game (did you mean “mygame”?)" in capsys.readouterr().err
    assert prove(capsys, "-k", "mygame")[::2] == (
        1,
        "pnp: no property has the words “mygame” (it is the name of a game: pnp prove mygame)",
    )
    (new_game / "mygame" / RULES).unlink()
    assert prove(capsys) == (
        2,
        "",
        "mygame: the game has no rules to check (write rules.py (docs/rules.md); pnp check needs no rules)",
    )


def test_a_sentence_in_the_code_of_a_game_with_two_languages_is_named(new_game: Path, capsys: Capture) -> None:
    game = make(new_game)
    _translate(game / "cards")
    edit_file(game / RULES, ('"lay_at_an_end", card=m.card', '"lay_at_an_end", card="the card"'))
    capsys.readouterr()
    code, printed, _ = prove(capsys, "--players", "2", "-k", "message")
    assert code == 1 and "FAILED every message exists in every language" in printed
    assert "rules.py:84:44: expected the id of a message, got the text “the card”, which has no translation" in printed
    assert "the page has no name for “box” (add it under names: in game.yaml)" in printed


def _translate(cards: Path) -> None:
    """Give every text of a new game words in a second language."""
    for file in cards.glob("*.yaml"):
        text = re.sub(r"\{en: (\".*?\"|[^}]*)\}", r"{en: \1, fi: \1}", file.read_text("utf-8"))
        text = re.sub(r"^  en: (.*)$", r"  en: \1\n  fi: \1", text, flags=re.M)
        file.write_text(text.replace("languages: [en]", "languages: [en, fi]"), encoding="utf-8")


def test_under_pytest_a_game_that_cannot_be_loaded_is_not_passed_by_its_name(new_game: Path) -> None:
    make(new_game, RAISES)
    words = "-m pytest -q -p no:cacheprovider --pyargs pnp.conformance -k mygame"
    command = [sys.executable, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, cwd=new_game, check=False, timeout=COMMAND)
    assert done.returncode == 1 and "1 failed" in done.stdout, done.stdout
    assert "mygame/rules.py:23: the rules cannot be imported: KeyError: 'hand'" in done.stdout
