"""`pnp playtest --targets` and `pnp playtest compare`, from the outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json
from msgspec.structs import replace

from pnp.cli.main import main
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.experiments.compare import compare_reports
from pnp.playtest.reports.results import PlaytestResults, results_of
from pnp.playtest.statistics import share_of
from tests.guard import some
from tests.playtest.games import SCAFFOLD, counts_of, plan

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


def report_of(wins: int, games: int) -> PlaytestResults:
    batch = SimulationBatch(plan())
    found = results_of(batch, counts_of(batch, range(1)), range(1))
    return replace(found, wins=replace(found.wins, base=share_of(wins, games)))


def test_the_interval_of_two_shares_is_newcombes() -> None:
    """Newcombe (1998), table II, method 10: 56 of 70 less 48 of 80 is 0.0524 to 0.3339."""
    found, *_ = (
        each for each in compare_reports("ab", report_of(48, 80), report_of(56, 70)).differences if each.what == "base"
    )
    assert [found.low, found.high] == pytest.approx([0.0524, 0.3339], abs=5e-5)


def changed(path: str, value: Any) -> Any:
    """A report with something else in one place."""

    def write(good: str) -> str:
        report = part = json.decode(good)
        *way, last = path.split(".")
        for key in way:
            part = part[key]
        part[last] = value
        return json.encode(report).decode()

    return write


@pytest.mark.parametrize(
    "write, message",
    [
        (lambda good: good.partition("first_seed")[0], "bad.json:15:4: invalid JSON"),
        (lambda good: "[1]", "bad.json: expected a playtest report, got other JSON"),
        (lambda good: '{"vary": 1}', "expected a playtest report, got a report of pnp playtest vary"),
        (lambda good: "[" * 100_000, "bad.json:1: nested too deeply for a report"),
        (lambda good: '{"playtest": 1}', "missing required field `game`"),
        (changed("games", -3), "`$.games`"),
        (changed("first_seed", "0"), "`$.first_seed`"),
        (changed("bots", 7), "`$.bots`"),
        (changed("playtest", 2), "`$.playtest`"),
        (changed("game", "kalevala"), "this report is for kalevala"),
        (changed("length.moves.margin", -1), "`$.length.moves.margin`"),
        (changed("length.moves.mean", "five"), "`$.length.moves.mean`"),
        (changed("wins.shared.count", 99), "99 of 3 - at `$.wins.shared`"),
        (changed("wins.shared.of", -1), "`$.wins.shared.of`"),
    ],
)
def test_what_is_no_report_is_told_with_its_place(
    write: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    assert main(["playtest", *GAME, "-n", "3", "--json", str(good)]) == 0
    bad.write_text(write(good.read_text("utf-8")), "utf-8")
    capsys.readouterr()
    assert main(["playtest", "compare", str(good), str(bad)]) == 1
    captured = capsys.readouterr()
    assert f"{bad}:" in captured.err and message in captured.err and captured.out == ""


def test_both_files_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "compare", str(tmp_path / "one"), str(tmp_path / "other")]) == 1
    assert capsys.readouterr().err.count("cannot be read") == 2
