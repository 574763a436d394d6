"""The look of Suomi 1918: every number card has an emblem of its own, which grows with its value."""

from __future__ import annotations

import re

import pytest

from pnp.base.places import data_root
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.drawing.frame import Group
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.loader import load_book

BOOK = load_book(data_root("cards") + "/suomi1918")
CARDS = BOOK.decks["numbers"].cards


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
    assert len({emblem(resources, card.id).items for card in CARDS}) == len(CARDS) == 34


def test_an_emblem_stays_in_its_field(resources: LayoutResources) -> None:
    for card in CARDS:
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
