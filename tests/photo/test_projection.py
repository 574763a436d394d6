from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.photo.projection import Projection, projection_of

SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0), (40.0, 30.0), (70.0, 60.0)]


@settings(deadline=None)
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
