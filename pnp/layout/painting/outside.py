"""Elements outside the card. In: what an element drew, and the size of the face. Out: a fault where it would be lost.

Invariant: an element of which nothing is left on the cut card is an error, and so are words that the cut goes through,
unless the layout says “safe: false”. Pictures and shapes may run off the face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.bounds import Bounds, DrawnLeaf, around, common, grown, leaves_of, moved, tight_bounds, touch
from pnp.layout.drawing.frame import Image, Item, Matrix, Shade, Shape, ShapedText, Text
from pnp.layout.drawing.path import multiply
from pnp.layout.template.template import Size
from pnp.layout.text.measure import Metrics

WORDS = ("text", "rules", "howto", "code")  # kinds that mean nothing when a part is cut off
_SLACK = 0.06  # mm
_SIDES = ("left", "upper", "right", "lower")


def outside_of(size: Size, kind: str, items: Sequence[Item], matrix: Matrix, metrics: Callable[[str], Metrics]) -> str:
    """What is wrong with where an element was drawn, as a sentence; "" when it is right. `matrix` moves the items."""
    found = list(_bounds(items, matrix, metrics))
    if not found:
        return ""
    bounds, trim = around(found), (0.0, 0.0, size.width, size.height)
    if not touch(bounds, trim, _SLACK):
        return f"is drawn outside the card of {size.width:g} × {size.height:g} mm"
    over = (-bounds[0], -bounds[1], bounds[2] - size.width, bounds[3] - size.height)
    sides = [side for side, distance in zip(_SIDES, over, strict=True) if distance > _SLACK]
    if sides and kind in WORDS:
        return f"crosses the {' and '.join(sides)} edge of the card and is cut off"
    return ""


def text_bounds(item: Text, matrix: Matrix, metrics: Callable[[str], Metrics]) -> Bounds:
    """The box round the ink of a text."""
    font = metrics(item.font)
    unit = item.size * MM_PER_PT
    if isinstance(item, ShapedText):
        own, count = sum(glyph.advance for glyph in item.glyphs), len(item.glyphs)
        top, bottom = font.reach(item.glyphs)
    else:
        own, count = font.width(item.text), len(item.text)
        top, bottom = font.extent(item.text)
    width = own * unit + item.spacing * MM_PER_PT * (count - 1)
    return moved((item.x, item.y - top * unit, item.x + width, item.y + bottom * unit), matrix)


def _bounds(items: Sequence[Item], matrix: Matrix, metrics: Callable[[str], Metrics]) -> Iterator[Bounds]:
    for leaf in leaves_of(items):
        own = _own_bounds(leaf, multiply(matrix, leaf.matrix), metrics)
        if own is not None:
            yield common(own, moved(leaf.window, matrix) if leaf.window is not None else None)


def _own_bounds(leaf: DrawnLeaf, matrix: Matrix, metrics: Callable[[str], Metrics]) -> Bounds | None:
    item = leaf.item
    if isinstance(item, Text):
        return text_bounds(item, matrix, metrics) if item.text.strip() else None
    if isinstance(item, Image):
        return moved((item.x, item.y, item.x + item.width, item.y + item.height), matrix)
    if isinstance(item, Shape):
        return moved(grown(tight_bounds(item.path), item.width / 2 if item.stroke else 0.0), matrix)
    return moved(tight_bounds(item.path), matrix) if isinstance(item, Shade) else None
