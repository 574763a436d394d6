"""Shadows. In: drawn items, and how the light falls. Out: a Group that lies below them.

A PDF knows no blur: a soft edge is several silhouettes, each a little wider and thin as a veil, that add up to the
shadow's depth. Invariant: the shadow has the outline of what casts it, however that is turned, cut or masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from msgspec.structs import replace

from pnp.layout.drawing.frame import Group, Image, Item, Layer, PathData, Shade, Shape, Text
from pnp.layout.drawing.path import rect_path

ART = "art:"  # begins the name of a group that is a drawing, cut to its page
_VEILS = 8


def cast_shadow(
    items: Iterable[Item], colour: str, opacity: float, move: tuple[float, float], blur: float
) -> Group | None:
    """The shadow of items, moved by so many mm, its edge so many mm soft; None when nothing casts one."""
    drawn = tuple(items)
    widths = [blur * number / _VEILS for number in range(_VEILS, -1, -1)] if blur > 0 else [0.0]
    each = 1 - (1 - opacity) ** (1 / len(widths)) if opacity < 1 else 1.0
    veils = []
    for width in widths:
        silhouette = tuple(_silhouette(drawn, colour, width))
        if silhouette:
            veils.append(Group(silhouette, opacity=each))
    if not veils:
        return None
    return Group(tuple(veils), (1.0, 0.0, 0.0, 1.0, round(move[0], 3), round(move[1], 3)), name="shadow")


def _silhouette(items: Iterable[Item], colour: str, width: float) -> Iterator[Item]:
    """What is drawn, in one colour, and wider by so many mm on every side."""
    for item in items:
        if isinstance(item, Group):
            yield from _of_group(item, colour, width)
        elif isinstance(item, Shape):
            is_lined = bool(item.stroke)
            edge = (item.width if is_lined else 0.0) + 2 * width
            yield _outline(item.path, colour, edge, bool(item.fill), item.even_odd)
        elif isinstance(item, Shade):
            yield _outline(item.path, colour, 2 * width, True, item.even_odd)
        elif isinstance(item, Image):
            yield _outline(rect_path(item.x, item.y, item.width, item.height), colour, 2 * width, True, False)
        elif isinstance(item, Text):
            yield replace(item, fill=colour)


def _of_group(group: Group, colour: str, width: float) -> Iterator[Item]:
    if group.opacity <= 0:
        return
    scale = hypot(*group.matrix[:2]) or 1.0
    if isinstance(group, Layer) and group.mask and group.is_alpha:
        inner = tuple(_silhouette(group.mask, colour, width / scale))
    elif group.clip and not group.name.startswith(ART):
        even_odd = isinstance(group, Layer) and group.even_odd
        inner = (_outline(group.clip, colour, 2 * width / scale, True, even_odd),)
    else:
        inner = tuple(_silhouette(group.items, colour, width / scale))
    if inner:
        yield Group(inner, group.matrix)


def _outline(path: PathData, colour: str, edge: float, is_filled: bool, even_odd: bool) -> Shape:
    stroke = colour if edge > 0 else ""
    return Shape(path, colour if is_filled else "", stroke, round(edge, 3), even_odd, "round", "round")
