"""Boxes round what is drawn, and what lies inside a path. In: paths and boxes. Out: boxes, in the units of what they
go round; the leaves of drawing items, each with its matrix and clip.

Invariant: a box never has its right before its left or its low above its top; where nothing is left of one it has no
area, which `has_area` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt

from msgspec import Struct

from pnp.layout.drawing.frame import Group, Item, Layer, Matrix, PathData
from pnp.layout.drawing.path import IDENTITY, Point, multiply, numbers_of, rect_path, strokes_of, transform_path

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


_VEILED = 0.99  # what is masked or blended counts as seen through: nobody knows its colour


class DrawnLeaf(Struct, frozen=True, eq=False):
    """One drawn item with all transformations that apply to it. `window`: the bounds that clips leave of it."""

    item: Item
    matrix: Matrix
    opacity: float
    window: Bounds | None


def leaves_of(items: Sequence[Item]) -> Iterator[DrawnLeaf]:
    """Every drawn thing, in drawing order."""
    yield from _walk(items, IDENTITY, 1.0, None)


def _walk(items: Sequence[Item], matrix: Matrix, opacity: float, window: Bounds | None) -> Iterator[DrawnLeaf]:
    for item in items:
        if not isinstance(item, Group):
            yield DrawnLeaf(item, matrix, opacity, window)
            continue
        inner = multiply(matrix, item.matrix) if item.matrix != IDENTITY else matrix
        clip = window
        if item.clip:
            clip = common(bounds_of(transform_path(item.clip, inner)), window)
        veiled = _VEILED if isinstance(item, Layer) and item.is_veil else 1.0
        yield from _walk(item.items, inner, opacity * item.opacity * veiled, clip)


_CURVE_STEPS = 6
_HALVES = 6  # how often a line is cut to see whether it keeps out of a box


def straightened(path: PathData) -> list[list[Point]]:
    """The corners of each ring of the path, with some on its curves."""
    rings: list[list[Point]] = []
    for points in strokes_of(path):
        if len(points) == 1:
            rings.append([points[0]])
        elif len(points) == 2:
            rings[-1].append(points[1])
        else:
            rings[-1] += [_on_curve(points, step / _CURVE_STEPS) for step in range(1, _CURVE_STEPS + 1)]
    return rings


def _on_curve(points: Sequence[Point], t: float) -> Point:
    u = 1 - t
    parts = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return (
        sum(part * x for part, (x, _) in zip(parts, points, strict=True)),
        sum(part * y for part, (_, y) in zip(parts, points, strict=True)),
    )


def holds_point(rings: Iterable[Sequence[Point]], x: float, y: float) -> bool:
    """Whether rings of corners hold a point: even-odd over all of them, which is right for shapes with holes."""
    is_inside = False
    for ring in rings:
        px, py = ring[-1]
        for qx, qy in ring:
            if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                is_inside = not is_inside
            px, py = qx, qy
    return is_inside


def holds_box(path: PathData, is_even_odd: bool, box: Bounds) -> bool:
    """Whether the box is inside the path, which does not come into it."""
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    turns = 0
    for stroke in _closed(path):
        for points in _beside(stroke, box, _HALVES):
            if points is None:
                return False
            # A curve that keeps out of the box goes round its middle as the line between the curve's ends does.
            (x, y), (to_x, to_y) = points[0], points[-1]
            if (y <= down) != (to_y <= down) and x + (down - y) / (to_y - y) * (to_x - x) < across:
                turns += 1 if to_y > y else -1
    return bool(turns % 2 if is_even_odd else turns)


def _closed(path: PathData) -> Iterator[Sequence[Point]]:
    """Its lines and curves, with those that close its rings."""
    start = at = (0.0, 0.0)
    for points in (*strokes_of(path), (start,)):
        if len(points) > 1:
            yield points
        else:
            if at != start:
                yield at, start
            start = points[0]
        at = points[-1]


def _beside(points: Sequence[Point], box: Bounds, halves: int) -> Iterator[Sequence[Point] | None]:
    """Parts of a line or curve beside the box; None where one may come into it."""
    xs, ys = zip(*points, strict=True)
    if min(xs) >= box[2] or max(xs) <= box[0] or min(ys) >= box[3] or max(ys) <= box[1]:
        yield points
    elif not halves:
        yield None
    else:
        first, last = [points[0]], [points[-1]]
        while len(points) > 1:
            points = [((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in pairwise(points)]
            first.append(points[0])
            last.append(points[-1])
        yield from _beside(first, box, halves - 1)
        yield from _beside(last[::-1], box, halves - 1)
