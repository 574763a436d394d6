from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.path import (
    PathError,
    multiply,
    parse_path,
    rect_path,
    regular_points,
    reversed_path,
    scaling,
    signed_area,
    strokes_of,
    transform_path,
    transform_point,
    turning,
)
from tests.guard import some


def test_relative_and_absolute_are_the_same() -> None:
    absolute = parse_path("M1 1 L5 1 H7 V4 C7 5 6 6 5 6 S3 7 2 6 Q1 5 1 4 T1 2 Z")
    relative = parse_path("m1 1l4 0h2v3c0 1-1 2-2 2s-2 1-3 0q-1-1-1-2t0-2z")
    for one, other in some(zip(absolute, relative, strict=True)):
        assert one == other if isinstance(one, str) else one == pytest.approx(other)


def test_a_repeated_command_and_points_after_m() -> None:
    assert parse_path("M0 0 1 1 2 0z") == ("M", 0.0, 0.0, "L", 1.0, 1.0, "L", 2.0, 0.0, "Z")


@pytest.mark.parametrize("text", ["M-0 1.5-2,3", "M1 1L-2-3C0 0 1 1 2 2ZM4 4L5 5Z", " M 1,1 L2 2\nZ "])
def test_a_path_of_our_four_commands_is_read_as_any_other(text: str) -> None:
    path = parse_path(text)
    assert repr(path) == repr(parse_path(text + "m0 0H9")[: len(path)])
    assert "-0.0" not in map(repr, some(path))


def test_a_half_circle_of_arcs_stays_on_the_circle() -> None:
    path = parse_path("M10 0A10 10 0 0 1-10 0")
    numbers = [part for part in path if not isinstance(part, str)]
    ends = [(numbers[at], numbers[at + 1]) for at in range(6, len(numbers), 6)]
    assert all(hypot(x, y) == pytest.approx(10) for x, y in ends)
    assert ends[-1] == pytest.approx((-10, 0))
    assert ends[0][1] == pytest.approx(10)


def test_arc_flags_may_be_written_close_together() -> None:
    assert parse_path("M0 0a1 1 0 011 1") == parse_path("M0 0 a 1 1 0 0 1 1 1")


@pytest.mark.parametrize(
    "text",
    [
        "L1 1",
        "M1",
        "M1 1 X",
        "M1 1 L",
        "M 1 1 Z 4",
        "M L 1 1",
        "M1 1 a1 1 0 2 0 1 1",
        "M1 1 & 2",
        "M1e999 0",
        "M1 1 a1 1 0 1.0 0 1 1",
        "M1 1 a1 1",
        "1 M1 1",
    ],
)
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(PathError):
        parse_path(text)


@given(st.text(alphabet="MmLlCcAaZzHhQ0123456789.,- e", max_size=40))
def test_any_text_is_a_path_or_a_path_error(text: str) -> None:
    try:
        path = parse_path(text)
    except PathError:
        return
    assert not path or path[0] == "M"
    assert {part for part in path if isinstance(part, str)} <= set("MLCZ")


def test_a_radius_is_at_most_half_the_side() -> None:
    assert rect_path(0, 0, 4, 4, (9,)) == rect_path(0, 0, 4, 4, (2,))


def test_turning_is_clockwise_on_the_page() -> None:
    assert transform_point(1, 0, turning(90, 0, 0)) == pytest.approx((0, 1))
    both = multiply(turning(90, 5, 5), scaling(2, 2, 5, 5))
    assert transform_point(6, 5, both) == pytest.approx((5, 7))
    move, x, y, close = transform_path(("M", 6.0, 5.0, "Z"), both)
    assert (move, close) == ("M", "Z") and (x, y) == pytest.approx((5, 7))


def test_a_regular_polygon_begins_at_the_top() -> None:
    points = regular_points(0, 0, 2, 2, 4)
    assert points[0] == pytest.approx((0, -2))
    assert len(regular_points(0, 0, 2, 2, 5, 0.5)) == 10


def test_an_outline_turned_round_runs_back_through_the_same_points() -> None:
    path = parse_path("M 0 0 L 10 0 C 12 2, 12 8, 10 10 L 0 10 Z M 2 2 L 4 2 L 4 4 Z")
    back = reversed_path(path)
    assert back == parse_path("M 0 10 L 10 10 C 12 8, 12 2, 10 0 L 0 0 Z M 4 4 L 4 2 L 2 2 Z")
    assert signed_area(path) == pytest.approx(2 * (10 * 10 + 2)) and signed_area(back) == pytest.approx(-2 * 102)
    assert reversed_path(back) == path


def test_strokes_say_where_each_command_begins() -> None:
    path = parse_path("M 0 0 L 1 0 C 1 1, 2 1, 2 0 Z M 5 5")
    assert [*strokes_of(path)] == [((0, 0),), ((0, 0), (1, 0)), ((1, 0), (1, 1), (2, 1), (2, 0)), ((5, 5),)]
