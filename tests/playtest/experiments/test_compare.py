"""`pnp playtest --targets` and `pnp playtest compare`, from the outside."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import json

from pnp.cli.main import main
from pnp.playtest.experiments.compare import Report, compare_reports
from tests.guard import some
from tests.playtest.games import SCAFFOLD

GAME = ["mygame", "--games", str(SCAFFOLD)]


@pytest.mark.parametrize(
    "targets, code, answers",
    [
        ("first=20..80", 0, ["inside"]),
        ("first=..20, moves=1..9", 1, ["outside", "inside"]),
        ("first=51..52,stopped=..5", 3, ["cannot tell yet", "inside"]),
        ("first=51..52,moves=90..", 1, ["cannot tell yet", "outside"]),
    ],
)
def test_a_target_is_inside_outside_or_open(
    targets: str, code: int, answers: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")]
    assert main(["playtest", *GAME, "-n", "150", "--targets", targets, *files]) == code
    found = json.decode((tmp_path / "a.json").read_bytes())["targets"]
    assert [each["answer"] for each in found] == answers
    text, page = capsys.readouterr().out, (tmp_path / "a.html").read_text("utf-8")
    ElementTree.fromstring(page.partition("\n")[2])
    for answer in some(answers):
        assert answer in text and answer in page


@pytest.mark.parametrize(
    "targets, message",
    [
        ("first", "expected METRIC=LOW..HIGH, got “first”"),
        ("first=48", "first=48..52,moves=40..60"),
        ("first=..", "expected METRIC=LOW..HIGH, got “first=..”"),
        ("first=1e999..", "expected numbers as limits in “first=1e999..”, got 1e999"),
        ("moves=nan..inf", "expected numbers as limits in “moves=nan..inf”, got nan and inf"),
        (f"moves=..{10**400}", "expected numbers as limits"),
        ("first=9..2", "ends before it starts (first=2..9)"),
        (",", "expected at least one target"),
        ("frist=1..2,moves=x", "did you mean “first”?"),
        ("wins:nobody=1..2", "--targets: there is no metric “wins:nobody”"),
    ],
)
def test_a_target_that_means_nothing_is_refused(targets: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", *GAME, "--targets", targets]) == 2
    assert message in capsys.readouterr().err


def test_two_reports_beside_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, bots in (("a", "random"), ("b", "greedy")):
        assert main(["playtest", "kalevala", "-n", "30", "--bots", bots, "--json", str(tmp_path / f"{name}.json")]) == 0
    one, two = (json.decode((tmp_path / f"{name}.json").read_bytes()) for name in "ab")
    capsys.readouterr()
    page = tmp_path / "c.html"
    files = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    assert main(["playtest", "compare", *files, "--html", str(page), "--json", str(tmp_path / "c.json")]) == 0
    text = capsys.readouterr().out
    found = json.decode((tmp_path / "c.json").read_bytes())
    assert found["shared_seeds"] == 30 and "the same seed in both reports" in text
    assert found["comparisons"] == len(found["differences"])
    moves = next(each for each in found["differences"] if each["what"] == "moves")
    assert moves["value"] == pytest.approx(two["length"]["moves"]["mean"] - one["length"]["moves"]["mean"], abs=1e-5)
    score = next(each for each in found["differences"] if each["section"] == "scores · by_seat")
    assert score["against"] == "above"
    louhi = next(each for each in found["differences"] if each["what"] == "Louhi" and each["is_share"])
    assert louhi["low"] <= louhi["value"] <= louhi["high"]
    ElementTree.fromstring(page.read_text("utf-8").partition("\n")[2])
    assert "wins · by seat" in text


def report_of(wins: int, games: int) -> Report:
    share = {"count": wins, "of": games}
    head = {"title": "T", "rules": 1, "cards": "c", "players": 2, "bots": [], "options": {}, "first_seed": 0}
    return Report("f", {**head, "game": "g", "games": games, "wins": {"base": share}})


def test_the_interval_of_two_shares_is_newcombes() -> None:
    """Newcombe (1998), table II, method 10: 56 of 70 less 48 of 80 is 0.0524 to 0.3339."""
    (found,) = compare_reports(report_of(48, 80), report_of(56, 70)).differences
    assert [found.low, found.high] == pytest.approx([0.0524, 0.3339], abs=5e-5)


def test_what_is_no_report_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.json"
    assert main(["playtest", *GAME, "-n", "3", "--json", str(good)]) == 0
    torn, other, vary = tmp_path / "torn.json", tmp_path / "other.json", tmp_path / "vary.json"
    torn.write_text(good.read_text("utf-8")[:200], "utf-8")
    other.write_text("[1]", "utf-8")
    vary.write_text('{"vary": 1}', "utf-8")
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000, "utf-8")
    capsys.readouterr()
    for file, message in (
        (torn, f"torn.json:{good.read_text('utf-8')[:200].count(chr(10)) + 1}:"),
        (other, "expected a playtest report, got other JSON"),
        (vary, "expected a playtest report, got a report of pnp playtest vary"),
        (deep, "deep.json:1: nested too deeply for a report"),
        (tmp_path / "none.json", "cannot be read"),
    ):
        assert main(["playtest", "compare", str(good), str(file)]) == 1
        captured = capsys.readouterr()
        assert message in captured.err and captured.out == "" and "Traceback" not in captured.err
    assert main(["playtest", "compare", str(torn), str(other)]) == 1
    assert capsys.readouterr().err.count("\n") == 2  # both at once


def test_reports_of_two_games_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", *GAME, "-n", "3", "--json", str(tmp_path / "a.json")]) == 0
    assert main(["playtest", "kalevala", "-n", "3", "--json", str(tmp_path / "b.json")]) == 0
    capsys.readouterr()
    assert main(["playtest", "compare", str(tmp_path / "a.json"), str(tmp_path / "b.json")]) == 1
    assert "this report is for kalevala" in capsys.readouterr().err


def test_a_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "-n", "5"]) == 2
    assert "Missing argument 'GAME'" in capsys.readouterr().err
