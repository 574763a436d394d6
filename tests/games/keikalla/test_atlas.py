"""The map as the referee reads it: towns, roads and steps, walks, and what a Helicopter reaches."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest

from pnp.games.keikalla.atlas import Atlas, read_atlas
from tests.games.tables import book_of
from tests.guard import some

BOOK = book_of("keikalla")
ATLAS = read_atlas(BOOK.tables["map"].rows)
REACH = BOOK.constant("helicopter_reach")


def test_the_map_is_the_one_that_is_printed() -> None:
    assert len(ATLAS.towns) == 40
    assert len(ATLAS.roads) == 79
    assert sum(steps for _, _, steps in ATLAS.roads) == 233
    assert len(ATLAS.links) == 40 + 233 - 79  # a road of n steps has n - 1 spaces
    assert len(ATLAS.steps_from("hanko")) == len(ATLAS.links)
    farthest = max(ATLAS.steps_from(a)[b] for a, b in combinations(ATLAS.towns, 2))
    assert farthest == ATLAS.steps_from("hanko")["muonio"] == 29


def test_a_space_is_one_step_from_its_neighbours() -> None:
    for space, near in some(ATLAS.links.items()):
        assert all(space in ATLAS.links[other] for other in near)
        assert len(near) == 2 or space in ATLAS.towns


@pytest.mark.parametrize(
    ("pair", "millimetres"),
    [("varkaus nurmes", 62.40), ("kuopio kajaani", 62.40), ("kauhajoki kaustinen", 62.43), ("helsinki turku", 62.68)],
)
def test_towns_just_within_reach(pair: str, millimetres: float) -> None:
    assert ATLAS.distance(*pair.split()) == pytest.approx(millimetres, abs=0.01)
    assert ATLAS.distance(*pair.split()) <= REACH


@pytest.mark.parametrize("pair", ["tampere seinajoki", "nurmes suomussalmi", "pori hameenlinna", "rauma kauhajoki"])
def test_towns_just_out_of_reach(pair: str) -> None:
    assert REACH < ATLAS.distance(*pair.split()) < REACH + 1


def test_how_many_pairs_are_in_reach() -> None:
    assert sum(ATLAS.distance(a, b) <= REACH for a, b in combinations(ATLAS.towns, 2)) == 121


def test_every_way_in_reach_is_clear_and_as_short_as_can_be() -> None:
    for start in ("vaasa", "tampere", "por-vsa:2", "kuopio"):
        for end, via in some(ATLAS.reach(start, 6)):
            walks = ATLAS.walks(start, via, end)
            assert len(walks) == 1, (start, via, end)
            assert len(walks[0]) - 1 == ATLAS.steps_from(start)[end] <= 6
            assert all(b in ATLAS.links[a] for a, b in zip(walks[0], walks[0][1:], strict=False))


def test_one_map_is_shared() -> None:
    again: Atlas = pickle.loads(pickle.dumps(ATLAS))
    assert again is ATLAS is read_atlas(BOOK.tables["map"].rows)
