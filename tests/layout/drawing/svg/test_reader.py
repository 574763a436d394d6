from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.bounds import bounds_of, leaves_of
from pnp.layout.drawing.frame import Group, Item, Layer, Shade, Shape
from pnp.layout.drawing.svg.reader import parse_icon
from pnp.layout.drawing.svg.vector import draw_icon


def icon(body: str, head: str = 'viewBox="0 0 24 24"') -> str:
    return f"<svg xmlns='http://www.w3.org/2000/svg' {head}>\n{body}\n</svg>"


def shapes(body: str) -> list[Shape]:
    drawn = draw_icon(parse_icon(icon(body), "x.svg", "x"), "#111111", "#aa0000", "#ffffff")
    return [item for item in drawn if isinstance(item, Shape)]


def test_every_shape_is_read() -> None:
    body = """<path d="M1 1h2v2z"/><circle cx="5" cy="5" r="2"/><ellipse cx="5" cy="5" rx="2" ry="1"/>
    <rect x="1" y="2" width="3" height="4" rx="1"/><line x1="0" y1="0" x2="4" y2="4" stroke="currentColor"/>
    <polygon points="0,0 4,0 4,4"/><polyline points="0 0 4 0 4 4" fill="none" stroke="#123456" stroke-width="2"/>"""
    found = shapes(body)
    assert len(found) == 7
    assert bounds_of(found[1].path) == (3, 3, 7, 7)
    assert (found[6].fill, found[6].stroke, found[6].width) == ("", "#123456", 2)


def test_colours_by_class() -> None:
    found = shapes(
        '<path d="M0 0h1v1z"/><path class="accent" d="M0 0h1v1z"/><path class="ground" d="M0 0h1v1z"/>'
        '<path class="accent" fill="none" stroke="currentColor" d="M0 0h1v1z"/><path fill="#0f0" d="M0 0h1v1z"/>'
    )
    assert [(item.fill, item.stroke) for item in found] == [
        ("#111111", ""),
        ("#aa0000", ""),
        ("#ffffff", ""),
        ("", "#aa0000"),
        ("#00ff00", ""),
    ]


def test_groups_hand_down_paint_and_transforms() -> None:
    found = shapes('<g transform="translate(2 3) scale(2)" stroke="currentColor" fill="none"><path d="M1 1L2 2"/></g>')
    assert bounds_of(found[0].path) == (4, 5, 6, 7)
    assert found[0].width == pytest.approx(2)


def test_a_colour_of_none_leaves_parts_out_and_opacity_is_kept() -> None:
    read = parse_icon(icon('<path class="ground" d="M0 0h1v1z"/><path opacity=".5" d="M0 0h1v1z"/>'), "x.svg")
    drawn = draw_icon(read, "#111111", "#111111", "")
    assert len(drawn) == 1
    assert isinstance(drawn[0], Group) and drawn[0].opacity == 0.5


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ('<path d="M0 0 X"/>', "2:7"),
        ('<clipPath id="c"><text x="1">no</text></clipPath><path d="M0 0h9v9" clip-path="url(#c)"/>', "2:18"),
        ('<path d="M0 0h1" fill="reddish"/>', "2:18"),
        ('<path d="M0 0h1" style="stroke: 3"/>', "2:18"),
        ('<path d="M0 0h1" fill="url(#none)" mask="url(#m)"/><mask id="m"><g mask="url(#m)"/></mask>', "1:1"),
        ('<pth d="M0 0h1"/>', "2:1"),
        ('<use href="#nowhere"/>', "2:6"),
        ("<style>g path{fill:red}</style>", "2:1"),
        ('<path d="M0 0h1" onclick="x"/>', "2:18"),
        ('<path d="M0 0h1" class="acent"/>', "2:18"),
        ('<g transform="wobble(3)"><path d="M0 0h1"/></g>', "2:4"),
        ('<circle cx="1" cy="1" r="huge"/>', "2:23"),
        ("<g>", "3:1"),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]>", "2:1"),
        ('<path d="M0 0h1" fill-rule="odd"/>', "2:18"),
    ],
)
def test_each_fault_is_reported_at_its_place(body: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_icon(icon(body), "x.svg")
    assert f"x.svg:{place}" in [str(item.span) for item in caught.value.report]


@pytest.mark.parametrize("text", ["", "hello", "<svg/>", icon("", 'viewBox="0 0 0 1"'), icon("<!-- nothing -->")])
def test_what_is_no_icon_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_icon(text, "x.svg")


@given(st.text(alphabet="<>/svgpath d=\"M0 1Lz'=", max_size=60))
def test_any_text_is_an_icon_or_an_input_error(text: str) -> None:
    try:
        parse_icon(f'<svg viewBox="0 0 9 9">{text}</svg>', "x.svg")
    except InputError as fault:
        assert fault.report.errors


@pytest.mark.parametrize("body", ['<path d="M0 0H1e308V5z"/>', '<path d="M0 0l9e5 0l9e5 0"/>', '<rect width="1e300"/>'])
def test_a_coordinate_out_of_this_world_is_a_fault(body: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_icon(icon(body), "x.svg")
    assert caught.value.report.items[0].span.line == 2


def drawn(body: str, head: str = 'viewBox="0 0 24 24"') -> tuple[Item, ...]:
    return draw_icon(parse_icon(icon(body, head), "x.svg", "x"), "#111111", "#aa0000", "#ffffff")


def test_what_other_programs_add_is_passed_over() -> None:
    body = """<sodipodi:namedview xmlns:sodipodi="s" pagecolor="#fff"><path d="never"/></sodipodi:namedview>
    <metadata><anything/></metadata><defs id="d"/>
    <path inkscape:label="x" xmlns:inkscape="i" data-name="y" class="cls-9 svg-inline" aria-hidden="true"
    d="M0 0h1v1z"/>"""
    assert len(drawn(body)) == 1


def test_a_style_sheet_weighs_ids_over_classes_over_names_and_own_style_over_all() -> None:
    body = """<style>#a{fill:#010101} .b{fill:#020202} path{fill:#030303} .b.c{fill:#040404}</style>
    <path id="a" class="b" d="M0 0h1v1z"/><path class="b" d="M0 0h1v1z"/><path d="M0 0h1v1z"/>
    <path class="c b" d="M0 0h1v1z"/><path id="a" style="fill:#050505" d="M0 0h1v1z" fill="#060606"/>"""
    colours = [item.fill for item in drawn(body) if isinstance(item, Shape)]
    assert colours == ["#010101", "#020202", "#030303", "#040404", "#050505"]


def test_a_gradient_is_kept_as_one_with_the_colours_of_the_icon_in_it() -> None:
    body = """<linearGradient id="g"><stop stop-color="currentColor"/>
    <stop offset="1" stop-color="#fff"/></linearGradient>
    <path d="M0 0h10v10h-10z" fill="url(#g)"/>"""
    (shade,) = drawn(body)
    assert isinstance(shade, Shade)
    assert shade.gradient.stops == ((0.0, "#111111"), (1.0, "#ffffff"))
    assert shade.gradient.matrix == (10, 0, 0, 10, 0, 0)


def test_a_clip_is_a_clip_and_a_mask_a_mask() -> None:
    body = """<clipPath id="c"><path d="M0 0h5v5z"/></clipPath>
    <mask id="m"><rect width="24" height="24" fill="#fff"/></mask>
    <path clip-path="url(#c)" d="M0 0h10v10h-10z"/><path mask="url(#m)" d="M0 0h10v10h-10z"/>"""
    clipped, masked = drawn(body)
    assert isinstance(clipped, Group) and not clipped.is_translucent and bounds_of(clipped.clip) == (0, 0, 5, 5)
    assert isinstance(masked, Layer) and masked.mask and masked.is_translucent


def test_a_page_of_another_shape_than_its_drawing_is_letterboxed() -> None:
    read = parse_icon(icon('<path d="M0 0h10v10z"/>', 'viewBox="0 0 10 10" width="40mm" height="20mm"'), "x.svg")
    assert (read.width, read.height) == (20, 10)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('<filter id="f"/><path filter="url(#f)" d="M0 0h9"/>', "filter"),
        ('<pattern id="p"/><path fill="url(#p)" d="M0 0h9v9z"/>', "pattern"),
        ('<marker id="a"/><path marker-end="url(#a)" d="M0 0h9"/>', "marker"),
        ('<image href="data:image/png;base64,AAAA"/>', "picture"),
    ],
)
def test_what_lines_cannot_show_is_named(body: str, why: str) -> None:
    read = parse_icon(icon(body), "x.svg")
    assert why in read.raster and "line 2" in read.raster


SQUARE = '<path d="M0 0h512v512H0z"{0}/>'
FISH = (
    '<g transform="translate(0,0)"><path d="M40 256c60-90 200-130 320-40z"{0}/><circle cx="99" cy="99" r="9"{0}/></g>'
)
WHITE, BLACK = ' fill="#fff"', ' fill="#000" fill-opacity="1"'


def fills(body: str, is_picture: bool = False) -> list[str]:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>'
    items = draw_icon(parse_icon(text, "x.svg", "x", is_picture), "#d4a017", "#aa0000", "#00aa00")
    return [leaf.item.fill for leaf in leaves_of(items) if isinstance(leaf.item, Shape)]


@pytest.mark.parametrize(
    "body",
    [
        SQUARE.format("") + FISH.format(WHITE),  # as game-icons.net saves them
        SQUARE.format(BLACK) + FISH.format(WHITE),
        SQUARE.format(WHITE) + FISH.format(BLACK),
        FISH.format(WHITE),  # and without its ground
        FISH.format(BLACK),
        FISH.format(' style="fill:#000000"'),
        f"<rect width='512' height='512'/>{FISH.format(WHITE)}",
    ],
)
def test_an_icon_in_one_colour_has_that_of_its_element_and_no_square(body: str) -> None:
    assert fills(body) == ["#d4a017", "#d4a017"]
    assert "#d4a017" not in fills(body, is_picture=True), "a picture is as it was saved"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FISH.format(' fill="#c00"'), ["#cc0000", "#cc0000"]),
        (FISH.format(WHITE) + SQUARE.format(""), ["#ffffff", "#ffffff", "#d4a017"]),
        (SQUARE.format("") + FISH.format(' fill="#c00"'), ["#d4a017", "#cc0000", "#cc0000"]),
        ('<path d="M0 0h500v512H0z"/>' + FISH.format(WHITE), ["#d4a017", "#ffffff", "#ffffff"]),
        (SQUARE.format(BLACK), ["#d4a017"]),
    ],
)
def test_a_drawing_with_a_colour_of_its_choice_stays_as_it_is(body: str, expected: list[str]) -> None:
    assert fills(body) == expected
