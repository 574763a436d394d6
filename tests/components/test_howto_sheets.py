"""The sheets that teach the built-in games: two pages of legible type, a picture with the numbers of its steps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.catalog import built_in_slugs, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Text
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook
from pnp.library.loader import load_book
from tests.guard import some

ROOT = Path(__file__).parents[2]
LAYOUTS, CARDS = ROOT / "layouts", ROOT / "cards"


def book_of(game: str) -> CardBook:
    return load_book(find_game(game, []).card_folder())


@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("game", built_in_slugs())
def test_a_sheet_has_two_pages_in_type_of_nine_and_a_half_points(game: str, lang: str) -> None:
    faces = compose_page(LayoutResources(DiskShelf(), book_of(game), "colour", lang), "howto")
    assert len(faces) == 2
    words: dict[float, int] = {}
    for face in faces:
        for leaf in leaves_of(face.frame.items):
            if isinstance(leaf.item, Text):
                words[leaf.item.size] = words.get(leaf.item.size, 0) + len(leaf.item.text)
    assert max(words, key=lambda size: words[size]) >= 9.5


def numbers(value: Any) -> list[int]:
    """The steps that a picture of the laid table shows."""
    if isinstance(value, dict):
        own = [int(value["with"]["n"])] if str(value.get("layout")).endswith("-number") else []
        return own + [number for child in value.values() for number in numbers(child)]
    return [number for child in value for number in numbers(child)] if isinstance(value, list) else []


@pytest.mark.parametrize("game", built_in_slugs())
def test_the_numbers_of_the_laid_table_are_those_of_the_steps(game: str) -> None:
    steps = range(1, len(book_of(game).howto.setup) + 1)
    shown = numbers(yaml.safe_load((LAYOUTS / game / "howto-setup.yaml").read_text("utf-8")))
    assert set(some(shown)) <= set(steps)
    assert len(set(shown)) >= len(steps) - 1, "one step may have no place on the table"


TRANSLATED = re.compile(
    r"(?:^|[.:?!] )Who |\bthe other player\b|\b(?:lays?|bears?) |\bis due\b|\b(?:a|per) turn each\b|, too\b"
)


def english(value: Any) -> list[str]:
    """The English words of the file."""
    if isinstance(value, dict):
        own = [value["en"]] if isinstance(value.get("en"), str) else []
        return own + [text for child in value.values() for text in english(child)]
    return [text for child in value for text in english(child)] if isinstance(value, list) else []


@pytest.mark.parametrize("game", built_in_slugs())
def test_a_sheet_speaks_to_its_reader_in_plain_english(game: str) -> None:
    texts = english(yaml.safe_load((CARDS / game / "howto.yaml").read_text("utf-8")))
    assert not [text for text in some(texts) if TRANSLATED.search(text)]
    long = [text for text in texts for one in re.split(r"[.:;?!] ", text) if len(one.split()) > 25]
    assert not long
