"""Gradients, shadows, blending and masks in the layout language: what is drawn, what is told, what it looks like."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL import Image

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import rasterise
from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.bounds import bounds_of, leaves_of
from pnp.layout.drawing.frame import Group, Layer, Placement, Shade, Shape, Sheet
from pnp.layout.drawing.textures import TEXTURES, texture_strokes
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from tests.guard import some
from tests.layout.samples import face, fault_places, faults, layout, resources, ukko

FADE = '<svg viewBox="0 0 10 10"><linearGradient id="g" x2="0" y2="1"><stop/><stop offset="1" stop-opacity="0"/>'
FADE += '</linearGradient><path d="M0 0h10v10h-10z" fill="url(#g)"/></svg>'


def seen(made: ComposedFace) -> Image.Image:
    """The face on paper, ten pixels a millimetre."""
    frame = made.frame
    sheet = Sheet("x 1", "front", frame.width, frame.height, (Placement(0, 0.0, 0.0),))
    layouts = resources("size: {width: 40, height: 30}")
    pdf = paint_pdf(PdfResources(layouts.font_bytes, lambda name: b""), [frame], [sheet], About("x"))
    size = (round(frame.width * 10), round(frame.height * 10))
    pixels, *_ = rasterise(pypdfium2.PdfDocument(pdf)[0], *size)
    return Image.frombytes("RGB", size, pixels)


def light(picture: Image.Image, x: float, y: float) -> int:
    pixel = picture.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(pixel, tuple)
    return int(sum(pixel[:3]) / 3)


@pytest.mark.parametrize(
    ("direction", "dark", "pale"),
    [
        ("down", (20, 6), (20, 24)),
        ("right", (6, 15), (34, 15)),
        ("up", (20, 24), (20, 6)),
        ("left", (34, 15), (6, 15)),
        ("45", (6, 6), (34, 24)),
        ("out", (20, 15), (6, 15)),
    ],
)
def test_a_gradient_runs_its_way(direction: str, dark: tuple[int, int], pale: tuple[int, int]) -> None:
    row = f'g: {{kind: rect, box: [5, 5, 30, 20], gradient: ["#000", "#fff"], direction: {direction}}}'
    made = face(layout(row))
    (shade,) = made.frame.items
    assert isinstance(shade, Shade)
    picture = seen(made)
    assert light(picture, *dark) < 40 and light(picture, *pale) > 200


def test_none_in_a_gradient_fades_into_what_lies_below() -> None:
    rows = """a: {kind: rect, box: [5, 5, 30, 20], fill: "#ff0000"}
b: {kind: rect, box: [5, 5, 30, 20], gradient: [none, "#0000ff"]}"""
    picture = seen(face(layout(rows)))
    above, below = picture.getpixel((200, 60)), picture.getpixel((200, 240))
    assert isinstance(above, tuple) and isinstance(below, tuple)
    assert above[0] > 220 and above[2] < 40 and below[2] > 220 and below[0] < 40


def test_a_shape_with_a_gradient_keeps_its_outline() -> None:
    row = 'g: {kind: circle, box: [5, 5, 20, 20], gradient: [ink, paper], stroke: "#aa0000", stroke_width: 1}'
    shade, shape = face(layout(row)).frame.items
    assert isinstance(shade, Shade) and isinstance(shape, Shape) and (shape.fill, shape.stroke) == ("", "#aa0000")


def test_a_shadow_lies_below_soft_and_moved() -> None:
    row = 's: {kind: rect, box: [10, 8, 15, 12], fill: "#ffffff", shadow: {x: 2, y: 2, blur: 2, opacity: 0.6}}'
    made = face(layout(row))
    shadow, shape = made.frame.items
    assert isinstance(shadow, Group) and shadow.name == "shadow" and isinstance(shape, Shape)
    picture = seen(made)
    deep, soft, far = light(picture, 26, 16), light(picture, 28.2, 16), light(picture, 33, 16)
    assert deep < 130 < soft < 254 and far == 255 and light(picture, 15, 12) == 255


def test_a_shadow_is_counted_where_it_is_drawn_so_preflight_knows_whose_each_thing_is() -> None:
    rows = """a: {kind: icon, icon: star, box: [3, 3, 8, 8], shadow: true}
b: {kind: text, text: Words, box: [12, 3, 20, 8], shadow: {blur: 0}}
c: {kind: group, box: [3, 14, 30, 9], shadow: true, elements: {d: {kind: rect, fill: ink}, e: {kind: text, text: A}}}"""
    made = face(layout(rows))
    count = sum(1 for _ in leaves_of(made.frame.items))
    spans = [(trace.start, trace.stop) for trace in made.traces]
    assert [start for start, _ in spans] == [0, *(stop for _, stop in spans[:-1])] and spans[-1][1] == count
    assert [trace.kind for trace in made.traces] == ["shadow", "icon", "shadow", "text", "shadow", "rect", "text"]
    assert not preflight(resources(layout(rows)), made).errors


def test_the_shadow_of_a_drawing_has_its_outline() -> None:
    svg = '<svg viewBox="0 0 20 20"><circle cx="10" cy="10" r="5" fill="#fff"/></svg>'
    row = "s: {kind: image, image: c.svg, box: [10, 5, 20, 20], safe: false, shadow: {x: 0, y: 0, blur: 1, opacity: 1}}"
    picture = seen(compose_card(resources({"tile.yaml": layout(row), "c.svg": svg}), "tile", ukko()))
    assert light(picture, 11, 6) == 255 and light(picture, 20, 9.6) < 120 and light(picture, 20, 15) == 255


def test_blending_is_with_what_lies_below() -> None:
    rows = """a: {kind: rect, box: [5, 5, 20, 20], fill: "#ffff00"}
b: {kind: rect, box: [15, 5, 20, 20], fill: "#00ffff", blend: multiply}"""
    made = face(layout(rows))
    assert isinstance(made.frame.items[1], Layer) and made.frame.items[1].blend == "Multiply"
    picture = seen(made)
    assert picture.getpixel((200, 150)) == (0, 255, 0) and picture.getpixel((300, 150)) == (0, 255, 255)


def test_a_mask_shows_a_picture_where_its_icon_is_drawn() -> None:
    svg = '<svg viewBox="0 0 20 20"><path d="M0 0h20v20h-20z"/></svg>'
    row = "m: {kind: image, image: c.svg, box: [10, 5, 20, 20], safe: false, mask: fade}"
    files: dict[str, str | bytes] = {"tile.yaml": layout(row), "c.svg": svg, "icons/fade.svg": FADE}
    picture = seen(compose_card(resources(files), "tile", ukko()))
    assert light(picture, 20, 6) < 30 and 100 < light(picture, 20, 15) < 155 and light(picture, 20, 24) > 225


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("a: {kind: rect, gradient: [gold]}", "3:29 value"),
        ("a: {kind: rect, gradient: [ink, golden]}", "3:35 colour"),
        ("a: {kind: rect, gradient: [ink, paper], direction: north}", "3:54 value"),
        ("a: {kind: rect, fill: ink, blend: multiplied}", "3:37 value"),
        ("a: {kind: rect, fill: ink, shadow: dark}", "3:38 value"),
        ("a: {kind: rect, fill: ink, shadow: {z: 1}}", "3:39 unknown-key"),
        ("a: {kind: rect, fill: ink, shadow: {blur: -1}}", "3:38 shadow"),
        ("a: {kind: image, image: c.svg, mask: nothing}", "3:40 "),
    ],
)
def test_what_means_nothing_is_told_at_its_place(row: str, place: str) -> None:
    svg = '<svg viewBox="0 0 20 20"><path d="M0 0h20v20h-20z"/></svg>'
    found = fault_places(faults({"tile.yaml": layout(row), "c.svg": svg}))
    assert any(one.startswith(place) for one in found), found


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
