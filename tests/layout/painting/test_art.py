"""Drawings as pictures: lines where lines can show them, else pixels for the print, and told so."""

from __future__ import annotations

import pytest

from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Group, Image, Shade, Shape
from pnp.layout.painting import pictures
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from tests.layout.samples import faults, layout, resources, ukko

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
PLAIN = f'{HEAD}<path d="M0 0h20v10h-20z"/><circle cx="5" cy="5" r="3" fill="#d62828"/></svg>'
BLUR = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
BLURRED = f'{HEAD}{BLUR}<rect width="20" height="10" filter="url(#f)"/></svg>'
TILE = layout("art: {kind: image, image: art/{id}.svg, x: 5, y: 5, width: 20, height: 20, safe: false}").replace(
    "art/{id}.svg", "'art/{id}.svg'"
)


def game(svg: str, tile: str = TILE) -> LayoutResources:
    return resources({"tile.yaml": tile, "art/ukko.svg": svg, "icons/blur.svg": svg})


def test_a_drawing_is_lines_in_its_box_black_where_it_says_nothing() -> None:
    (outer,) = compose_card(game(PLAIN), "tile", ukko()).frame.items
    assert isinstance(outer, Group) and bounds_of(outer.clip) == (5, 10, 25, 20)
    (inner,) = outer.items
    assert isinstance(inner, Group) and inner.matrix == (1, 0, 0, 1, 5, 10)
    assert [item.fill for item in inner.items if isinstance(item, Shape)] == ["#000000", "#d62828"]


@pytest.mark.parametrize(("fit", "matrix"), [("fill", (2, 0, 0, 2, -5, 5)), ("stretch", (1, 0, 0, 2, 5, 5))])
def test_it_fits_as_pixels_would(fit: str, matrix: tuple[float, ...]) -> None:
    tile = TILE.replace("safe: false", f"safe: false, fit: {fit}")
    item = compose_card(game(PLAIN, tile), "tile", ukko()).frame.items[0]
    while isinstance(item, Group) and item.matrix == (1, 0, 0, 1, 0, 0):
        (item,) = item.items
    assert isinstance(item, Group) and item.matrix == matrix


def test_a_gradient_stays_one() -> None:
    svg = f'{HEAD}<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
    svg += '<rect width="20" height="10" fill="url(#g)"/></svg>'
    item = compose_card(game(svg), "tile", ukko()).frame.items[0]
    while isinstance(item, Group):
        (item,) = item.items
    assert isinstance(item, Shade)


def test_what_lines_cannot_show_is_a_picture_for_the_print_and_a_note() -> None:
    pytest.importorskip("resvg_py")
    made = game(BLURRED)
    face = compose_card(made, "tile", ukko())
    (item,) = face.frame.items
    assert isinstance(item, Image) and item.source == "game/art/ukko.svg?473x237"
    assert made.image_bytes(item.source).startswith(b"\x89PNG")
    (note,) = preflight(made, face)
    assert (note.severity, note.code, note.span.line) == ("note", "rastered", 3)
    assert "600 dots per inch" in note.message


@pytest.mark.parametrize("before", ["", '<?xml version="1.0"?><!-- <svg> -->'])
def test_a_rastered_icon_has_the_colour_of_its_element(before: str) -> None:
    pytest.importorskip("resvg_py")
    from io import BytesIO

    from PIL import Image as Pictures

    tile = layout("i: {kind: icon, icon: blur, colour: '#aa0000', x: 5, y: 5, width: 20, height: 20}")
    made = game(before + BLURRED, tile)
    (item,) = compose_card(made, "tile", ukko()).frame.items
    assert isinstance(item, Image) and item.source.endswith("#aa0000")
    pixel = Pictures.open(BytesIO(made.image_bytes(item.source))).convert("RGBA").getpixel((230, 118))
    assert pixel == (170, 0, 0, 255)


WORDS = f'{HEAD}<text x="1" y="8" font-size="8" font-family="Comic Sans"><tspan>HI</tspan></text></svg>'


@pytest.mark.parametrize("family", ["Comic Sans", "Vera", "Fira Sans Condensed"])
def test_text_is_set_in_fonts_of_the_game_and_noted(family: str) -> None:
    pytest.importorskip("resvg_py")
    from io import BytesIO

    from PIL import Image as Pictures

    made = game(WORDS.replace("Comic Sans", family))
    face = compose_card(made, "tile", ukko())
    (item,) = face.frame.items
    assert isinstance(item, Image)
    picture = Pictures.open(BytesIO(made.image_bytes(item.source))).convert("RGBA")
    box = picture.getchannel("A").getbbox()
    assert box is not None and box[3] - box[1] > 100, "the letters are there"
    (note,) = preflight(made, face)
    assert (note.severity, note.code) == ("note", "rastered") and "text" in note.hint


def test_without_resvg_text_is_a_fault_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "can_raster", lambda: False)
    (fault,) = faults({"tile.yaml": TILE, "art/ukko.svg": WORDS}).errors
    assert "has text in line 1" in fault.message and "text as paths" in fault.hint


def test_without_resvg_it_is_a_fault_that_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "can_raster", lambda: False)
    (fault,) = faults({"tile.yaml": TILE, "art/ukko.svg": BLURRED}).errors
    assert "has a filter" in fault.message and 'pip install "pnp-table[svg]"' in fault.hint and fault.span.line == 3


def test_a_faulty_drawing_is_told_at_its_own_place_once() -> None:
    hostile = f'{HEAD}\n<path d="M0 0h9v9z" onclick="x()"/></svg>'
    report = faults({"tile.yaml": TILE, "art/ukko.svg": hostile})
    assert [str(item.span) for item in report.errors] == ["layouts/game/art/ukko.svg:2:21"]
