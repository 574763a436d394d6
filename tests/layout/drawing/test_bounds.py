from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.bounds import (
    Bounds,
    around,
    bounds_of,
    common,
    grown,
    has_area,
    holds_box,
    holds_point,
    moved,
    path_of,
    straightened,
    tight_bounds,
    touch,
)
from pnp.layout.drawing.colour import contrast, difference, resolve_colour
from pnp.layout.drawing.frame import PathData
from pnp.layout.drawing.path import ellipse_path, parse_path, rect_path, reversed_path, turning

sides = st.integers(-20, 20)
boxes = st.tuples(sides, sides, st.integers(0, 20), st.integers(0, 20)).map(
    lambda it: (it[0], it[1], it[0] + it[2], it[1] + it[3])
)


def test_a_box_is_round_points_and_control_points() -> None:
    assert bounds_of(rect_path(1, 2, 10, 20, (3,))) == (1, 2, 11, 22)
    assert bounds_of(ellipse_path(5, 5, 2, 3)) == (3, 2, 7, 8)
    assert bounds_of(()) == tight_bounds(()) == around([]) == (0, 0, 0, 0)


def test_a_tight_box_ends_where_curves_turn() -> None:
    bow = parse_path("M 0 0 C 0 4, 10 4, 10 0")
    assert bounds_of(bow) == (0, 0, 10, 4)
    assert tight_bounds(bow) == pytest.approx((0, 0, 10, 3))


def test_a_turned_box_has_a_box_of_its_own() -> None:
    assert moved((0, 0, 2, 4), turning(90, 0, 0)) == pytest.approx((-4, 0, 0, 2))


@given(boxes, boxes)
def test_what_a_window_leaves_is_in_both_and_what_is_round_both_holds_them(one: Bounds, other: Bounds) -> None:
    left = common(one, other)
    assert left[0] <= left[2] and left[1] <= left[3]
    assert has_area(left) == (has_area(one) and has_area(other) and touch(one, other))
    if has_area(left):
        assert around([one, left]) == one and around([other, left]) == other
    assert common(one, None) == one == bounds_of(path_of(one))
    assert common(around([one, other]), one) == one


def test_boxes_that_share_an_edge_do_not_touch() -> None:
    assert not touch((0, 0, 2, 2), (2, 0, 4, 2)) and touch(grown((0, 0, 2, 2), 0.1), (2, 0, 4, 2))
    assert not touch(grown((0, 0, 2, 2), 0.1), (2, 0, 4, 2), slack=0.2)


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


PALETTE = {"gold": "#b98a1f", "paper": "#f4ead2"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gold", "#b98a1f"),
        ("#FA0", "#ffaa00"),
        ("none", ""),
        ("gold 0%", "#ffffff"),
        ("gold 100% paper", "#b98a1f"),
        ("#000 50%", "#808080"),
        ("gold 0% paper", "#f4ead2"),
    ],
)
def test_colours(text: str, expected: str) -> None:
    assert resolve_colour(text, PALETTE) == expected


@pytest.mark.parametrize("text", ["godl", "#12", "#ggg", "gold 120%", "gold x%", "gold 10% nowhere", ""])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        resolve_colour(text, PALETTE)


def test_the_nearest_name_is_offered() -> None:
    with pytest.raises(ValueError, match="“gold”"):
        resolve_colour("golf", PALETTE)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_red_and_green_look_alike_without_green_cones() -> None:
    red, green = "#a05030", "#6e6e2e"
    assert difference(red, green) > 25
    assert difference(red, green, "deuteranopia") < difference(red, green) / 2
    assert difference("#000000", "#ffffff", "protanopia") == pytest.approx(100, abs=0.5)
