"""A tint on one colour becomes that colour; on anything else it stays a tint. Either way it looks as it did."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from pnp.export.press.flattening import resolve_tints
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import Gradient, Group, Image, Item, Layer, Shade, Shape, Text
from pnp.layout.drawing.path import ellipse_path, rect_path
from tests.export.press.test_flattening import BOX, GROUND, LETTERS, STRIPE, press, resources, seen, veil
from tests.guard import some

WHITE_ON_GROUND = mix("#ffffff", "#2244aa", 0.5)
SQUARE = rect_path(5, 30, 10, 10)
LINED = Shape(SQUARE, fill="#ff0000", stroke="#000000", width=1, join="round")
FADED = Shade(SQUARE, Gradient((5, 30, 15, 30), ((0.0, "#ffffff"), (1.0, "#000000"))))
CUT_OUT = Group((Shape(rect_path(0, 0, 20, 20), fill="#ff0000"),), (1, 0, 0, 1, 4, 28), rect_path(1, 2, 10, 10), 0.25)


def opaque(*items: Item) -> list[Item]:
    return resolve_tints(items, BOX, press(resources())._width)


def is_tinted(items: list[Item]) -> bool:
    groups = [item for item in items if isinstance(item, Group)]
    return any(group.is_translucent or is_tinted(list(group.items)) for group in groups)


# What is drawn, the last of it a tint; and whether that becomes opaque.
CASES: dict[str, tuple[list[Item], bool]] = {
    "on one colour": ([GROUND, veil(5, 30, 20, 10)], True),
    "on the paper": ([veil(5, 30, 20, 10)], True),
    "on a tint": ([GROUND, veil(5, 30, 20, 20), veil(6, 31, 5, 5, 0.3)], True),
    "over the edge of a tint": ([GROUND, veil(5, 30, 20, 20), veil(20, 31, 15, 5, 0.3)], False),
    "over two colours": ([GROUND, STRIPE, veil(5, 15, 20, 10)], False),
    "beside another colour": ([GROUND, STRIPE, veil(5, 29.2, 20, 10)], True),
    "on a colour that hides others": ([STRIPE, LETTERS, GROUND, veil(5, 5, 20, 30)], True),
    "on letters": ([GROUND, LETTERS, veil(3, 3, 20, 10)], False),
    "below letters": ([GROUND, LETTERS, veil(3, 30, 20, 10)], True),
    "in a circle": ([Shape(ellipse_path(20, 30, 15, 15), fill="#2244aa"), veil(14, 24, 12, 12)], True),
    "in the box of a circle": ([Shape(ellipse_path(20, 30, 15, 15), fill="#2244aa"), veil(6, 16, 12, 12)], False),
    "in a hole": (
        [GROUND, Shape((*SQUARE, *rect_path(7, 32, 6, 6)), "#000000", even_odd=True), veil(8, 33, 4, 4)],
        False,
    ),
    "on what is cut off there": ([GROUND, Group((STRIPE,), clip=rect_path(0, 0, 8, 60)), veil(5, 20, 6, 5)], False),
    "beside what is cut off": ([GROUND, Group((STRIPE,), clip=rect_path(0, 0, 8, 60)), veil(8.2, 20, 6, 5)], True),
    "under a line": ([GROUND, LINED, veil(5.5, 32, 3, 3)], False),
    "beside a line": ([GROUND, LINED, veil(7, 32, 3, 3)], True),
    "on a gradient": ([GROUND, FADED, veil(6, 31, 3, 3)], False),
    "which is a gradient": ([GROUND, Group((FADED,), opacity=0.4)], True),
    "turned, moved and cut": ([GROUND, Group((CUT_OUT,), (0.9, 0.2, -0.2, 0.9, 6.0, -4.0))], True),
    "of several things, one translucent itself": (
        [GROUND, Group((LINED, veil(8, 33, 3, 3)), opacity=0.4)],
        True,
    ),
    "of letters": ([GROUND, Group((LETTERS,), opacity=0.4)], False),
    "that blends": ([GROUND, Layer((Shape(SQUARE, fill="#ff0000"),), blend="Multiply")], False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_tint_is_opaque_where_it_lies_on_one_colour_and_looks_the_same(name: str) -> None:
    items, is_opaque = CASES[name]
    found = opaque(*items)
    assert is_tinted(found) != is_opaque
    difference = ImageChops.difference(seen(items, {}), seen(found, {}))
    assert max(most for _, most in difference.getextrema()) <= 2  # type: ignore[misc]


def test_a_tint_on_one_colour_is_a_shape_of_the_mixed_colour() -> None:
    _, group = opaque(GROUND, veil(5, 30, 20, 10))
    assert group == Group((Shape(rect_path(5, 30, 20, 10), fill=WHITE_ON_GROUND),))


def test_what_lies_below_counts_and_is_not_given_back() -> None:
    width = press(resources())._width
    (group,) = resolve_tints([veil(5, 30, 20, 10)], BOX, width, [GROUND])
    assert isinstance(group, Group) and group.items == (Shape(rect_path(5, 30, 20, 10), fill=WHITE_ON_GROUND),)
    (same,) = resolve_tints([veil(5, 15, 20, 10)], BOX, width, [GROUND, STRIPE])
    assert same == veil(5, 15, 20, 10)


@pytest.mark.parametrize("thing", [Image(5, 30, 20, 10, "a.png", "0" * 32), Text(5, 38, "Aa", LETTERS.font, 20)])
def test_one_colour_is_known_only_of_shapes(thing: Item) -> None:
    for tint in some([veil(6, 31, 4, 4), veil(6, 34, 12, 2, 0.2)]):
        assert is_tinted(opaque(GROUND, thing, tint))
