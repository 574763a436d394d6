from __future__ import annotations

import pytest

from pnp.layout.drawing.frame import Group, Shape, Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from tests.guard import some
from tests.layout.listing import format_frame
from tests.layout.samples import layout, resources, ukko

LOOK = "size: 8, colour: '#000000', x: 1, width: 14, y: 1, height: 12"
WORDS = f"words: {{kind: text, text: '{{name}} and {{name}} and {{name}}', {LOOK}%s}}"


def small(width: float, on: str = "") -> ComposedFace:
    """A face of 16 × 16 mm drawn this wide in another."""
    files: dict[str, str | bytes] = {
        "mini.yaml": layout(WORDS % on, "size: chit"),
        "tile.yaml": layout(f"f: {{kind: face, layout: mini, x: 0, width: {width}, y: 0, height: {width}}}"),
    }
    made = compose_card(resources(files), "tile", ukko())
    assert not made.report.items, [str(item) for item in made.report]
    return made


def inner(made: ComposedFace) -> list[Shape | Text]:
    """What is drawn in the small face."""
    (group,) = [item for item in made.frame.items if isinstance(item, Group)]
    return [item for item in group.items if isinstance(item, Shape | Text)]


@pytest.mark.parametrize(("width", "is_read"), [(10.0, True), (9.0, True), (8.9, False), (4.0, False)])
def test_words_of_less_than_four_and_a_half_points_are_bars(width: float, is_read: bool) -> None:
    assert {isinstance(item, Text) for item in some(inner(small(width)))} == {is_read}


def test_each_line_has_a_bar_as_long_as_its_words_and_below_its_capitals() -> None:
    read, bars = inner(small(16.0)), inner(small(6.0))
    lines = sorted({item.y for item in read if isinstance(item, Text)})
    assert len(lines) > 1
    (shape,) = bars
    assert isinstance(shape, Shape) and shape.path.count("Z") == len(lines)
    points = [number for number in shape.path if not isinstance(number, str)]
    lefts, feet = points[0::8], points[5::8]
    assert feet == pytest.approx(lines, abs=1e-3)
    assert set(lefts) == {1.0} and max(points[0::2]) <= 15.0


def test_a_bar_is_a_solid_tint_of_its_ink_on_what_is_known_to_lie_below() -> None:
    (pale,) = inner(small(6.0))
    (dark,) = inner(small(6.0, ", 'on': '#800000'"))
    assert isinstance(pale, Shape) and pale.fill == "#8c8c8c"
    assert isinstance(dark, Shape) and dark.fill == "#460000"
    assert "opacity" not in format_frame(small(6.0).frame)
