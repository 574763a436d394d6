"""Tints: translucent things as opaque ones. In: drawing items, and what they lie on. Out: the same, with fewer that are
translucent.

A tint on one colour is another colour. Invariant: what is seen is the same; where it is not certain that a tint lies on
one colour alone (letters, images, gradients, edges of other things), it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.bounds import Bounds, bounds_of, common, grown, has_area, touch
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import CUT, Group, Image, Item, Layer, MarkShape, Matrix, Shade, Shape, Text
from pnp.layout.drawing.inside import holds_box
from pnp.layout.drawing.path import IDENTITY, multiply, rect_path, transform_path

_MITRE = 5.0  # how far a pointed corner may reach, in widths of its line
_NEAR = 0.1  # mm: what is nearer may share a pixel of a screen


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
            if group.clip and not holds_box(transform_path(group.clip, matrix), is_even_odd, box):
                return False
        path = transform_path(self.item.path, matrix)
        return holds_box(path, self.item.even_odd, grown(box, _line(self.item, matrix)))


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
                if has_area(seen) and item.items and item.opacity > 0:
                    yield self._group(item, around, inner, seen)
                continue
            if has_area(seen := common(self._reach(item, matrix), window)):
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
                if not has_area(seen) or item.opacity <= 0:
                    continue
                within = self._mixed(item.items, opacity, inner, seen) if not _is_other(item) else None
                if within is None:
                    return None
                made.append(replace(item, items=tuple(within)))
            elif has_area(box := common(self._reach(item, matrix), window)):
                near = grown(box, _NEAR)
                ground = next(drawn for drawn in reversed(self._drawn) if touch(drawn.box, near))
                if not (_is_flat(item) or isinstance(item, Shade)) or ground.item is None or not ground.covers(box):
                    return None
                made.append(_laid(item, ground.item.fill, opacity))
        return made

    def _boxes(self, items: Sequence[Item], matrix: Matrix, window: Bounds) -> Iterator[Bounds]:
        """A box for each thing that is seen in the window."""
        for item in items:
            if isinstance(item, Group):
                inner, seen = _inside(item, matrix, window)
                if has_area(seen):
                    yield from self._boxes(item.items, inner, seen)
            elif has_area(box := common(self._reach(item, matrix), window)):
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
        return grown(bounds_of(transform_path(path, matrix)), edge)


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


def _inside(group: Group, matrix: Matrix, window: Bounds) -> tuple[Matrix, Bounds]:
    """How things in the group lie, and what is seen of them at most."""
    inner = multiply(matrix, group.matrix)
    return inner, common(bounds_of(transform_path(group.clip, inner)), window) if group.clip else window


def _line(item: Shape, matrix: Matrix) -> float:
    """How far the line round a shape reaches at most."""
    if not item.stroke:
        return 0.0
    return item.width * max(hypot(*matrix[:2]), hypot(*matrix[2:4])) * (_MITRE if item.join == "miter" else 1.0)
