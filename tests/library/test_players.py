"""What each player needs is printed for the maximum number of players, or for the number given."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game
from pnp.cli.main import main
from pnp.library.card import for_players


@pytest.mark.parametrize(("game", "component"), [("suomi1918", "aid"), ("keko", "aid"), ("keko", "player_mat")])
def test_there_is_one_for_each_of_six_players(game: str, component: str) -> None:
    book = book_of(find_game(game))
    copies = {part.id: part.copies for part in book.components}
    assert copies[component] == 6
    fewer = {part.id: part.copies for part in for_players(book, 3).components}
    assert fewer == {**copies, **{part.id: 3 for part in book.components if part.is_for_each_player}}


def test_more_than_may_play_are_refused() -> None:
    with pytest.raises(InputError, match="expected 2 to 6 players for suomi1918, got 7"):
        for_players(book_of(find_game("suomi1918")), 7)


def test_a_build_for_two_prints_two_aids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, count in (([], 6), (["--players", "2"], 2)):
        assert main(["build", "suomi1918", "--only", "aid", "-o", str(tmp_path / str(count)), *words]) in (0, None)
        (manifest,) = tmp_path.glob(f"{count}/**/manifest.json")
        (aid,) = json.loads(manifest.read_text("utf-8"))["components"]
        assert sum(face["copies"] for face in aid["faces"]) == count
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        (["--players", "2"], "a4-en-2-players"),
        pytest.param(["--players", "6"], "a4-en", marks=pytest.mark.ci),
        pytest.param(["--players", "3", "--only", "aid"], "a4-en-only-aid-3-players", marks=pytest.mark.ci),
        (["--players", "3", "--only", "victory"], "a4-en-only-victory"),
    ],
)
def test_a_set_for_fewer_never_takes_the_place_of_the_whole_set(tmp_path: Path, words: list[str], folder: str) -> None:
    assert main(["build", "suomi1918", "-o", str(tmp_path)]) in (0, None)
    whole = {path.name: path.read_bytes() for path in (tmp_path / "suomi1918" / "a4-en").iterdir()}
    assert main(["build", "suomi1918", "-o", str(tmp_path), *words]) in (0, None)
    assert {path.name for path in (tmp_path / "suomi1918").iterdir() if path.is_dir()} == {"a4-en", folder}
    assert {path.name: path.read_bytes() for path in (tmp_path / "suomi1918" / "a4-en").iterdir()} == whole


@pytest.mark.ci
def test_cards_made_by_a_printer_are_the_same_for_any_number(tmp_path: Path) -> None:
    words = ["build", "suomi1918", "--for", "drivethrucards", "--players", "2", "-o", str(tmp_path)]
    assert main(words) in (0, None)
    assert [path.name for path in (tmp_path / "suomi1918").iterdir()] == ["drivethrucards-en"]


def test_another_word_for_copies_is_reported_at_its_place(mygame: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = mygame / "cards" / "game.yaml"
    text = game.read_text("utf-8")
    game.write_text(re.sub(r"(kind: rules,.*copies: )\d+", r"\1every player", text), "utf-8")
    assert main(["check", "mygame", "--games", str(mygame.parent)]) == 1
    output = "".join(capsys.readouterr())
    assert "expected a number of copies, got “every player”" in output and "each player" in output
