"""The pictures of Drum Roll that a rig draws are those that lie in its layouts."""

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
ICONS = ROOT / "layouts" / "drumroll" / "icons"


@cache
def drawing() -> dict[str, Any]:
    return run_path(str(ROOT / "docs" / "figures" / "make.py"))


@cache
def poses() -> dict[str, Any]:
    found: dict[str, Any] = drawing()["poses"]()
    return found


def test_every_performer_has_a_pose_and_every_pose_is_drawn_as_it_lies_there() -> None:
    performers = {card.id for card in book_of(find_game("drumroll")).decks["performers"].cards}
    assert performers <= set(poses()["scenes"])
    for name in some(poses()["scenes"]):
        assert drawing()["picture"](name, poses()) == (ICONS / f"{name}.svg").read_text("utf-8"), name


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
