"""Drawings look as another program draws them: resvg, pixel beside pixel."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.svg.reader import parse_icon

pytest.importorskip("resvg_py")

from tests.layout.drawing.svg.renderers import MOST, difference, paint, theirs

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.svg"))
FEW = ("figma_mask_alpha", "illustrator_blend", "inkscape_moon_gradient", "plain_clip_union")


def away(text: str, name: str) -> float:
    icon = parse_icon(text, name, name, is_picture=True)
    assert not icon.raster
    return difference(paint(icon), theirs(text, icon))


def test_the_corpus_is_large_enough() -> None:
    assert len(CORPUS) >= 40
    assert all(file.stat().st_size < 6_000 for file in CORPUS)


@pytest.mark.parametrize("name", FEW)
def test_a_few_are_drawn_alike(name: str) -> None:
    (file,) = [one for one in CORPUS if one.stem == name]
    assert away(file.read_text(encoding="utf-8"), name) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_all_are_drawn_alike(file: Path) -> None:
    assert away(file.read_text(encoding="utf-8"), file.stem) <= MOST


def test_a_difference_is_noticed() -> None:
    """A tenth of the side, moved by as much: what no softened edge explains."""
    plain = Image.new("RGB", (240, 240), "#ffffff")
    one, other = plain.copy(), plain.copy()
    one.paste("#808080", (100, 100, 124, 124))
    other.paste("#808080", (112, 100, 136, 124))
    assert difference(one, other) > MOST
    assert difference(one, one) == 0


NUMBER = st.integers(0, 100).map(str)
SIZE = st.integers(15, 100).map(str)  # what is smaller than its own stroke is all edge
COLOUR = st.sampled_from(["#d62828", "teal", "rgb(10,200,60)", "url(#g)", "url(#r)", "none", "hsl(40,90%,50%)"])
TRANSFORM = st.sampled_from(
    ["", "rotate(20 50 50)", "translate(10,-5) scale(.8)", "skewX(15)", "scale(1.2 .7)", "matrix(.9 .1 -.2 .8 10 5)"]
)
STROKE = st.sampled_from(
    ['stroke="#000" stroke-width="4"', 'stroke="url(#g)" stroke-width="9"', 'stroke="navy" stroke-dasharray="9 4"', ""]
)
EFFECT = st.sampled_from(
    ['opacity=".5"', 'clip-path="url(#c)"', 'mask="url(#m)"', 'style="mix-blend-mode:multiply"', ""]
)
DEFS = """<defs><linearGradient id="g"><stop stop-color="#fb8500"/>
<stop offset="1" stop-color="#023047"/></linearGradient>
<radialGradient id="r" cx=".4">
<stop stop-color="#fff"/>
<stop offset="1" stop-color="#8338ec" stop-opacity=".3"/></radialGradient>
<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath>
<mask id="m"><rect width="100" height="60" fill="#bbb"/></mask></defs>"""


@st.composite
def shapes(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(["rect", "circle", "path"]))
    a, b, c, d = (draw(one) for one in (NUMBER, NUMBER, SIZE, SIZE))
    body = {
        "rect": f'rect x="{a}" y="{b}" width="{c}" height="{d}" rx="6"',
        "circle": f'circle cx="{a}" cy="{b}" r="{c}"',
        "path": f'path d="M{a} {b}C{b} {c} {d} {a} {c} {d}Q{a} 90 {b} {b}Z" fill-rule="evenodd"',
    }[kind]
    return f'<{body} fill="{draw(COLOUR)}" {draw(STROKE)} {draw(EFFECT)} transform="{draw(TRANSFORM)}"/>'


@st.composite
def drawings(draw: st.DrawFn) -> str:
    parts = draw(st.lists(shapes(), min_size=1, max_size=4))
    group = f'<g transform="{draw(TRANSFORM)}" {draw(EFFECT)}>{"".join(parts)}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{DEFS}{group}{draw(shapes())}</svg>'


def check_generated(text: str) -> None:
    try:
        icon = parse_icon(text, "x.svg", is_picture=True)
    except InputError as fault:
        assert "draws nothing" in str(fault)
        return
    # Curves and thin dashes have many edges, which two painters soften in their own ways.
    assert difference(paint(icon), theirs(text, icon)) <= 2 * MOST


@settings(max_examples=15, derandomize=True, suppress_health_check=list(HealthCheck))
@given(drawings())
def test_generated_drawings_are_drawn_alike(text: str) -> None:
    check_generated(text)


@pytest.mark.slow
@settings(max_examples=1_000, suppress_health_check=list(HealthCheck))
@given(drawings())
def test_a_thousand_generated_drawings_are_drawn_alike(text: str) -> None:
    check_generated(text)
