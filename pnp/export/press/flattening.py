"""Flattening: faces without transparency. In: drawing items, and who paints a part of them. Out: items of which none is
translucent, and pictures of what was.

All up to the last translucent thing is painted as usual, without what is translucent; pictures of the whole are laid
on wherever something translucent is; then comes the rest. Letters that nothing later touches are set again on the
pictures, so they stay letters. Invariant: what is seen is the same, at RESOLUTION; letters are seen once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.units import MM_PER_INCH, MM_PER_PT
from pnp.layout.drawing.bounds import (
    Bounds,
    DrawnLeaf,
    around,
    bounds_of,
    common,
    grown,
    has_area,
    holds_box,
    leaves_of,
    path_of,
    touch,
)
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import CUT, Group, Image, Item, Layer, MarkShape, Matrix, Shade, Shape, Text
from pnp.layout.drawing.path import IDENTITY, multiply, rect_path, transform_path

if TYPE_CHECKING:
    from PIL import Image as Pictures


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


RESOLUTION = 400  # dots per inch
_PATCHES = 6  # pictures a face; nearer ones grow together
_PIXEL = MM_PER_INCH / RESOLUTION

# Items, and boxes in mm with their sizes in pixels -> a picture of each box.
Paint = Callable[[Sequence[Item], Sequence[tuple[Bounds, tuple[int, int]]]], "list[Pictures.Image]"]


class Flat(Struct, frozen=True):
    """Items without transparency, and the pictures that they name by digest."""

    items: list[Item]
    pictures: dict[str, Pictures.Image]


class Ways(Struct, frozen=True):
    """What flattening asks of a painter. paint: pictures of boxes · is_clear: whether an image has transparency of its
    own · width: of a text, in mm.
    """

    paint: Paint
    is_clear: Callable[[Image], bool]
    width: Callable[[Text], float]


def flatten(items: Sequence[Item], box: Bounds, ways: Ways, below: Sequence[Item] = ()) -> Flat:
    """Flatten the items that are seen within the box; `below`: what they lie on, which is not given back."""
    is_clear = ways.is_clear
    if any(_is_translucent(item, is_clear) for item in items):
        items = resolve_tints(items, box, ways.width, below)
    before, after = _split(items, is_clear)
    boxes = [
        seen
        for leaf in leaves_of(before)
        if (leaf.opacity < 1 or (isinstance(leaf.item, Image) and is_clear(leaf.item)))
        and (seen := _seen(leaf, box, ways.width))
    ]
    if not boxes:
        return Flat([*_solid(before, is_clear), *after], {})
    patches = [_snapped(one, box) for one in _grown_together(boxes)]
    lifted, left = _lift(before, box, ways)
    painted = ways.paint([*below, *left], patches)
    pictures: dict[str, Pictures.Image] = {}
    laid: list[Item] = []
    for ((x, y, right, low), _), picture in zip(patches, painted, strict=True):
        colours = picture.getcolors(1)
        if colours:  # on a flat ground the picture is a colour
            red, green, blue = colours[0][1]  # type: ignore[misc]
            laid.append(Shape(rect_path(x, y, right - x, low - y), fill=f"#{red:02x}{green:02x}{blue:02x}"))
            continue
        digest = sha256(repr(picture.size).encode() + picture.tobytes()).hexdigest()[:32]
        pictures[digest] = picture
        laid.append(Image(x, y, right - x, low - y, "", digest))
    return Flat([*_solid(left, is_clear), Group(tuple(laid), clip=path_of(box)), *lifted, *after], pictures)


def _is_translucent(item: Item, is_clear: Callable[[Image], bool]) -> bool:
    """True when the item, or something in it, is."""
    if isinstance(item, Group):
        return (item.opacity > 0 and item.is_translucent) or any(_is_translucent(one, is_clear) for one in item.items)
    return isinstance(item, Image) and is_clear(item)


def _split(items: Sequence[Item], is_clear: Callable[[Image], bool]) -> tuple[list[Item], list[Item]]:
    """All up to the last translucent thing, and what is drawn after it; a group around it is cut in two."""
    for at in reversed(range(len(items))):
        item = items[at]
        if not _is_translucent(item, is_clear):
            continue
        if isinstance(item, Group) and not item.is_translucent:
            before, after = _split(item.items, is_clear)
            rest = [replace(item, items=tuple(after))] if after else []
            return [*items[:at], replace(item, items=tuple(before))], [*rest, *items[at + 1 :]]
        return list(items[: at + 1]), list(items[at + 1 :])
    return [], list(items)


def _solid(items: Sequence[Item], is_clear: Callable[[Image], bool]) -> Iterator[Item]:
    """The items without what is translucent."""
    for item in items:
        if not _is_translucent(item, is_clear):
            yield item
        elif isinstance(item, Group) and not item.is_translucent:
            inner = tuple(_solid(item.items, is_clear))
            if inner:
                yield replace(item, items=inner)


def _lift(items: Sequence[Item], box: Bounds, ways: Ways) -> tuple[list[Item], list[Item]]:
    """Letters that nothing later touches, as they are drawn; and the items without them."""
    lifted: list[Item] = []
    kept: set[int] = set()  # letters that stay, wherever else the same ones stand
    found: list[DrawnLeaf] = []
    later: list[Bounds] = []
    for leaf in reversed(list(leaves_of(items))):
        seen = _seen(leaf, box, ways.width)
        if seen is None:
            continue
        if isinstance(leaf.item, Text):
            if leaf.opacity >= 1 and not any(touch(seen, other) for other in later):
                found.append(leaf)
            else:
                kept.add(id(leaf.item))
                later.append(seen)
        else:
            later.append(seen)
    gone = {id(leaf.item) for leaf in found} - kept
    for leaf in reversed(found):
        if id(leaf.item) in gone:
            clip = path_of(leaf.window) if leaf.window else ()
            lifted.append(Group((Group((leaf.item,), leaf.matrix),), clip=clip))
    return lifted, list(_without(items, gone))


def _without(items: Sequence[Item], gone: set[int]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield replace(item, items=tuple(_without(item.items, gone)))
        elif id(item) not in gone:
            yield item


def _seen(leaf: DrawnLeaf, box: Bounds, width: Callable[[Text], float]) -> Bounds | None:
    """The box around what is seen of it: rather too large; None when nothing is."""
    item = leaf.item
    edge = 0.0
    if isinstance(item, Shape):
        path, edge = item.path, item.width if item.stroke else 0.0
    elif isinstance(item, Shade):
        path = item.path
    elif isinstance(item, Image):
        path = rect_path(item.x, item.y, item.width, item.height)
    else:
        assert isinstance(item, Text)
        size = item.size * MM_PER_PT
        path = rect_path(item.x, item.y - 0.8 * size, max(width(item), 0.01), 1.05 * size)
    reach = grown(bounds_of(transform_path(path, leaf.matrix)), edge)
    seen = common(common(reach, box), leaf.window)
    return seen if has_area(seen) else None


def _grown_together(boxes: Sequence[Bounds]) -> list[Bounds]:
    """Few boxes around them all: those that touch become one."""
    if len(boxes) > 200:
        return [around(boxes)]
    apart: list[Bounds] = []
    for box in boxes:
        while touched := [other for other in apart if touch(box, other)]:
            apart = [other for other in apart if other not in touched]
            box = around([box, *touched])
        apart.append(box)
    return apart if len(apart) <= _PATCHES else [around(apart)]


def _snapped(one: Bounds, box: Bounds) -> tuple[Bounds, tuple[int, int]]:
    """The box on whole pixels that are counted from the face's own corner, and how many it has."""
    left, top = floor((one[0] - box[0]) / _PIXEL), floor((one[1] - box[1]) / _PIXEL)
    right, low = ceil((one[2] - box[0]) / _PIXEL), ceil((one[3] - box[1]) / _PIXEL)
    x, y = box[0] + left * _PIXEL, box[1] + top * _PIXEL
    return (x, y, box[0] + right * _PIXEL, box[1] + low * _PIXEL), (right - left, low - top)


def _size(box: Bounds) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]
