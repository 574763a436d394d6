"""The pictures that a rig draws, of Drum Roll and Suomi 1918, are those that lie in their layouts."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from pnp.catalog import book_of, find_game
from tests.guard import some

ROOT = Path(__file__).parents[2]


@cache
def drawing() -> dict[str, Any]:
    return run_path(str(ROOT / "docs" / "figures" / "make.py"))


@cache
def poses() -> dict[str, Any]:
    found: dict[str, Any] = drawing()["poses"]()
    return found


@pytest.mark.parametrize("game", ["drumroll", "suomi1918"])
def test_every_scene_is_drawn_as_it_lies_in_the_layouts(game: str) -> None:
    data = drawing()["GAMES"][game]()
    for name in some(data["scenes"]):
        lies = ROOT / "layouts" / game / "icons" / f"{name}.svg"
        assert drawing()["picture"](name, data) == lies.read_text("utf-8"), name


def test_every_performer_and_every_event_has_a_scene() -> None:
    performers = {card.id for card in book_of(find_game("drumroll")).decks["performers"].cards}
    assert performers <= set(poses()["scenes"])
    numbers = book_of(find_game("suomi1918")).decks["numbers"].cards
    events = {f"event-{card.id}" for card in numbers if not card.fields.get("ends_game")}
    assert events <= set(drawing()["GAMES"]["suomi1918"]()["scenes"])


def test_what_is_worn_or_cut_is_the_same_every_time() -> None:
    for file, grain in some(drawing()["GRAIN"].items()):
        assert grain() == (ROOT / "layouts" / file).read_text("utf-8") != grain(seed=1917)
    for file, rays in some(drawing()["RAYS"].items()):
        assert rays() == (ROOT / "layouts" / file).read_text("utf-8")


def test_a_stencil_is_all_in_the_colours_of_its_card() -> None:
    line = drawing()["stencilled"].__globals__["LINE"]
    events = drawing()["GAMES"]["suomi1918"]()
    whole = "".join(drawing()["picture"](name, events) for name in ("event-red-8", "event-blue-6"))
    for path in some(whole.split("<path ")[1:]):
        assert line not in path or "class=" in path
    assert line in drawing()["picture"]("PF-ACR-1", poses())


@pytest.mark.parametrize("end", [(10.0, 4.0), (24.0, -3.0), (200.0, 50.0), (0.2, 0.1)])
def test_a_limb_keeps_its_lengths_wherever_it_reaches(end: tuple[float, float]) -> None:
    joint = drawing()["Figure"].arm.__globals__["joint"]
    bent, reached = joint((0.0, 0.0), end, 12.5, 11.5, 1)
    lengths = [dist(one, other) for one, other in pairwise([(0.0, 0.0), bent, reached])]
    assert lengths == pytest.approx([12.5, 11.5])


def test_a_costume_with_an_unknown_mark_is_told() -> None:
    data = {**poses(), "costumes": {"odd": {"marks": "zigzag"}}}
    man = {"costume": "odd", "at": [70, 72], "hands": [[50, 60], [90, 60]], "feet": [[63, 107], [77, 107]]}
    with pytest.raises(ValueError, match="zigzag"):
        list(drawing()["Figure"](man, data).parts())
