"""The whole print set of Kalevala composes well under every theme and in every language."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.base.places import data_root
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import faces_of, inspect_components
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Group, Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook
from pnp.library.loader import load_book, read_book
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


BOOK = load_book(data_root("cards") + "/suomi1918")
SUOMI1918_CARDS = BOOK.decks["numbers"].cards


@pytest.fixture(scope="module", params=["colour", "ink", "accessible"])
def resources(request: pytest.FixtureRequest) -> LayoutResources:
    return LayoutResources(DiskShelf(), BOOK, request.param)


def emblem(resources: LayoutResources, card_id: str) -> Group:
    card = BOOK.cards[card_id]
    items = compose_card(resources, "number", card).frame.items
    names = {f"icon:{card_id}", "icon:emblem-peace", "icon:emblem-collapse"}
    (found,) = [item for item in items if isinstance(item, Group) and item.name in names]
    return found


def test_no_two_number_cards_have_the_same_emblem(resources: LayoutResources) -> None:
    assert len({emblem(resources, card.id).items for card in SUOMI1918_CARDS}) == len(SUOMI1918_CARDS) == 34


def test_an_emblem_stays_in_its_field(resources: LayoutResources) -> None:
    for card in SUOMI1918_CARDS:
        assert not compose_card(resources, "number", card).report.items
    reported = [str(item) for item in resources.report]
    assert reported == []


def paths(name: str) -> list[str]:
    return re.findall(r'<path d="([^"]+)"', DiskShelf().text(f"suomi1918/icons/{name}.svg"))


@pytest.mark.parametrize("value", range(1, 9))
def test_emblems_count_to_their_value(value: int) -> None:
    leaves = paths(f"blue-{value}")[-2]
    assert leaves.count("M") == value
    banners = [path for path in paths(f"red-{value}") if path.count("M") == 2 and "C" in path]
    assert len(set(banners)) == value  # a pole and its flag; each is drawn twice, first wider to set it off
    chain = DiskShelf().text(f"suomi1918/icons/black-{value}.svg")
    assert chain.count('stroke-linejoin="round"') == value  # each shard is set off likewise


def test_the_tower_grows_with_each_value() -> None:
    heights = []
    for value in range(1, 9):
        drawing = DiskShelf().text(f"suomi1918/icons/white-{value}.svg")
        body = re.search(r'<path d="([^"]+)" class="ground" fill="#ffffff"', drawing)
        assert body is not None
        heights.append(118 - min(float(pair.split()[1]) for pair in re.split("[MLZ]", body[1]) if pair))
    assert heights == sorted(set(heights))
