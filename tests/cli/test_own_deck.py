"""`pnp build --deck`: a deck people built themselves is printed beside the usual set, or refused with its faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.export.cache.build_cache import read_stamps
from pnp.export.order.manifest import Manifest, load_manifest

Capture = pytest.CaptureFixture[str]

DECK = """\
own_deck: keko
title: {en: Hounds and storms, fi: Hurttia ja myrskyjä}
cards: {soldier_hound: 45, Moo: 45, KC31: 10}
"""


def build(folder: Path, text: str, *words: str, game: str = "keko") -> int:
    file = folder / "hounds.yaml"
    file.write_text(text, "utf-8")
    return main(["build", game, "--deck", str(file), *words, "-o", str(folder / "out")])


def manifest(folder: Path, name: str) -> Manifest:
    return load_manifest((folder / "out" / "keko" / name / "manifest.json").read_bytes())


def test_the_deck_is_printed_alone_and_beside_the_usual_set(tmp_path: Path) -> None:
    assert build(tmp_path, DECK, "--side", "front") == 0
    made = manifest(tmp_path, "a4-en-hounds-fronts")
    assert [file.file for file in made.files] == ["play.pdf"]
    assert made.files[0].pages == 12  # 100 cards on sheets of nine
    (component,) = made.components
    assert component.title == "Hounds and storms"
    printed = {face.card: face.copies for face in component.faces}
    assert printed == {"soldier_hound": 45, "moo": 45, "bottle_of_stormlight": 10}


def test_only_pictures_of_cards_in_the_deck_are_made_at_home_and_for_a_printer(tmp_path: Path) -> None:
    assert build(tmp_path, DECK, "--png", "--dpi", "36") == 0
    pictures = {path.stem for path in (tmp_path / "out" / "keko" / "a4-en-hounds" / "png" / "play").iterdir()}
    assert pictures == {"soldier_hound", "moo", "bottle_of_stormlight", "back"}
    assert build(tmp_path, DECK, "--for", "gamecrafter", "--fit") == 0
    (folder,) = (tmp_path / "out" / "keko").glob("gamecrafter*/play")
    assert len(list(folder.iterdir())) == 4 and not list(folder.glob("*-x0.png"))


def test_other_components_are_printed_when_they_are_asked_for(tmp_path: Path) -> None:
    assert build(tmp_path, DECK, "--only", "play,characters", "--lang", "fi", "--side", "front") == 0
    made = manifest(tmp_path, "a4-fi-hounds-only-play-characters-fronts")
    assert [part.title for part in made.components] == ["Hurttia ja myrskyjä", "Hahmot"]


def test_a_deck_of_98_cards_is_refused_with_its_place(tmp_path: Path, capsys: Capture) -> None:
    assert build(tmp_path, DECK.replace("KC31: 10", "KC31: 8")) == 1
    shown = capsys.readouterr().err
    assert "hounds.yaml:3:1: expected 99 to 198 cards in the deck, got 98 [KEK-V10]" in shown
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        (DECK.replace("Moo", "Mooo"), "keko", "hounds.yaml:3:28: there is no card “Mooo” (did you mean “moo”?)"),
        (
            DECK.replace("Moo", "Arkonoth"),
            "keko",
            "hounds.yaml:3:28: expected a card of the deck play, got “Arkonoth” [KEK-V10]",
        ),
        (DECK, "kalevala", "kalevala does not allow players to build a deck"),
    ],
)
def test_what_is_no_deck_is_reported(tmp_path: Path, capsys: Capture, text: str, game: str, message: str) -> None:
    assert build(tmp_path, text, game=game) == 1
    assert message in capsys.readouterr().err


def test_a_file_that_is_not_there_and_a_deck_for_two_games(tmp_path: Path, capsys: Capture) -> None:
    assert main(["build", "keko", "--deck", str(tmp_path / "none.yaml")]) == 1
    assert "none.yaml: cannot be read" in capsys.readouterr().err
    assert main(["build", "keko", "kalevala", "--deck", str(tmp_path / "none.yaml")]) == 2
    assert "--deck works with one game at a time" in capsys.readouterr().err


def test_a_watch_sees_the_file_of_the_deck(tmp_path: Path) -> None:
    file = tmp_path / "hounds.yaml"
    file.write_text(DECK, "utf-8")
    before = read_stamps([str(file)])
    assert list(before) == [str(file)]
    file.write_text(DECK + "# more\n", "utf-8")
    assert read_stamps([str(file)]) != before
