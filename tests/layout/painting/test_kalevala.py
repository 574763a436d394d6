"""The whole print set of Kalevala composes well under every theme and in every language."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import faces_of, inspect_components
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook
from pnp.library.loader import read_book
from tests.guard import some

CARDS = Path(__file__).parents[3] / "cards" / "kalevala"
THEMES = ("colour", "ink", "accessible")


@lru_cache(maxsize=1)
def kalevala() -> CardBook:
    reading = read_book(CARDS)
    assert reading.book is not None, [str(item) for item in reading.report]
    return reading.book


@lru_cache(maxsize=8)
def layouts(theme: str, lang: str) -> LayoutResources:
    return LayoutResources(DiskShelf(), kalevala(), theme, lang)


def words(face: ComposedFace) -> list[str]:
    return [leaf.item.text for leaf in leaves_of(face.frame.items) if isinstance(leaf.item, Text)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_no_fault_but_likeness_of_colours(theme: str, lang: str) -> None:
    found = inspect_components(layouts(theme, lang), kalevala().components)
    assert [str(item) for item in found if item.code != "colour-blind"] == []


def test_every_rule_of_the_summary_is_printed_once_and_again_where_an_option_changes_it() -> None:
    book = kalevala()
    (component,) = (part for part in book.components if part.id == "rules")
    for lang in some(book.languages):
        printed = [word for face in faces_of(layouts("colour", lang), component) for word in words(face)]
        for rule in some(book.rulebook.rules.values()):
            if rule.summary:
                changed = [option for option in book.options.values() if option.rule == rule.id]
                assert printed.count(rule.id) == 1 + len(changed), (rule.id, lang)


def test_each_tile_shows_its_value_its_name_and_its_code() -> None:
    book = kalevala()
    for card in some(book.decks["tiles"].cards):
        texts = words(compose_card(layouts("colour", "en"), "tile", card))
        assert str(card.fields["value"]) in texts
        assert card.code in texts
        assert next(iter(card.name.values())).split()[0] in " ".join(texts)


def test_a_value_changed_in_the_database_changes_the_tile() -> None:
    card = kalevala().decks["tiles"].cards[0]
    changed = replace(card, fields={**card.fields, "value": 9})
    assert "9" in words(compose_card(layouts("colour", "en"), "tile", changed))


def test_backs_are_the_same_for_all_tiles() -> None:
    made = layouts("colour", "en")
    backs = [compose_card(made, "tile-back", card).frame.items for card in kalevala().decks["tiles"].cards]
    assert all(back == backs[0] for back in backs)
