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
    moved,
    path_of,
    tight_bounds,
    touch,
)
from pnp.layout.drawing.path import ellipse_path, parse_path, rect_path, turning

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
