"""Boxes round what is drawn. In: paths and boxes. Out: boxes, in the units of what they go round.

Invariant: a box never has its right before its left or its low above its top; where nothing is left of one it has no
area, which `has_area` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from pnp.layout.drawing.frame import Matrix, PathData
from pnp.layout.drawing.path import IDENTITY, numbers_of, rect_path, strokes_of, transform_path

Bounds = tuple[float, float, float, float]  # left, top, right, low

EMPTY: Bounds = (0.0, 0.0, 0.0, 0.0)


def bounds_of(path: PathData) -> Bounds:
    """The box round all points and control points (never too small); zeros for an empty path."""
    numbers = numbers_of(path)
    xs, ys = numbers[::2], numbers[1::2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else EMPTY


def tight_bounds(path: PathData) -> Bounds:
    """The box round what is drawn, whose curves end short of their control points; zeros for an empty path."""
    xs: list[float] = []
    ys: list[float] = []
    for points in strokes_of(path):
        x, y = points[-1]
        xs.append(x)
        ys.append(y)
        if len(points) == 4:
            across, down = zip(*points, strict=True)
            xs += _turns(*across)
            ys += _turns(*down)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else EMPTY


def _turns(a: float, b: float, c: float, d: float) -> list[float]:
    """Where a cubic curve turns round in one direction."""
    p, q, r = 3 * (b - a), 3 * (c - b), 3 * (d - c)
    square, line = p - 2 * q + r, 2 * (q - p)
    if abs(square) < 1e-12:
        roots = [-p / line] if line else []
    else:
        under = line * line - 4 * square * p
        roots = [(-line + sign * sqrt(under)) / (2 * square) for sign in (-1, 1)] if under >= 0 else []
    return [
        a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t**3 for t in roots if 0 < t < 1
    ]


def path_of(box: Bounds) -> PathData:
    """The box as a path."""
    left, top, right, low = box
    return rect_path(left, top, right - left, low - top)


def moved(box: Bounds, matrix: Matrix) -> Bounds:
    """The box round a box that a matrix moves."""
    return box if matrix == IDENTITY else bounds_of(transform_path(path_of(box), matrix))


def around(boxes: Iterable[Bounds]) -> Bounds:
    """The box round boxes; zeros for none."""
    sides = list(zip(*boxes, strict=True))
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else EMPTY


def common(box: Bounds, window: Bounds | None) -> Bounds:
    """What a window leaves of a box; None leaves all of it."""
    if window is None:
        return box
    left, top = max(box[0], window[0]), max(box[1], window[1])
    return left, top, max(left, min(box[2], window[2])), max(top, min(box[3], window[3]))


def grown(box: Bounds, by: float) -> Bounds:
    """The box and as much around it."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def has_area(box: Bounds) -> bool:
    """Whether there is anything in the box."""
    return box[0] < box[2] and box[1] < box[3]


def touch(one: Bounds, other: Bounds, slack: float = 0.0) -> bool:
    """Whether two boxes share more than an edge of `slack`."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > slack and min(one[3], other[3]) - max(one[1], other[1]) > slack
