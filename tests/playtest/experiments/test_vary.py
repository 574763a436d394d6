"""`pnp playtest vary` and `--until`, from the outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.cli.main import main
from tests.guard import some
from tests.playtest.games import SCAFFOLD, bad_game

GAME = ["mygame", "--games", str(SCAFFOLD)]
HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
UKKO = ["vary", "kalevala", "tiles.ukko.value=7,9"]


def played(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main(["playtest", *words, "--json", "-"]) == 0
    found: dict[str, object] = json.decode(capsys.readouterr().out)
    return found


def test_each_value_is_held_against_the_book_on_the_same_seeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")]
    assert main(["playtest", *UKKO, "-n", "40", *files]) == 0
    text = capsys.readouterr().out
    found = json.decode((tmp_path / "a.json").read_bytes())
    assert found["book"] == {"tiles.ukko.value": "7"}
    (dose,) = found["values"]  # 7 is what the book says
    assert (dose["datum"], dose["value"]) == ("tiles.ukko.value", "9")
    assert found["cards"] == load_game("kalevala")[1].digest
    assert dose["cards"] == load_game("kalevala", vary=["tiles.ukko.value=9"])[1].digest != found["cards"]
    score = next(each for each in dose["differences"] if each["figure"] == "score")
    base = next(each for each in found["figures"] if each["figure"] == "score")
    mine = next(each for each in dose["figures"] if each["figure"] == "score")
    assert score["value"] == pytest.approx(mine["value"] - base["value"], abs=2e-6)
    assert score["low"] <= score["value"] <= score["high"]
    # random bots lay the same tiles whatever these are worth: the pairs differ far less than the games
    assert score["high"] - score["low"] < 0.6 * (mine["high"] - mine["low"])
    page = (tmp_path / "a.html").read_text("utf-8")
    ElementTree.fromstring(page.partition("\n")[2])
    assert "Ukko: win rate of its users" in text and "Ukko: win rate of its users" in page
    assert page.count("<svg") and "<figure><svg" not in page  # on a phone a plot scrolls in its frame, not the page
    assert "seeds 0 to 39" in text and max(map(len, text.splitlines())) <= 84


def test_two_values_make_a_curve_and_words_rows_each_with_the_numbers_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    wanted = ("tiles.ukko.value=5,9", "tiles.ukko.power=both_ends,may_cover", "constants.hand_size=4")
    assert main(["playtest", "vary", "kalevala", *wanted, "-n", "10", "--html", str(page), "--json", "-"]) == 0
    values = json.decode(capsys.readouterr().out)["values"]
    tree = ElementTree.fromstring(page.read_text("utf-8").partition("\n")[2])
    for section in some(tree.iter(f"{HTML}section")):
        plots = {plot.get("aria-label"): plot for plot in section.iter(f"{SVG}svg")}
        kinds = {label.partition(": change")[2].partition(",")[0]: plot for label, plot in plots.items() if label}
        assert kinds and kinds.keys() <= {" with tiles.ukko.value", " with tiles.ukko.power", ""}
        assert all((name == " with tiles.ukko.value") == bool(_lines(plot)) for name, plot in kinds.items())
    (score,) = (
        plot for plot in tree.iter(f"{SVG}svg") if "score per seat: change with tiles.ukko.value" in _label(plot)
    )
    below, book, above = (float(pair.partition(",")[2]) for pair in _lines(score)[0].split())
    found = {each["value"]: _difference(each, "score") for each in values if each["datum"] == "tiles.ukko.value"}
    assert (book - below) * found["9"] == pytest.approx(
        (book - above) * found["5"], abs=0.1 * max(map(abs, found.values()))
    )


def _lines(plot: ElementTree.Element) -> list[str]:
    return [line.get("points") or "" for line in plot.iter(f"{SVG}polyline")]


def _label(plot: ElementTree.Element) -> str:
    return plot.get("aria-label") or ""


def _difference(dose: dict[str, Any], figure: str) -> float:
    (value,) = (each["value"] for each in dose["differences"] if each["figure"] == figure)
    return float(value)


def test_a_varied_game_is_the_game_of_a_book_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures of a value are those of a playtest with the edited file."""
    folder = tmp_path / "kalevala"
    (folder / "cards").mkdir(parents=True)
    cards = Path(__file__).parents[3] / "cards" / "kalevala"
    for file in cards.iterdir():
        (folder / "cards" / file.name).write_bytes(file.read_bytes())
    games = ["-n", "12", "--seed", "5", "--bots", "greedy"]
    varied = played([*UKKO, *games], capsys)["values"][0]  # type: ignore[index]
    assert main(["set", "kalevala", "ukko", "value", "9", "--games", str(tmp_path)]) == 0
    capsys.readouterr()
    edited = played(["kalevala", *games, "--games", str(tmp_path)], capsys)
    moves = next(each for each in varied["figures"] if each["figure"] == "moves")
    assert round(moves["value"], 6) == edited["length"]["moves"]["mean"]  # type: ignore[index]
    assert varied["cards"] == edited["cards"]


def test_a_value_differs_from_the_book_the_same_whatever_else_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["vary", *GAME, "-n", "60", "--workers", "1"]
    both, alone = (played([*words, f"treasures.trophy.value={values}"], capsys) for values in ("1,2", "2"))
    assert alone["values"] == both["values"][-1:]  # type: ignore[index]


def test_records_of_each_value_lie_apart_with_the_digest_of_their_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["playtest", *UKKO, "-n", "2", "--records", str(tmp_path)]) == 0
    digests = {}
    for folder in sorted(tmp_path.iterdir()):
        first, second = sorted(folder.iterdir())
        assert (first.name, second.name) == ("kalevala-0.record", "kalevala-1.record")
        digests[folder.name] = "c9c5d466" in first.read_text("utf-8")
    assert digests == {"book": False, "tiles.ukko.value=9": True}


def test_a_number_of_copies_takes_the_size_of_the_deck_along(capsys: pytest.CaptureFixture[str]) -> None:
    found = played(["vary", "kalevala", "-n", "3", "tiles.ukko.copies=0,9"], capsys)
    assert [dose["value"] for dose in found["values"]] == ["0", "9"]  # type: ignore[attr-defined]


def test_until_stops_at_the_same_look_whoever_plays_and_its_interval_is_that_wide(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [*GAME, "--until", "6", "--seed", "3"]
    one, two = (played([*words, "--workers", workers], capsys) for workers in ("1", "2"))
    assert one == two
    until = one["until"]
    assert until["reached"] and one["games"] == one["asked"] == until["known"]["of"]  # type: ignore[index]
    assert int(str(one["games"])) % 100 == 0
    assert until["known"]["high"] - until["known"]["low"] <= 0.12  # type: ignore[index]


@pytest.mark.ci
def test_until_of_a_difference_waits_for_all_values(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["vary", *GAME, "treasures.trophy.value=1,2", "--until", "score=1"]
    found = played(words, capsys)
    assert found["at_every_look"] and found["games"] == found["asked"]
    widths = [
        each["high"] - each["low"]
        for dose in found["values"]  # type: ignore[attr-defined]
        for each in dose["differences"]
        if each["figure"] == "score"
    ]
    assert len(widths) == 2 and max(widths) <= 2.0


def test_until_that_is_not_reached_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", *GAME, "--until", "0.5", "-n", "100"]) == 0
    assert "Not reached yet." in capsys.readouterr().out


def test_games_before_one_that_fails_are_kept_in_an_experiment_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["mygame", "--games", str(bad_game(tmp_path)), "--bots", "raises", "-n", "400"]
    assert main(["playtest", "vary", *words, "treasures.trophy.value=1"]) == 1
    captured = capsys.readouterr()
    assert "the treasure bit" in captured.err and "repeat it with: pnp playtest mygame -n 1" in captured.err
    assert " of 400 games with each value" in captured.out
