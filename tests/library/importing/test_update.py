"""A changed sheet in the game that was made of it: values where they stand; ids, comments kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.library.loader import load_book

Capture = pytest.CaptureFixture[str]
BEFORE = (
    "name,cost,kind,rule,rule (fi)\n"
    'Ant,1,fire,"Bite. Now, really bite as hard as you can.",Pure.\n'
    "Bee,2,water,Sting.,Pistä.\n"
)


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The deck of a game made of a sheet, and edited since."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heroes.csv").write_text(BEFORE, "utf-8")
    assert main(["import", "heroes.csv"]) == 0
    file = tmp_path / "heroes" / "cards" / "cards.yaml"
    file.write_text(file.read_text("utf-8").replace("id: bee", "id: b1  # known to the rules"), "utf-8")
    capsys.readouterr()
    return file


def update(text: str, *options: str) -> int:
    Path("heroes.csv").write_text(text, "utf-8")
    return main(["import", "heroes.csv", "--update", *options])


def test_only_what_changed_is_written(deck: Path, capsys: Capture) -> None:
    before = deck.read_text("utf-8")
    assert update(BEFORE.replace("Ant,1", "Ant,3").replace("Pistä.", "Pistä: kovaa.")) == 0
    expected = before.replace("cost: 1", "cost: 3").replace("fi: Pistä.", 'fi: "Pistä: kovaa."')
    assert deck.read_text("utf-8") == expected
    out = capsys.readouterr().out
    assert "ant: cost 1 → 3" in out and "b1: text.rule.fi Pistä. → Pistä: kovaa." in out
    assert update(BEFORE.replace("Ant,1", "Ant,3").replace("Pistä.", "Pistä: kovaa.")) == 0
    assert "nothing changed" in capsys.readouterr().out


def test_cards_that_come_are_put_behind_and_those_that_went_are_named(deck: Path, capsys: Capture) -> None:
    text = "name,copies,cost,kind,extra,rule,rule (fi)\nBee,2,,water,7,Sting.,Pistä.\nCat,3,4,fire,8,Scratch.,Raavi.\n"
    assert update(text) == 0
    shown = capsys.readouterr().out
    assert "new: cat" in shown and "no longer in the sheet, kept in the game: ant" in shown
    assert "empty in the sheet, kept in the game: b1: cost" in shown
    assert "columns not declared in the game: extra" in shown
    book = load_book(deck.parent)
    assert list(book.cards) == ["ant", "b1", "cat"] and book.decks["cards"].total == 1 + 2 + 3
    assert "id: b1  # known to the rules" in deck.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BEFORE.replace("Ant,1", "Ant,one"), "expected a whole number, got the text “one”"),
        ("deck,name\nvillains,A\nheroes,B\n", "the game has no deck “villains”"),
        ("cost\n1\n", "expected a column with the names of the cards, got none"),
    ],
)
def test_a_sheet_that_does_not_fit_changes_nothing(deck: Path, capsys: Capture, text: str, expected: str) -> None:
    before = deck.read_text("utf-8")
    assert update(text) == 1
    assert expected in capsys.readouterr().err
    assert deck.read_text("utf-8") == before


def test_a_deck_that_stands_in_a_sheet_is_changed_there(deck: Path, capsys: Capture) -> None:
    assert main(["new", "fresh", "--from", "heroes.csv"]) == 0
    assert main(["import", "heroes.csv", "--update", "--game", "fresh"]) == 1
    assert "the cards of this deck are in a spreadsheet (change the spreadsheet itself)" in capsys.readouterr().err
