"""`pnp referee review`: the game again, fairly: the dear moves are found, and a game that goes on keeps its secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pnp.catalog import load_game
from pnp.playtest.advice.review import AGAIN, DEAREST, _Reviewer
from pnp.playtest.advice.weighing import MovesUnknown
from pnp.playtest.simulate import record_text, simulate
from tests.cli.referee.conftest import Run
from tests.guard import some
from tests.twins import pairs

QUICK = ("--simulations", "4")
LINES = Path("docs/examples/kalevala-moves.txt").read_text("utf-8").splitlines()[1:]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The first 30 lines of a game of Kalevala: aino takes the best placement, ilmari any."""
    game, book = load_game("kalevala")
    text = record_text(simulate(game, book, ("aino", "ilmari"), 3, ["greedy", "random"]), 3)
    all_lines = text.splitlines(keepends=True)
    return all_lines[: all_lines.index("---\n") + 31]


@pytest.fixture
def begun(run: Run, lines: list[str]) -> Run:
    Path("begun.record").write_text("".join(lines), "utf-8")
    return run


@pytest.fixture
def over(run: Run, lines: list[str]) -> Run:
    Path("over.record").write_text("".join((*lines, "ilmari: resign\n")), "utf-8")
    return run


def test_who_played_at_random_gave_away_more_and_what_was_dear_is_named(over: Run) -> None:
    code, out, _ = over("referee", "review", "over.record", *QUICK)
    assert code == 0 and "The game is over: aino wins" in out and "using only what its player knew then" in out
    found = [re.findall(r"own moves cost (−?[\d.]+) wins in 100 games", part) for part in out.split("\n\n")[1:3]]
    assert float(found[1][0]) > 10 > float(found[0][0].replace("−", "-"))
    dearest = out[out.index("The most costly moves") : out.index("The luckiest and unluckiest moments")]
    named = re.findall(r"^ +\d+  (\w+): .* cost ([\d.]+) wins in 100 games \(([\d.]+) to ([\d.]+)\)$", dearest, re.M)
    assert named and {who for who, *_ in named} == {"ilmari"}
    assert [float(cost) for _, cost, *_ in named] == sorted((float(cost) for _, cost, *_ in named), reverse=True)
    assert all(float(low) >= 0 for _, _, low, _ in some(named))
    assert dearest.count("better: place ") == len(named) and "[KAL-" in dearest
    assert out.count("line 4 to ") == 2 and "The luckiest and unluckiest moments" in out


@pytest.mark.parametrize("seat", [(), ("--seat", "red")])
def test_a_game_without_moves_is_said_to_be_one(run: Run, seat: tuple[str, ...]) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "4")[0] == 0
    code, out, _ = run("referee", "review", "kalevala.record", "--html", "page.html", *seat, *QUICK)
    assert code == 0 and out.startswith("No player has moved yet, so there is nothing to review.")
    assert "chance to win" in out and "line by line" not in out and "The game is not over" not in out
    page = ElementTree.fromstring(Path("page.html").read_text("utf-8").partition("\n")[2])
    assert "No player has moved yet" in "".join(page.itertext()) and "svg" not in {tag.tag[-3:] for tag in page.iter()}


def test_the_same_review_comes_again_and_has_every_number(over: Run) -> None:
    answers = [over("referee", "review", "over.record", "--json", *QUICK)[1] for _ in range(2)]
    assert answers[0] == answers[1]
    found = json.loads(answers[0])
    assert found["over"] and found["seat"] is None and [one["end"] for one in found["seats"]] == [1.0, 0.0]
    for one in some(found["seats"]):
        own = [move for move in found["moves"] if move["seat"] == one["seat"]]
        assert len(own) == one["decisions"] and sum(move["better"] is None for move in own) == one["alike"]
        total = sum(move["gave_away"]["mean"] for move in own)
        assert abs(total - one["gave_away"]["mean"]) < 0.01 and one["luck"] is not None
    for move in some(found["dearest"]):
        assert move["gave_away"]["low"] > 0 and move["better"] != move["line"] and move["why"]["rule"]
    for point in some(found["chances"]):
        assert 0 <= point["low"] <= point["mean"] <= point["high"] <= 1
    assert found["deals"] >= len(found["luck"])


def test_the_page_is_well_formed_and_has_the_numbers_of_its_plots(over: Run) -> None:
    asked = ("referee", "review", "over.record", "--html", "page.html", "--lang", "fi", "--json", *QUICK)
    code, out, _ = over(*asked)
    found = json.loads(out)
    assert code == 0
    text = Path("page.html").read_text("utf-8")
    page = ElementTree.fromstring(text.partition("\n")[2])
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text) and "<script" not in text
    space = "{http://www.w3.org/1999/xhtml}"
    tables = page.findall(f".//{space}table")
    assert len(tables) == 4
    assert len(tables[0].findall(f".//{space}tbody/{space}tr")) == len({point["ply"] for point in found["chances"]})
    assert len(tables[2].findall(f".//{space}tbody/{space}tr")) == len(found["dearest"])
    curves = page.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert len(curves) == 2 and "Kalleimmat siirrot" in text and "jälkipuinti" in text


def test_of_a_game_that_goes_on_a_seat_is_shown_its_own_moves(begun: Run) -> None:
    code, out, _ = begun("referee", "review", "begun.record", "--seat", "ilmari", "--json", *QUICK)
    found = json.loads(out)
    assert code == 0 and not found["over"] and found["seat"] == "ilmari"
    assert {one["seat"] for part in ("seats", "moves", "chances", "luck") for one in found[part]} == {"ilmari"}
    assert found["seats"][0]["end"] is None and found["moves"]
    text = begun("referee", "review", "begun.record", "--seat", "ilmari", *QUICK)[1]
    assert "The game is not over: the review uses only what ilmari knows" in text


def test_of_a_game_that_goes_on_everybody_is_shown_the_chances_alone(begun: Run) -> None:
    code, out, _ = begun("referee", "review", "begun.record", "--json", *QUICK)
    found = json.loads(out)
    assert code == 0 and not found["moves"] and not found["dearest"]
    assert {one["seat"] for one in found["chances"]} == {"aino", "ilmari"}
    assert "Use --seat to judge the moves of one seat" in begun("referee", "review", "begun.record", *QUICK)[1]


@pytest.mark.parametrize(("slug", "seed"), [("kalevala", 2), ("suomi1918", 3), ("keko", 1)])
def test_no_byte_of_a_review_differs_between_tables_that_a_seat_cannot_tell_apart(
    slug: str, seed: int, tmp_path: Path
) -> None:
    compared = 0
    for pair in pairs(slug, tmp_path, seed, {}, 2, 30):
        ours, theirs = pair.both(("review", "--simulations", "1", *pair.seat_options))
        assert ours == theirs
        compared += ours[0] == 0
    assert compared


def test_with_real_cards_the_chances_are_told_and_no_move_is_judged(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    assert run("referee", "review", "kalevala.record", *QUICK)[0] == 1
    lines = ["table: start ukko", "red: place louhi 1,0", "blue: place kaarme 0,0", "red: resign"]
    assert run("referee", "move", "kalevala.record", *lines)[0] == 0
    code, out, _ = run("referee", "review", "kalevala.record", *QUICK)
    assert code == 0 and "No move could be judged" in out and "luck was worth" not in out


def test_a_hand_that_was_told_is_judged_at_a_real_table_too(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    lines = ["table: start ukko", "table: adjust hand red louhi ukko kaarme kullervo", "red: place louhi 1,0"]
    assert run("referee", "move", "kalevala.record", *lines)[0] == 0
    found = json.loads(run("referee", "review", "kalevala.record", "--seat", "red", "--json", *QUICK)[1])
    assert [move["line"] for move in found["moves"]] == ["red: place louhi 1,0"]


def test_a_review_says_how_many_moves_could_not_be_judged_and_nothing_of_luck_that_nobody_reported(run: Run) -> None:
    """Real cards: red's hand is known for one move only, and no draw is known."""
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    lines = ["table: start ukko", "table: adjust hand red louhi ukko kaarme kullervo", "red: place louhi 1,0"]
    lines += ["blue: place kaarme 0,0", "red: place louhi 2,0", "blue: resign"]
    assert run("referee", "move", "kalevala.record", *lines)[0] == 0
    out = run("referee", "review", "kalevala.record", *QUICK)[1]
    assert "2 moves could not be judged: the referee does not know what was in the hands." in out
    assert "luck was worth" not in out
    found = json.loads(run("referee", "review", "kalevala.record", "--json", *QUICK)[1])
    assert found["not_judged"] == 2 and len(found["moves"]) == 1
    assert [one["luck"] for one in found["seats"]] == [None, None]
    out = run("referee", "review", "kalevala.record", "--lang", "fi", *QUICK)[1]
    assert "2 siirtoa ei voitu arvioida: tuomarille ei kerrottu, mitä käsissä oli." in out


@pytest.mark.parametrize(("tried", "simulations"), [(1, "20"), (3, "20"), (24, "8")])
def test_a_hidden_hand_that_a_few_worlds_agree_on_is_not_judged(
    run: Run, tried: int, simulations: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end few tiles are unseen, so some hands have the same moves in the first worlds and not in later ones."""
    monkeypatch.setattr("pnp.playtest.advice.hint.TRIED", tried)
    assert run("referee", "new", "kalevala", "aino", "ilmari")[0] == 0
    assert run("referee", "move", "kalevala.record", *LINES)[0] == 0
    code, out, _ = run("referee", "review", "kalevala.record", "--json", "--simulations", simulations)
    found = json.loads(out)
    assert code == 0 and found["over"] and {move["seat"] for move in found["moves"]} == {"ilmari"}
    assert [move["ply"] for move in found["moves"]] == [65, 67, 69]  # the board and the deck say what was left
    assert found["not_judged"] == 63


def test_a_move_whose_second_look_meets_another_world_is_not_judged(over: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = json.loads(over("referee", "review", "over.record", "--json", *QUICK)[1])
    weigh = _Reviewer._weigh

    def weigh_once(self: _Reviewer, table: Any, stretch: Any, simulations: int, key: int) -> Any:
        if key >= AGAIN:
            raise MovesUnknown
        return weigh(self, table, stretch, simulations, key)

    monkeypatch.setattr(_Reviewer, "_weigh", weigh_once)
    found = json.loads(over("referee", "review", "over.record", "--json", *QUICK)[1])
    assert before["dearest"] and not found["dearest"]
    assert before["not_judged"] == 0 and found["not_judged"] == DEAREST
    assert len(found["moves"]) == len(before["moves"]) - DEAREST


def test_what_cannot_be_reviewed_or_written_is_named(over: Run) -> None:
    assert "--html would overwrite the record" in over("referee", "review", "over.record", "--html", "over.record")[2]
    Path("folder").mkdir()
    assert "expected a file, got a folder" in over("referee", "review", "over.record", "--html", "folder", *QUICK)[2]
    code, out, err = over("referee", "review", "over.record", "--html", "over.record/page.html", "--simulations", "1")
    assert code == 1 and "The game is over" in out and "over.record/page.html: cannot be written" in err
    assert "unknown seat “carl”" in over("referee", "review", "over.record", "--seat", "carl")[2]


def test_a_page_is_written_over_a_page_and_over_nothing_else(over: Run) -> None:
    asked = ("referee", "review", "over.record", "--html", "page.html", "--simulations", "1")
    Path("page.html").write_text("my notes", "utf-8")
    code, _, err = over(*asked)
    assert code == 1 and "was not created by pnp referee review" in err
    assert Path("page.html").read_text("utf-8") == "my notes"
    assert over(*asked, "--force")[0] == 0 and over(*asked)[0] == 0


def test_whose_first_move_is_still_to_come_is_told_so(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--deal", "digital", "--seed", "3")[0] == 0
    line = json.loads(run("referee", "options", "kalevala.record", "--seat", "red", "--json")[1])["options"][0]
    assert run("referee", "move", "kalevala.record", line)[0] == 0
    out = run("referee", "review", "kalevala.record", "--seat", "blue", *QUICK)[1]
    assert "blue has not moved yet" in out and "No move could be judged" not in out


def test_lines_that_were_taken_back_and_corrections_are_no_moves(begun: Run) -> None:
    before = json.loads(begun("referee", "review", "begun.record", "--seat", "aino", "--json", *QUICK)[1])
    assert begun("referee", "undo", "begun.record", "2")[0] == 0
    assert begun("referee", "adjust", "begun.record", "score", "aino", "9")[0] == 0
    after = json.loads(begun("referee", "review", "begun.record", "--seat", "aino", "--json", *QUICK)[1])
    assert len(after["moves"]) < len(before["moves"])
    assert after["moves"] == before["moves"][: len(after["moves"])]
