"""Cards on squares, without a picture: where they would be seen, with tilt, gaps and cards askew."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.photo.board import Anchor, SeenCard, Square, anchors, squares_of, turned
from pnp.photo.projection import Projection, projection_of

SIDE = 45.0
SQUARES = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=25)


def seen(square: Square, onto: Projection, chance: Random, quarters: int = 0, askew: float = 4.0) -> SeenCard:
    """A card on a square as a photo shows it."""
    x, y = (at * (SIDE + 1) + chance.uniform(-2, 2) for at in square)
    angle = radians(90 * quarters + chance.uniform(-askew, askew))
    middle = onto((x, y))

    def step(across: float, down: float) -> tuple[float, float]:
        end = onto((x + across, y + down))
        return end[0] - middle[0], end[1] - middle[1]

    right, below = step(cos(angle), sin(angle)), step(-sin(angle), cos(angle))
    return SeenCard(f"{square}", middle, right, below, (SIDE, SIDE))


def connected(squares: set[Square]) -> set[Square]:
    """Those that hang together with one of them."""
    group = {min(squares)}
    while True:
        near = {it for it in squares - group if any(abs(it[0] - x) + abs(it[1] - y) == 1 for x, y in group)}
        if not near:
            return group
        group |= near


@given(SQUARES, st.integers(0, 99), st.floats(0, 360), st.floats(-0.0006, 0.0006))
def test_every_card_of_a_board_gets_its_square(squares: set[Square], seed: int, angle: float, tilt: float) -> None:
    chance, group = Random(seed), sorted(connected(squares))
    c, s = 7 * cos(radians(angle)), 7 * sin(radians(angle))
    onto = Projection(c, -s, 2000.0, s, c, 1500.0, tilt, tilt / 2)
    found = squares_of([seen(square, onto, chance) for square in group])
    assert len(found) == len(group)
    first = group[0]
    assert {number: (x - found[0][0], y - found[0][1]) for number, (x, y) in found.items()} == {
        number: (x - first[0], y - first[1]) for number, (x, y) in enumerate(group)
    }


def test_cards_that_lie_the_other_way_round_do_not_turn_the_board() -> None:
    chance, onto = Random(1), Projection(7, 0, 900.0, 0, 7, 900.0, 0, 0)
    group = [(x, y) for x in range(4) for y in range(3)]
    cards = [seen(square, onto, chance, quarters=2 if number % 3 == 0 else 0) for number, square in enumerate(group)]
    found = squares_of(cards)
    assert len(found) == 12
    assert {(x - found[0][0], y - found[0][1]) for x, y in found.values()} == set(group)


def test_a_card_far_from_the_board_has_no_square() -> None:
    chance, onto = Random(2), Projection(7, 0, 900.0, 0, 7, 900.0, 0, 0)
    cards = [seen(square, onto, chance) for square in ((0, 0), (1, 0), (1, 1), (8, 8))]
    assert set(squares_of(cards)) == {0, 1, 2}
    assert squares_of([]) == {}


def test_the_board_is_laid_where_most_cards_are_known() -> None:
    known = {(0, 0): "a", (1, 0): "b", (0, 1): "c", (5, 5): "b"}
    photo = {(3, 3): "a", (4, 3): "b", (3, 4): "c", (4, 4): "new"}
    [way] = anchors(photo, known)
    assert way == Anchor(0, (-3, -3)) and way((4, 4)) == (1, 1)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_seen_from_another_side_is_turned(quarters: int) -> None:
    known = {(0, 0): "a", (1, 0): "b", (2, 0): "c", (0, 1): "d"}
    photo = {turned(square, -quarters): card for square, card in known.items()}
    [way] = anchors(photo, known)
    assert way.quarters == quarters and {way(square): card for square, card in photo.items()} == known


def test_one_card_that_lies_twice_fits_in_two_ways_and_a_strange_one_in_none() -> None:
    assert len(anchors({(0, 0): "a"}, {(0, 0): "a", (2, 0): "a"})) == 2
    assert anchors({(0, 0): "z"}, {(0, 0): "a"}) == []


SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0), (40.0, 30.0), (70.0, 60.0)]


@given(
    st.floats(0.5, 20),
    st.floats(-0.4, 0.4),
    st.floats(-3000, 3000),
    st.floats(-3000, 3000),
    st.floats(-0.002, 0.002),
    st.floats(-0.002, 0.002),
)
def test_a_projection_is_found_again_from_its_points(
    scale: float, lean: float, x: float, y: float, g: float, h: float
) -> None:
    made = Projection(scale, lean * scale, x, -lean * scale, scale, y, g, h)
    found = projection_of([(point, made(point)) for point in SQUARE])
    for point in ((10.0, 70.0), (90.0, 10.0), (55.0, 40.0)):
        assert found(point) == pytest.approx(made(point), abs=1e-3)


def test_a_point_that_was_measured_badly_is_outvoted() -> None:
    points = [(x * 10.0, y * 10.0) for x in range(6) for y in range(6)]
    pairs = [(point, (point[0] * 4 + 7, point[1] * 4 - 3)) for point in points]
    pairs[8] = (pairs[8][0], (pairs[8][1][0] + 2.0, pairs[8][1][1]))
    assert projection_of(pairs)((25.0, 25.0)) == pytest.approx((107.0, 97.0), abs=0.3)


@pytest.mark.parametrize(
    "points", [SQUARE[:3], [(0.0, 0.0)] * 4, [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (4.0, 4.0)]]
)
def test_points_that_fix_no_plane_are_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError):
        projection_of([(point, point) for point in points])
