"""What a printer makes beside decks, as it is delivered. In: pictures and what they are of. Out: Crafted: files with
what the README says of them; Declined: what is not made, and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from pnp.base.units import MM_PER_INCH
from pnp.export.order.manifest import MadeFile
from pnp.export.services.pieces import Piece
from pnp.export.services.service import DPI, PrintProduct
from pnp.layout.drawing.frame import Frame, Group
from pnp.library.card import Component


class Crafted(Struct, frozen=True):
    """A product that is made: its folder (or file), the components it is of, lines about it, and its files."""

    product: PrintProduct
    folder: str
    components: tuple[str, ...]
    lines: tuple[str, ...]
    files: tuple[tuple[MadeFile, bytes], ...]


class Declined(NamedTuple):
    """A component that is not made, why, and what to do about it."""

    component: Component
    why: str
    hint: str = ""


def describe_canvas(product: PrintProduct) -> str:
    """The product with its canvas, and how its size is known."""
    inches = " × ".join(f"{side / MM_PER_INCH:.4g}" for side in product.trim)
    unsure = ", size reported by others" if product.known == "lists" else ""
    return f"{product.name}, {product.width} × {product.height} px at {DPI} dpi ({inches} in{unsure})"


def count_pieces(pieces: Sequence[Piece]) -> str:
    """How many, of what: 60 × tiles."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.component.id] = counts.get(piece.component.id, 0) + piece.copies
    return ", ".join(f"{count} × {name}" for name, count in counts.items())


def centred(face: Frame, product: PrintProduct) -> Frame:
    """A page in the middle of a product's trim, with white around it."""
    width, height = product.trim
    moved = Group(face.items, (1.0, 0.0, 0.0, 1.0, (width - face.width) / 2, (height - face.height) / 2))
    return Frame(face.name, width, height, product.bleed, 0.0, (moved,))
