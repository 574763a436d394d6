"""What lies inside a path. In: paths, points, boxes. Out: whether the path holds them.

Invariant: of a box the answer is only yes where that is certain: no line or curve comes into it. For points, curves are
taken as a few straight lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pnp.layout.drawing.bounds import Bounds
from pnp.layout.drawing.frame import PathData
from pnp.layout.drawing.path import Point, strokes_of

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
