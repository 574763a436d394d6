from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.bounds import holds_box, holds_point, straightened
from pnp.layout.drawing.frame import PathData
from pnp.layout.drawing.path import ellipse_path, parse_path, rect_path, reversed_path

RING: PathData = (*ellipse_path(0, 0, 10, 10), *ellipse_path(0, 0, 5, 5))
WOUND: PathData = (*ellipse_path(0, 0, 10, 10), *reversed_path(ellipse_path(0, 0, 5, 5)))
near = st.integers(-9, 9)
OPEN = parse_path("M -9 -9 L 9 -9 L 9 9 L -9 9")  # nothing closes it but its fill


@pytest.mark.parametrize(
    ("path", "is_even_odd", "box", "is_held"),
    [
        (ellipse_path(0, 0, 10, 10), False, (-6, -6, 6, 6), True),
        (ellipse_path(0, 0, 10, 10), False, (-8, -8, 8, 8), False),  # the corners lie outside
        (rect_path(0, 0, 10, 10), False, (0, 0, 10, 10), True),
        (rect_path(0, 0, 10, 10), False, (0, 0, 10.1, 10), False),
        (rect_path(0, 0, 10, 10), False, (20, 2, 22, 4), False),
        (RING, True, (-1, -1, 1, 1), False),  # in the hole
        (RING, False, (-1, -1, 1, 1), True),
        (WOUND, False, (-1, -1, 1, 1), False),
        (RING, True, (6.5, -1, 8, 1), True),
        (OPEN, False, (-8, -8, 8, 8), True),
        (OPEN, False, (-10, 0, -8, 1), False),
        ((), False, (0, 0, 1, 1), False),
    ],
)
def test_a_path_holds_a_box_that_it_does_not_come_into(
    path: PathData, is_even_odd: bool, box: tuple[float, float, float, float], is_held: bool
) -> None:
    assert holds_box(path, is_even_odd, box) is is_held


@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=7), st.integers(), st.integers()
)
def test_a_box_that_is_held_has_no_point_outside(corners: list[tuple[int, int]], across: int, down: int) -> None:
    path: PathData = tuple(part for at, point in enumerate(corners) for part in ("L" if at else "M", *point))
    x, y = across + 0.25, down + 0.25
    if holds_box((*path, "Z"), True, (x, y, x + 0.5, y + 0.5)):
        rings = straightened(path)
        assert all(holds_point(rings, x + part, y + other) for part in (0.1, 0.4) for other in (0.1, 0.4))


def test_a_curve_becomes_lines_that_hold_what_it_holds() -> None:
    [ring] = straightened(ellipse_path(0, 0, 10, 10))
    assert all(9.9 < (x * x + y * y) ** 0.5 < 10.1 for x, y in ring)
    rings = straightened(RING)
    assert holds_point(rings, 7, 0) and not holds_point(rings, 1, 0) and not holds_point(rings, 11, 0)
