"""A game in Arabic and Devanagari, built from the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
import pytest

from pnp.cli.main import main

GAME = """\
game: scripts
title: سلام
players: 2
languages: [ar, hi]
source: house
components:
  cards: {kind: cards, deck: cards, face: card, title: 日本}
"""
CARDS = """\
deck: cards
title: Cards
source: house
texts: [rule]
cards:
  - id: one
    name: {ar: مرحبا بالعالم, hi: हिन्दी क्रिया}
    text:
      rule: {ar: "خذ 3 بطاقات.", hi: "कार्ड लो और खेलो।"}
"""
LAYOUT = """\
size: poker
styles:
  ar: {font: amiri/Regular}
  hi: {font: hind/Regular}
elements:
  name: {kind: text, text: "{name}", style: "{lang}", size: 16, x: 5, right: 5, y: 5, height: 12}
  rule: {kind: text, text: "{text.rule}", style: "{lang}", size: 12, x: 5, right: 5, y: 25, bottom: 5}
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for name, text in {"cards/game.yaml": GAME, "cards/cards.yaml": CARDS, "layouts/card.yaml": LAYOUT}.items():
        file = tmp_path / "scripts" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def build(games: Path, *words: str) -> int:
    return main(["build", "scripts", "--games", str(games), "-o", str(games / "out"), *words])


@pytest.mark.parametrize(
    ("lang", "words"), [("ar", ["مرحبا بالعالم", "خذ 3 بطاقات"]), ("hi", ["हिन्दी क्रिया", "लो और खेलो"])]
)
def test_cards_are_printed_and_can_be_searched(
    lang: str, words: list[str], games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(games, "--lang", lang) == 0, capsys.readouterr().err
    with pypdfium2.PdfDocument(games / "out" / "scripts" / f"a4-{lang}" / "cards.pdf") as pdf:
        text = " ".join(pdf[0].get_textpage().get_text_bounded().split())
    assert all(word in text for word in words), text
    # The foot line has one font, which knows neither script: it says the names that the program uses.
    assert "scripts · cards · sheet 1/1" in text


def test_without_harfbuzz_nothing_is_written_and_every_text_is_named(
    games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    assert build(games) == 1
    lines = capsys.readouterr().err.splitlines()
    places = ["scripts/cards/cards.yaml:7:11", "scripts/cards/cards.yaml:9:13"]
    assert [place in line for place, line in zip(places, lines, strict=True)] == [True, True], lines
    assert all('pip install "pnp-table[shaping]"' in line for line in lines)
    assert not (games / "out").exists()
