"""How far drawn things reach. In: items, and the clips around them. Out: boxes.

A part that is painted by itself is cut to a box, which must not take anything of it that is seen. Invariant: a box
holds the paths of all that is drawn; strokes and letters may reach a little further.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.frame import Group, Image, Item, Shade, Shape, Text
from pnp.layout.drawing.path import Bounds, bounds_of, inverse, rect_path, transform_path


def reach_of(items: Iterable[Item]) -> Bounds:
    """A box round the paths of all that is drawn."""
    boxes = [_reach(item) for item in items]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def _seen(group: Group) -> Bounds:
    """A box round what a clip leaves of a group, in its own coordinates."""
    return within(reach_of(group.items), bounds_of(group.clip) if group.clip else None)


def window_of(outer: Bounds | None, group: Group) -> Bounds | None:
    """What clips leave of a group, in its own coordinates."""
    back = inverse(group.matrix)
    if outer is not None and back is not None:
        left, top, right, low = outer
        outer = bounds_of(transform_path(rect_path(left, top, right - left, low - top), back))
    return within(bounds_of(group.clip), outer) if group.clip else outer


def within(box: Bounds, window: Bounds | None) -> Bounds:
    """What a window leaves of a box."""
    if window is None:
        return box
    return max(box[0], window[0]), max(box[1], window[1]), min(box[2], window[2]), min(box[3], window[3])


def _reach(item: Item) -> Bounds:
    if isinstance(item, Group):
        left, top, right, low = _seen(item)
        return bounds_of(transform_path(rect_path(left, top, right - left, low - top), item.matrix))
    if isinstance(item, Shape | Shade):
        return bounds_of(item.path)
    if isinstance(item, Image):
        return item.x, item.y, item.x + item.width, item.y + item.height
    assert isinstance(item, Text)
    size = item.size * MM_PER_PT
    return item.x, item.y - 1.5 * size, item.x + 2 * size * len(item.text), item.y + size
