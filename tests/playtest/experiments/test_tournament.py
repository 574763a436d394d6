"""`pnp playtest tournament`: Elo, pairs, the first seat by skill."""

from __future__ import annotations

from math import log10
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.playtest.batch import Plan
from pnp.playtest.bots import find_bots
from pnp.playtest.experiments.arms import Experiment, nothing_played, prepare
from pnp.playtest.experiments.figures import FIRST, OPENER, WHOLE, FigureBook
from pnp.playtest.experiments.rating import ELO, strengths
from pnp.playtest.experiments.tournament import tournament_results
from pnp.playtest.simulate import keyed_pick, simulate
from pnp.referee.seat import TABLE
from tests.guard import some
from tests.playtest.games import SCAFFOLD

GAME = ["mygame", "--games", str(SCAFFOLD)]


def test_two_bots_stand_as_far_apart_as_their_wins_say() -> None:
    found, _ = strengths([[0, 999], [999, 0]], [[0, 249.5], [749.5, 0]])
    assert ELO * found[1] == pytest.approx(400 * log10(3), rel=1e-3)  # three of four games
    found, _ = strengths([[0, 10], [10, 0]], [[0, 0], [10, 0]])
    assert 400 < ELO * found[1] < 700  # who won every game is far ahead, not endlessly


def test_strengths_that_made_the_games_come_out_again() -> None:
    true = [0.0, 0.7, -0.4, 2.0]
    games = [[10_000.0] * 4 for _ in true]
    wins = [[10_000 / (1 + 2.718281828459045 ** (b - a)) for b in true] for a in true]
    found, inverse = strengths(games, wins)
    assert found == pytest.approx(true, abs=1e-3)
    assert all(inverse[i][i] > 0 for i in range(1, 4)) and inverse[0] == [0.0] * 4


def test_a_tournament_orders_bots_and_gives_every_number_an_interval(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")]
    assert main(["playtest", "tournament", "kalevala", "--bots", "random,greedy,mcts:1", "-n", "8", *files]) == 0
    text = capsys.readouterr().out
    found = json.decode((tmp_path / "a.json").read_bytes())
    assert found["ratings"][-1]["bot"] == "random" and found["ratings"][-1]["elo"] == 0
    assert [rating["elo"] for rating in found["ratings"]] == sorted(
        (rating["elo"] for rating in found["ratings"]), reverse=True
    )
    assert all(rating["margin"] > 0 for rating in found["ratings"][:-1])
    assert (found["games_a_pair"], found["games"]) == (8, 4)
    assert [(each["bot"], each["other"]) for each in found["pairings"]][-1][1] == "random"
    for each in found["pairings"]:
        share = each["share"]
        assert share["low"] < share["value"] <= share["high"] and share["value"] >= 0.3 and share["of"] == 8
    assert found["trend"]["margin"] > 0
    assert "First seat between equal bots" in text and "8 games of each pair" in text
    ElementTree.fromstring((tmp_path / "a.html").read_text("utf-8").partition("\n")[2])


def test_the_interval_holds_what_many_tournaments_say() -> None:
    """Wins of a coin: the Elo of most tournaments lies within the margin around nothing."""
    import random

    bots, chance, within = ("random", "greedy"), random.Random(4), 0
    batch = prepare(Plan(load_game, "mygame", 2, bots, {}, (str(SCAFFOLD),)))
    experiment = Experiment((batch.plan,) * 4, (OPENER, FigureBook(batch.book, ("a", "b"), bots, False).find(FIRST)))
    for _ in range(200):
        played = nothing_played(experiment)
        for _ in range(60):
            played.moments.note([number for _ in range(8) for number in (chance.choice((0, WHOLE)), WHOLE)])
        played.seeds = 60
        found = tournament_results(experiment, bots, batch, played, range(60), False)
        elo, margin = next((rating.elo, rating.margin) for rating in found.ratings if rating.bot == "greedy")
        assert margin is not None
        within += abs(elo) <= margin
    assert 180 <= within <= 199


@pytest.mark.ci
def test_until_ends_when_the_steps_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", *GAME, "--bots", "random,greedy", "--until", "120", "--json", "-"]
    assert main(["playtest", *words]) == 0
    found = json.decode(capsys.readouterr().out)
    assert found["at_every_look"] and found["games"] == found["asked"] and found["games"] % 100 == 0
    assert found["ratings"][0]["step_margin"] <= 120


def test_a_bot_held_back_leaves_the_card_alone_while_it_can() -> None:
    game, book = load_game("kalevala")
    bot = find_bots(game, ["greedy without louhi"])["greedy without louhi"]
    left_alone = forced = 0
    for position in some(simulate(game, book, ("anna", "ben"), seed=3).positions):
        for seat in game.to_act(position.state):
            if seat == TABLE or game.forced(position.state) is not None:
                continue
            view = game.project(position.state, seat)
            uses = [getattr(move, "tile", "") == "louhi" for move in game.legal_moves(view, seat)]
            used = getattr(bot(view, seat, keyed_pick(0, seat, 1)), "tile", "") == "louhi"
            assert used == all(uses)
            left_alone += any(uses) and not used
            forced += used
    assert left_alone > 10 and forced > 0


def test_what_a_card_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")]
    assert main(["playtest", "without", "kalevala", "tiles.louhi", "--bots", "greedy", "-n", "24", *files]) == 0
    text = capsys.readouterr().out
    found = json.decode((tmp_path / "a.json").read_bytes())
    assert found["bots"] == ["greedy", "greedy without louhi"] and found["name"] == "Louhi"
    assert found["worth"]["value"] == pytest.approx(found["may"]["value"] - found["may_not"]["value"], abs=2e-6)
    assert found["worth"]["against"] == "above" and found["may"]["of"] == 24
    assert [each["seat"] for each in found["by_seat"]] == ["anna", "ben"]
    assert found["despite"]["value"] > 1  # all tiles are laid in the end
    assert "24 games" in text and "had to use it" in text and "Win rate with and without Louhi" in text
    ElementTree.fromstring((tmp_path / "a.html").read_text("utf-8").partition("\n")[2])
