"""How far drawn things reach. In: items, and the clips around them. Out: boxes.

A part that is painted by itself is cut to a box, which must not take anything of it that is seen. Invariant: a box
holds the paths of all that is drawn; strokes and letters may reach a little further.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.bounds import Bounds, around, bounds_of, common, moved
from pnp.layout.drawing.frame import Group, Image, Item, Shade, Shape, Text
from pnp.layout.drawing.path import inverse


def reach_of(items: Iterable[Item]) -> Bounds:
    """A box round the paths of all that is drawn."""
    return around(_reach(item) for item in items)


def _seen(group: Group) -> Bounds:
    """A box round what a clip leaves of a group, in its own coordinates."""
    return common(reach_of(group.items), bounds_of(group.clip) if group.clip else None)


def window_of(outer: Bounds | None, group: Group) -> Bounds | None:
    """What clips leave of a group, in its own coordinates."""
    back = inverse(group.matrix)
    if outer is not None and back is not None:
        outer = moved(outer, back)
    return common(bounds_of(group.clip), outer) if group.clip else outer


def _reach(item: Item) -> Bounds:
    if isinstance(item, Group):
        return moved(_seen(item), item.matrix)
    if isinstance(item, Shape | Shade):
        return bounds_of(item.path)
    if isinstance(item, Image):
        return item.x, item.y, item.x + item.width, item.y + item.height
    assert isinstance(item, Text)
    size = item.size * MM_PER_PT
    return item.x, item.y - 1.5 * size, item.x + 2 * size * len(item.text), item.y + size
