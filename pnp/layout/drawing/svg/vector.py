"""A drawing that was read. In: its items. Out: the items in the colours of an element, and what could not be lines.

Invariant: the items of an Icon are in its own units, y down; colours that an element gives stand in it by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Gradient, Group, Item, Shade, Shape
from pnp.layout.drawing.svg.look import ACCENT, CURRENT, GROUND

Recolour = Callable[[str], str]


class Icon(Struct, frozen=True):
    """A drawing in the box `x y width height` of its own units. raster: why it must be drawn as a picture of pixels, ""
    when its items are all there is to see.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    items: tuple[Item, ...]
    raster: str = ""


def draw_icon(icon: Icon, colour: str, accent: str, ground: str) -> tuple[Item, ...]:
    """The icon's items in its own units, with the colours of the element; "" leaves a part out."""
    colours = {CURRENT: colour, ACCENT: accent, GROUND: ground}
    return tuple(recolour(icon.items, lambda one: colours.get(one, one)))


def count_leaves(items: Iterable[Item]) -> int:
    """How many drawn things there are, without groups."""
    count = 0
    for item in items:
        count += count_leaves(item.items) if isinstance(item, Group) else 1
    return count


def recolour(items: Iterable[Item], change: Recolour) -> Iterable[Item]:
    """The items with each colour changed; "" leaves a part out."""
    for item in items:
        if isinstance(item, Group):
            inner = tuple(recolour(item.items, change))
            if inner:
                yield replace(item, items=inner)
        elif isinstance(item, Shape):
            fill, stroke = change(item.fill), change(item.stroke)
            if fill or stroke:
                is_lined = bool(stroke)
                width, dash = (item.width, item.dash) if is_lined else (0.0, ())
                yield replace(item, fill=fill, stroke=stroke, width=width, dash=dash)
        elif isinstance(item, Shade):
            stops = [(at, change(colour)) for at, colour in item.gradient.stops]
            if all(colour for _, colour in stops):
                gradient = Gradient(item.gradient.line, tuple(stops), item.gradient.matrix)
                yield replace(item, gradient=gradient)
        else:
            yield item
