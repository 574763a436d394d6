"""Faces as a printer cuts them. In: the faces of a build, a component. Out: Pieces: face, back and copies, with as much
bleed as is asked for; products made of them; pictures and documents of faces.

Invariant: a face that has too little bleed is composed anew with more, so that its art goes on; it is the same within
its trim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.units import MM_PER_INCH
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import MadeFile
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets, paint_sheet_pngs
from pnp.export.services.service import DPI, PrintProduct
from pnp.layout.drawing.frame import Frame, Group, Outline, Sheet
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, part_keys
from pnp.library.card import Component


class Piece(Struct, frozen=True):
    """A face with its back and copies; `card` is a card's id or page-1."""

    component: Component
    card: str
    face: Frame
    back: Frame | None
    copies: int

    @property
    def sides(self) -> tuple[Frame, ...]:
        """Face and back."""
        return (self.face,) if self.back is None else (self.face, self.back)


def pieces_of(
    made: Faces, component: Component, parts: Sequence[ComponentPart], bleed: float = 0.0, backs: str = ""
) -> list[Piece]:
    """The parts as Pieces with at least that much bleed, mm; `backs`: the theme of backs, where it is another."""
    frame = made.portfolio.frame
    pieces = [
        Piece(component, part.card, frame(part.face), frame(part.back) if part.back >= 0 else None, part.copies)
        for part in parts
    ]
    if all(side.bleed >= bleed for piece in pieces for side in piece.sides):
        return pieces
    wider = dict(_composed(made.resources, component, bleed, backs))
    return [replace(piece, face=wider[piece.card][0], back=wider[piece.card][1]) for piece in pieces]


def _composed(
    resources: LayoutResources, component: Component, bleed: float, backs: str
) -> Iterator[tuple[str, tuple[Frame, Frame | None]]]:
    """Faces and backs of all parts, by the parts' names."""
    page = 0
    for keys in part_keys(resources, component, None, backs):
        faces = with_bleed(resources, keys.face, bleed)
        behind: list[Frame | None] = [*with_bleed(resources, keys.back, bleed)] if keys.back is not None else []
        behind += [None] * (len(faces) - len(behind))
        for face, back in zip(faces, behind, strict=False):
            page += 1
            yield keys.label or f"page-{page}", (face, back)


def with_bleed(resources: LayoutResources, key: FaceKey, bleed: float) -> list[Frame]:
    """The faces of a key with so much bleed, if they have not more."""
    themed = resources.in_theme(key.theme) if key.theme else resources
    template = themed.template(key.layout)
    size = key.size or (template.size if template is not None else None)
    if size is not None and size.bleed < bleed:
        key = replace(key, size=replace(size, bleed=bleed))
    return [one.frame for one in compose(resources, key)]


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


class OrderPainter:
    """See the module."""

    def __init__(self, pdf_resources: PdfResources, is_forecast: bool) -> None:
        self._pdf_resources = pdf_resources
        self._is_forecast = is_forecast

    def pictures(self, faces: Sequence[Outline]) -> Iterator[bytes]:
        """A PNG of each face, with its bleed."""
        return self.sheet_pictures(faces, face_sheets(faces))

    def sheet_pictures(self, faces: Sequence[Outline], sheets: Sequence[Sheet]) -> Iterator[bytes]:
        """A PNG of each sheet."""
        if self._is_forecast:
            return repeat(b"", len(sheets))
        return paint_sheet_pngs(self._pdf_resources, faces, sheets, DPI)

    def document(self, faces: Sequence[Outline], sheets: Sequence[Sheet], about: About) -> bytes:
        """A PDF with a page for each sheet."""
        return b"" if self._is_forecast else paint_pdf(self._pdf_resources, faces, sheets, about)
