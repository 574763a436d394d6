"""What is drawn, without its groups. In: drawing items. Out: DrawnLeafs, in drawing order.

Invariant: a leaf has every transformation, opacity and clip that applies to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.layout.drawing.bounds import Bounds, bounds_of, common
from pnp.layout.drawing.frame import Group, Item, Layer, Matrix
from pnp.layout.drawing.path import IDENTITY, multiply, transform_path

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
