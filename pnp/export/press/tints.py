"""Tints: translucent things as opaque ones. In: drawing items, and what they lie on. Out: the same, with fewer that are
translucent.

A tint on one colour is another colour. Invariant: what is seen is the same; where it is not certain that a tint lies on
one colour alone (letters, images, gradients, edges of other things), it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import CUT, Group, Image, Item, Layer, MarkShape, Matrix, PathData, Shade, Shape, Text
from pnp.layout.drawing.path import (
    IDENTITY,
    Bounds,
    Point,
    bounds_of,
    multiply,
    rect_path,
    transform_path,
    transform_point,
)

_MITRE = 5.0  # how far a pointed corner may reach, in widths of its line
_NEAR = 0.1  # mm: what is nearer may share a pixel of a screen
_HALVES = 6  # how often a line is cut to see whether it keeps out of a box


class _Drawn(Struct, frozen=True):
    """What was drawn, and the groups around it. item: None where what is seen is not one colour · box: it is within."""

    item: Shape | None
    around: tuple[Group, ...]
    box: Bounds

    def covers(self, box: Bounds) -> bool:
        """Whether nothing but its fill is seen in the box."""
        if self.item is None or not self.item.fill:
            return False
        matrix = IDENTITY
        for group in self.around:
            matrix = multiply(matrix, group.matrix)
            is_even_odd = isinstance(group, Layer) and group.even_odd
            if group.clip and not _holds(group.clip, matrix, is_even_odd, box):
                return False
        return _holds(self.item.path, matrix, self.item.even_odd, _grown(box, _line(self.item, matrix)))

    def misses(self, box: Bounds) -> bool:
        """Whether surely nothing of it is seen in the box."""
        left, top, right, low = self.box
        return left >= box[2] or box[0] >= right or top >= box[3] or box[1] >= low


def resolve_tints(
    items: Sequence[Item], box: Bounds, width: Callable[[Text], float], below: Sequence[Item] = ()
) -> list[Item]:
    """Make opaque what can be. box: what is seen of all · width: of a text, in mm · below: what the items lie on."""
    resolver = _Resolver(width)
    list(resolver.resolve(below, (), IDENTITY, box))
    return list(resolver.resolve(items, (), IDENTITY, box))


class _Resolver:
    """Goes through items in the order in which they are drawn."""

    def __init__(self, width: Callable[[Text], float]) -> None:
        self._width = width
        self._drawn = [_PAPER]

    def resolve(
        self, items: Sequence[Item], around: tuple[Group, ...], matrix: Matrix, window: Bounds
    ) -> Iterator[Item]:
        """The items, opaque where that is possible; `window`: what the groups around them let be seen."""
        for item in items:
            if isinstance(item, Group):
                inner, seen = _inside(item, matrix, window)
                if seen is not None and item.items and item.opacity > 0:
                    yield self._group(item, around, inner, seen)
                continue
            if (seen := _within(self._reach(item, matrix), window)) is not None:
                self._drawn.append(_Drawn(item if _is_flat(item) else None, around, seen))
            yield item

    def _group(self, group: Group, around: tuple[Group, ...], matrix: Matrix, seen: Bounds) -> Group:
        if not _is_other(group):
            mixed = group.items if group.opacity == 1 else self._mixed(group.items, group.opacity, matrix, seen)
            if mixed is not None:
                shell = replace(group, items=(), opacity=1.0)
                return replace(shell, items=tuple(self.resolve(mixed, (*around, shell), matrix, seen)))
        self._drawn += [_Drawn(None, around, box) for box in self._boxes(group.items, matrix, seen)]
        return group

    def _mixed(self, items: Sequence[Item], opacity: float, matrix: Matrix, window: Bounds) -> list[Item] | None:
        """The items of a translucent group in the colours that they have on what was drawn before; None where these
        are not known. What is translucent in itself stays so.
        """
        made: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                inner, seen = _inside(item, matrix, window)
                if seen is None or item.opacity <= 0:
                    continue
                within = self._mixed(item.items, opacity, inner, seen) if not _is_other(item) else None
                if within is None:
                    return None
                made.append(replace(item, items=tuple(within)))
            elif (box := _within(self._reach(item, matrix), window)) is not None:
                near = _grown(box, _NEAR)
                ground = next(drawn for drawn in reversed(self._drawn) if not drawn.misses(near))
                if not (_is_flat(item) or isinstance(item, Shade)) or ground.item is None or not ground.covers(box):
                    return None
                made.append(_laid(item, ground.item.fill, opacity))
        return made

    def _boxes(self, items: Sequence[Item], matrix: Matrix, window: Bounds) -> Iterator[Bounds]:
        """A box for each thing that is seen in the window."""
        for item in items:
            if isinstance(item, Group):
                inner, seen = _inside(item, matrix, window)
                if seen is not None:
                    yield from self._boxes(item.items, inner, seen)
            elif (box := _within(self._reach(item, matrix), window)) is not None:
                yield box

    def _reach(self, item: Item, matrix: Matrix) -> Bounds:
        """A box that the item does not leave."""
        edge = 0.0
        if isinstance(item, Image):
            path = rect_path(item.x, item.y, item.width, item.height)
        elif isinstance(item, Text):
            size = item.size * MM_PER_PT
            path = rect_path(item.x - 0.3 * size, item.y - 1.1 * size, self._width(item) + 0.6 * size, 1.5 * size)
        else:
            assert isinstance(item, Shape | Shade)
            path = item.path
            edge = _line(item, matrix) if isinstance(item, Shape) else 0.0
        return _grown(bounds_of(transform_path(path, matrix)), edge)


_EVERYWHERE = (-1e4, -1e4, 1e4, 1e4)
_PAPER = _Drawn(Shape(rect_path(-1e4, -1e4, 2e4, 2e4), fill="#ffffff"), (), _EVERYWHERE)


def _is_flat(item: Item) -> TypeGuard[Shape]:
    return isinstance(item, Shape) and not isinstance(item, MarkShape)


def _is_other(group: Group) -> bool:
    """True for one that is laid on in another way than paint: under a mask, blended, as a line to cut."""
    return group.name == CUT or (isinstance(group, Layer) and group.is_veil)


def _laid(item: Shape | Shade, ground: str, opacity: float) -> Shape | Shade:
    """A thing of that opacity on a ground, as an opaque one."""
    if isinstance(item, Shade):
        stops = tuple((at, mix(colour, ground, opacity)) for at, colour in item.gradient.stops)
        return replace(item, gradient=replace(item.gradient, stops=stops))
    fill, stroke = (mix(colour, ground, opacity) if colour else "" for colour in (item.fill, item.stroke))
    return replace(item, fill=fill, stroke=stroke)


def _inside(group: Group, matrix: Matrix, window: Bounds) -> tuple[Matrix, Bounds | None]:
    """How things in the group lie, and what is seen of them at most."""
    inner = multiply(matrix, group.matrix)
    return inner, _within(bounds_of(transform_path(group.clip, inner)), window) if group.clip else window


def _within(box: Bounds, window: Bounds) -> Bounds | None:
    left, top = max(box[0], window[0]), max(box[1], window[1])
    right, low = min(box[2], window[2]), min(box[3], window[3])
    return (left, top, right, low) if left < right and top < low else None


def _grown(box: Bounds, by: float) -> Bounds:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _line(item: Shape, matrix: Matrix) -> float:
    """How far the line round a shape reaches at most."""
    if not item.stroke:
        return 0.0
    return item.width * max(hypot(*matrix[:2]), hypot(*matrix[2:4])) * (_MITRE if item.join == "miter" else 1.0)


def _holds(path: PathData, matrix: Matrix, is_even_odd: bool, box: Bounds) -> bool:
    """Whether the box is inside the path, which does not come into it."""
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    turns = 0
    for stroke in _strokes(path, matrix):
        for points in _beside(stroke, box, _HALVES):
            if points is None:
                return False
            # A curve that keeps out of the box goes round its middle as the line between the curve's ends does.
            (x, y), (to_x, to_y) = points[0], points[-1]
            if (y <= down) != (to_y <= down) and x + (down - y) / (to_y - y) * (to_x - x) < across:
                turns += 1 if to_y > y else -1
    return bool(turns % 2 if is_even_odd else turns)


def _beside(points: list[Point], box: Bounds, halves: int) -> Iterator[list[Point] | None]:
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


def _strokes(path: PathData, matrix: Matrix) -> Iterator[list[Point]]:
    """Each line and curve with its control points; every ring is closed."""
    start = at = (0.0, 0.0)
    command, numbers = "", list[float]()
    for part in (*path, "M"):
        if isinstance(part, str):
            if part in "MZ" and at != start:
                yield [at, start]
                at = start
            command, numbers = part, []
            continue
        numbers.append(part)
        if len(numbers) == (6 if command == "C" else 2):
            points = [transform_point(x, y, matrix) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if command == "M":
                start = points[-1]
            else:
                yield [at, *points]
            at = points[-1]
            numbers = []
