"""docs/examples/nuotta, the game made from the pages alone: it loads, keeps its promises, prints, and is played."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.conformance.scenario import parse_scenarios
from tests.guard import some

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
GAME = EXAMPLES / "nuotta"
FOLDER = ("--games", str(EXAMPLES))


def test_its_cards_rules_and_words_have_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "nuotta", "--strict", *FOLDER]) == 0
    assert main(["check", "nuotta", "--strict", "--lang", "en+fi", *FOLDER]) == 0
    assert capsys.readouterr().out.splitlines() == ["nuotta: no faults"] * 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["2", "5"])
def test_it_keeps_every_promise(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["prove", "nuotta", "--players", seats, "--json", *FOLDER])
    assert code == 0, capsys.readouterr().out


def test_its_scenarios_are_answered_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "nuotta", "-k", "every scenario passes", *FOLDER]) == 0
    assert "nuotta: 1 passed, 0 failed" in capsys.readouterr().out


def test_both_languages_stand_on_its_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "nuotta", "--lang", "en+fi", "-o", str(tmp_path), *FOLDER]) == 0
    manifest = json.loads(next(tmp_path.rglob("manifest.json")).read_text("utf-8"))
    assert "fish.pdf" in json.dumps(manifest)
    assert next(tmp_path.rglob("fish.pdf")).stat().st_size > 10_000


def test_an_evening_with_mistakes_is_refereed_in_finnish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the scenario says of each line is what people are told who type it."""
    monkeypatch.chdir(tmp_path)
    (evening,) = parse_scenarios((GAME / "tests" / "scenarios" / "evening.md").read_text("utf-8"), "evening.md")
    typed = [step for step in evening.steps if not step.text.startswith("=")]
    assert main(["referee", "new", "nuotta", *evening.seats, "-o", "a.record", *FOLDER]) == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(step.text for step in typed)))
    assert main(["referee", "play", "a.record", "--lang", "fi", *FOLDER]) == 1  # some lines were refused
    shown = capsys.readouterr().out
    answered = [step.answer for step in some(typed)]
    assert len(re.findall(r" — kielletty$", shown, re.MULTILINE)) == answered.count("illegal")
    assert len(re.findall(r" — tätä ei ymmärretä$", shown, re.MULTILINE)) == answered.count("invalid")
    assert "pelaajalla anna ei ole kalaa ahven" in shown
    assert "apajia on 4" in shown
    written = Path("a.record").read_text("utf-8").partition("---\n")[2].splitlines()
    accepted = [line for line in written if not line.startswith("#")]
    assert len(accepted) == len(typed) - answered.count("illegal") - answered.count("invalid")
    assert "ben: name pike" in accepted


def test_its_careful_player_wins_more_often_than_chance(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "playtest",
        "nuotta",
        "-n",
        "30",
        "--players",
        "3",
        "--bots",
        "careful,random",
        "--workers",
        "1",
        "--json",
        "-",
        *FOLDER,
    ]
    assert main(words) == 0
    wins = {bot["name"]: bot["share"]["count"] for bot in json.loads(capsys.readouterr().out)["wins"]["by_bot"]}
    assert wins["careful"] > wins["random"]


def test_bots_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "nuotta", "-n", "4", "--players", "3", "--workers", "1", "--json", "-", *FOLDER]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 4
    assert {ending["id"] for ending in report["endings"]} <= {"win", "tie"}
