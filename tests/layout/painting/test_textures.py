"""Textures: marks that are the same everywhere, stay in their room, and are left out where ink is spared."""

from __future__ import annotations

import pytest

from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Group, Shape
from pnp.layout.drawing.textures import TEXTURES, texture_strokes
from pnp.layout.painting.compose import compose_card
from tests.guard import some
from tests.layout.samples import faults, layout, resources, ukko

PAPER = layout("paper: {kind: texture, texture: fibre, colour: ink 6%, x: 5, y: 5, width: 30, height: 20}")


@pytest.mark.parametrize("texture", TEXTURES)
def test_a_texture_is_the_same_for_one_seed_and_another_for_another(texture: str) -> None:
    strokes = texture_strokes(texture, 60, 90, "a")
    assert strokes and strokes == texture_strokes(texture, 60, 90, "a") != texture_strokes(texture, 60, 90, "b")
    assert sum(len(path) for path, _ in strokes) < 16_000, "a card would be slow to print"
    some(strokes)
    for path, width in strokes:
        starts = [(path[at + 1], path[at + 2]) for at, part in enumerate(path) if part == "M"]
        assert 0.1 <= width < 1.5
        assert all(0 <= float(x) <= 60 and -1 <= float(y) <= 93.5 for x, y in starts)


@pytest.mark.parametrize("texture", TEXTURES)
def test_more_of_a_texture_has_more_marks(texture: str) -> None:
    few, many = (sum(len(path) for path, _ in texture_strokes(texture, 60, 90, "", amount)) for amount in (0.5, 2))
    assert 2 < many / few < 6
    assert texture_strokes(texture, 60, 90, "", 0) == texture_strokes(texture, 0, 90) == []


def test_it_stands_in_its_box_in_its_colour_and_cut_to_it() -> None:
    (group,) = compose_card(resources({"tile.yaml": PAPER}), "tile", ukko()).frame.items
    assert isinstance(group, Group) and group.matrix[4:] == (5, 5) and bounds_of(group.clip) == (0, 0, 30, 20)
    shapes = [item for item in group.items if isinstance(item, Shape)]
    assert {item.stroke for item in shapes} == {"#f1f1f1"} and not any(item.fill for item in shapes)


@pytest.mark.parametrize("theme", ["ink", "accessible"])
def test_there_is_none_where_ink_is_spared(theme: str) -> None:
    assert not compose_card(resources({"tile.yaml": PAPER}, theme), "tile", ukko()).frame.items


def test_a_text_on_it_is_held_against_what_lies_below() -> None:
    tile = layout(
        "ground: {kind: rect, box: bleed, fill: '#ffffff'}\n"
        "  marks: {kind: texture, box: bleed, texture: halftone, colour: '#000000'}\n"
        "  words: {kind: text, text: Words, colour: '#000000', x: 5, y: 5, width: 30, height: 8}"
    )
    made = resources({"tile.yaml": tile})
    assert not list(preflight(made, compose_card(made, "tile", ukko())))


def test_a_texture_nobody_knows_is_told() -> None:
    assert "marble" in "\n".join(map(str, faults(PAPER.replace("fibre", "marble"))))
    assert "needs a name" in "\n".join(map(str, faults(PAPER.replace("texture: fibre, ", ""))))
