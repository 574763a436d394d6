from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.frame import Group, Shape
from pnp.layout.drawing.path import bounds_of
from pnp.layout.drawing.svg import draw_icon, parse_icon


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
        ('<text x="1">no</text>', "2:1"),
        ('<path d="M0 0h1" fill="red"/>', "2:18"),
        ('<path d="M0 0h1" onclick="x"/>', "2:18"),
        ('<path d="M0 0h1" class="shiny"/>', "2:18"),
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
