"""`list`, `rules`, `export`, `check` and `new`: what they print, what they write, and how they refuse."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from pnp.base.places import data_root
from pnp.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Kalevala with three faults in two files."""
    folder = tmp_path / "games" / "kalevala"
    shutil.copytree(Path(data_root("cards")) / "kalevala", folder / "cards")
    shutil.copytree(Path(data_root("layouts")) / "kalevala", folder / "layouts")
    tiles = folder / "cards" / "tiles.yaml"
    tiles.write_text(tiles.read_text("utf-8").replace("copies: 6", "copies: 7").replace("KV2", "KV1"), "utf-8")
    game = folder / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("letters:", "leters:"), "utf-8")
    return tmp_path / "games"


def test_list(capsys: Capture) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "kalevala" in out and "60 cards" in out and "en fi" in out
    assert main(["list", "--json"]) == 0
    games = {game["slug"]: game for game in json.loads(capsys.readouterr().out)}
    assert games["kalevala"]["players"] == [2, 2]
    assert {"id": "tiles", "kind": "cards", "cards": 8, "copies": 60} in games["kalevala"]["decks"]


def test_list_takes_names_of_games(capsys: Capture) -> None:
    assert main(["list", "kalevala", "keko"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["kalevala", "keko"]
    assert main(["list", "kalevla"]) == 2
    assert "did you mean “kalevala”?" in capsys.readouterr().err


def test_list_names_a_faulty_game(capsys: Capture, broken: Path) -> None:
    assert main(["list", "--games", str(broken)]) == 0
    assert "faults: pnp check kalevala" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["KAL-14", "kal-14", "kal14", "14"])
def test_one_rule(capsys: Capture, typed: str) -> None:
    assert main(["rules", "kalevala", typed]) == 0
    out = capsys.readouterr().out
    assert "KAL-14" in out and "longer than 7 tiles" in out and "Example" in out and "seed L2" in out


@pytest.mark.parametrize(
    ("words", "expected", "missing"),
    [
        (["corner"], "KAL-13", "KAL-14  "),
        (["Corner", "tile"], "KAL-13", "KAL-51"),
        (["kulma"], "KAL-13", "KAL-51"),
    ],
)
def test_rules_are_found_by_their_words(capsys: Capture, words: list[str], expected: str, missing: str) -> None:
    assert main(["rules", "kalevala", *words]) == 0
    out = capsys.readouterr().out
    assert expected in out and missing not in out
    assert main(["rules", "kalevala", "tile", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) > 5


def test_words_that_no_rule_has(capsys: Capture) -> None:
    assert main(["rules", "kalevala", "helicopter"]) == 1
    assert "unknown rule “helicopter”, and no rule contains these words" in capsys.readouterr().err


def test_rules_in_finnish_options_and_json(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["rules", "kalevala", "--lang", "fi"]) == 0
    out = capsys.readouterr().out
    assert "ALKUVALMISTELUT" in out and all(f"KAL-{n:02}" in out for n in range(1, 52))
    assert max(map(len, out.splitlines())) <= 60
    assert main(["rules", "kalevala", "--options"]) == 0
    assert "tie_result = shared (or none)" in capsys.readouterr().out
    assert main(["rules", "keko", "--options"]) == 0
    assert "hand_limit = none (or 1–999)" in capsys.readouterr().out
    assert main(["rules", "kalevala", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 54
    assert main(["rules", "kalevala", "40a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "KAL-40a"
    assert main(["rules", "kalevala", "--options", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 9


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["rules", "kalevala", "KAL-77"], 1, "unknown rule"),
        (["rules", "kalevala", "--lang", "sv"], 2, "one of: en, fi"),
        (["rules", "kalevla"], 2, "did you mean “kalevala”?"),
        (["export", "kalevala", "--to", "csv", "--lang", "sv"], 2, "no language"),
        (["export", "kalevala", "--to", "tts", "--theme", "inc"], 2, "did you mean “ink”?"),
        (["export", "nothing", "--to", "csv"], 2, "unknown game"),
        (["check", "kalevla"], 2, "did you mean “kalevala”?"),
        (["list", "--games", "/nowhere"], 1, "no games here"),
    ],
)
def test_unknown_names_are_reported_with_the_nearest(
    capsys: Capture, words: list[str], code: int, expected: str
) -> None:
    assert main(words) == code
    captured = capsys.readouterr()
    assert expected in captured.err and "Traceback" not in captured.err


@pytest.mark.parametrize(
    "words",
    [
        ["export", "kalevala", "--to", "xlsb"],
        ["export", "kalevala", "--to", "csv", "--list", "x"],
        ["export"],
        ["rules"],
    ],
)
def test_wrong_usage_exits_2(words: list[str]) -> None:
    assert main(words) == 2


def test_export_writes_a_whole_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "lists" / "kalevala.csv"
    assert main(["export", "kalevala", "--to", "csv", "-o", str(path), "--lang", "fi"]) == 0
    assert str(path) in capsys.readouterr().out
    read = list(csv.DictReader(io.StringIO(path.read_text("utf-8"), newline="")))
    assert "Väinämöinen" in {row["name:fi"] for row in read}
    assert [item.name for item in path.parent.iterdir()] == ["kalevala.csv"]
    assert main(["export", "kalevala", "--to", "csv", "-o", str(tmp_path)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_check_reports_all_faults_with_their_places(capsys: Capture, broken: Path) -> None:
    assert main(["check", "kalevala", "--games", str(broken)]) == 1
    out = capsys.readouterr().out
    assert "game.yaml:9:1: unknown key “leters” (did you mean “letters”?)" in out
    assert "tiles.yaml:4:8: the copies add up to 63, but total is 60" in out
    assert "the code “KV1” is already used" in out
    assert "kalevala: 3 errors" in out
    assert main(["check", "kalevala", "--json", "--games", str(broken)]) == 1
    (game,) = json.loads(capsys.readouterr().out)
    assert not game["ok"]
    assert {fault["code"] for fault in game["faults"]} == {"unknown-key", "total", "duplicate"}


def test_check_of_a_sound_database(capsys: Capture) -> None:
    assert main(["check", "kalevala", "--cards", "--strict"]) == 0
    assert capsys.readouterr().out == "kalevala: no faults\n"


def test_check_of_rules(capsys: Capture, tmp_path: Path) -> None:
    assert main(["new", "mine", "--dir", str(tmp_path)]) == 0
    rules = tmp_path / "mine" / "rules.py"
    text = rules.read_text("utf-8")
    words = ["check", "mine", "--games", str(tmp_path)]
    assert main(words) == 0
    game = tmp_path / "mine" / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("[2, 4]", "[2, 5]"), "utf-8")
    assert main(words) == 1
    assert "game.yaml:5:10: expected 2 to 4 players, as in the rules, got 2 to 5" in capsys.readouterr().out
    rules.write_text(text.replace("def ", "dof  ", 1), "utf-8")
    sys.modules.pop("pnp_game_mine")
    assert main(words) == 1
    assert "the rules cannot be imported: SyntaxError" in capsys.readouterr().out


def test_strict_counts_warnings(capsys: Capture, broken: Path) -> None:
    cards = broken / "kalevala" / "cards"
    shutil.rmtree(cards)
    shutil.copytree(Path(data_root("cards")) / "kalevala", cards)
    game = cards / "game.yaml"
    game.write_text(
        game.read_text("utf-8").replace("languages: [en, fi]", "languages: [en, fi]\ndrafts: [sv]"), "utf-8"
    )
    words = ["check", "kalevala", "--cards", "--games", str(broken)]
    assert main(words) == 0
    assert "warnings" in capsys.readouterr().out
    assert main([*words, "--strict"]) == 1


def test_one_typo_in_a_layout_is_one_fault_however_many_cards_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    layout = Path("mygame/layouts/card.yaml")
    layout.write_text(layout.read_text(encoding="utf-8").replace('"{value}"', '"{vallue}"'), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "mygame", "--games", "."]) == 1
    fault, summary = capsys.readouterr().out.splitlines()
    assert "card of heart and 4 more, “value”: “{vallue}” is neither a field nor an icon" in fault
    assert summary == "mygame: 1 error"
    assert main(["build", "mygame", "--games", ".", "-o", "out"]) == 1
    assert capsys.readouterr().err.splitlines() == [fault]
