"""The gallery: each game checks clean, keeps every property, prints, and is played to its end at both tables."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import all_games, book_of, find_game, gallery, rules_of
from pnp.cli.main import main
from pnp.conformance.case import Subject
from pnp.conformance.playing import type_offered
from pnp.conformance.proof import BROKEN, prove, subject_of
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator, seeded_pick
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.replay import STOPPED, Replay
from tests.marks import on_ci

NAMES = [entry.slug for entry in gallery()]
NEEDS_CARDS = {"cheat"}  # only people with the cards know which were laid; `prove` retells digital games there
QUICK = {"liarsdice", "nighttrain"}  # proven on every run; the others on CI
MOST_LINES = 3000  # of a game at a physical table


@cache
def subject(name: str) -> Subject:
    return subject_of(find_game(name))


def seat_counts(name: str) -> range:
    fewest, most = rules_of(find_game(name)).players
    return range(fewest, most + 1)


CASES = [(name, seats) for name in NAMES for seats in seat_counts(name)]


@pytest.mark.parametrize("name", NAMES)
def test_it_checks_clean(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name, "--strict"]) == 0
    assert capsys.readouterr().out == f"{name}: no faults\n"


@pytest.mark.parametrize("name", on_ci(NAMES, *{*NAMES} - QUICK))
def test_it_keeps_every_property(name: str) -> None:
    broken = [f"{verdict.promise}: {verdict}" for verdict in prove(subject(name)) if verdict.state == BROKEN]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_in_english_and_finnish_and_has_scenarios(name: str) -> None:
    book = book_of(find_game(name))
    assert {*book.title} == {*book.about} == {"en", "fi"} and book.languages == ("en", "fi")
    assert len(subject(name).scenarios) >= 3


@pytest.mark.parametrize("name", on_ci(NAMES, *{*NAMES} - QUICK))
def test_it_prints(name: str, tmp_path: Path) -> None:
    assert main(["build", name, "-o", str(tmp_path), "--lang", "fi"]) == 0
    assert [*tmp_path.rglob("*.pdf")]


def play(name: str, seats: int, games: int) -> None:
    simulator = Simulator(subject(name).game, subject(name).book, SEAT_NAMES[:seats])
    for seed in range(games):
        played = simulator.play(seed, [RANDOM] * seats, row=seeded_pick(seed))
        assert played.outcome is not STOPPED, seed


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_bots_play_to_the_end(name: str, seats: int) -> None:
    play(name, seats, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_bots_play_a_thousand_games_to_the_end(name: str, seats: int) -> None:
    play(name, seats, 1000)


@pytest.mark.parametrize("name", on_ci(sorted({*NAMES} - NEEDS_CARDS), *{*NAMES} - QUICK))
def test_it_is_refereed_physically_to_its_end_by_what_is_offered(name: str) -> None:
    book, game = subject(name).book, subject(name).game
    options = {id_: option.default for id_, option in book.options.items()}
    table: Replay[Any] = Replay(game, Setup(SEAT_NAMES[: seat_counts(name)[0]], book, options, PHYSICAL))
    pick = seeded_pick(1)
    while len(table.entries) < MOST_LINES and (why := type_offered(table, pick, 1)) is not None:
        assert not why
    assert table.outcome is not None and table.outcome is not STOPPED


def test_the_fewest_points_win_hearts() -> None:
    simulator = Simulator(subject("hearts").game, subject("hearts").book, SEAT_NAMES[:4])
    for seed in range(3):
        played = simulator.play(seed, [RANDOM] * 4, row=seeded_pick(seed))
        scores = subject("hearts").game.scores(played.state)
        assert {*played.outcome.winners} == {seat for seat in range(4) if scores[seat] == min(scores)}


def test_a_gallery_game_is_found_by_its_name_but_not_among_the_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_game("Hearts").origin == "gallery"
    assert not {*NAMES} & {entry.slug for entry in all_games()}
    assert {*NAMES} <= {entry.slug for entry in all_games(with_gallery=True)}


def test_a_game_of_ones_own_comes_before_a_gallery_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "hearts"]) == 0
    assert "An example of the gallery also has this name" in capsys.readouterr().out
    assert find_game("hearts").origin == "folder"
    assert main(["list", "--gallery"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line for line in lines if line.startswith("hearts ")]
    assert line.endswith("[hearts is your game in hearts]") and "yacht" in "".join(lines)


@pytest.mark.parametrize("name", on_ci(NAMES, *{*NAMES} - QUICK))
def test_a_copy_is_a_sound_game_under_a_new_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from-gallery", name]) == 0
    assert main(["check", "mine", "--strict"]) == 0
    assert main(["prove", "mine", "-k", "every scenario passes"]) == 0


def test_a_copy_of_an_unknown_game_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "other", "--from-gallery", "hart"]) == 2
    assert capsys.readouterr().err == "hart: expected a game of the gallery (did you mean “hearts”?)\n"


def test_men_of_a_board_are_drawn_on_its_spaces() -> None:
    entry = find_game("morris")
    game, book = rules_of(entry), book_of(entry)
    table = Replay(game, Setup(("anna", "ben"), book, {}, DIGITAL))
    assert table.read("anna: put d2").accepted and table.read("ben: put d3").accepted
    on_board = {(piece.card, piece.spot) for piece in game.scene(game.project(table.state, None)) if piece.spot}
    assert on_board == {("white", "d2"), ("black", "d3")}
