"""Painted faces: composed and painted once, and used again as long as nothing they are made of has changed. In: cards
and layouts. Out: PaintedFaces.

Invariant: a face made again would be byte for byte the same (see `face_records.py`). Faces with faults are never kept.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import DecodeError, msgpack

from pnp.export.cache.compose_pool import FaceMaker
from pnp.export.cache.face_records import FaceRecords
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import digest_frame
from pnp.library.card import Card


class FacePainter(FaceMaker):
    """Composes and paints faces."""

    def __init__(self, resources: LayoutResources, fonts: dict[str, Font] | None = None) -> None:
        """`fonts`: those in use elsewhere, which need not be read again."""
        super().__init__(resources)
        self._pdf = PdfResources(resources.font_bytes, resources.image_bytes, fonts, shown=resources.shelf.shown)

    def make(self, layout: str, card: Card) -> tuple[ComposedFace, object] | None:
        """The face, and the same painted."""
        face = compose_card(self.resources, layout, card)
        if face.report.items or self.resources.report.items:
            return None
        frame = face.frame
        form = self._pdf.paint(frame)
        if self._pdf.lacking(form):
            return None
        outline = (frame.name, frame.width, frame.height, frame.bleed, frame.corner, frame.cut)
        return face, PaintedFace(digest_frame(frame), *outline, form.packed())


_FACE = msgpack.Decoder(PaintedFace)


class FaceCache(FaceRecords):
    """The painted faces of one game, theme and language."""

    def __init__(self, slug: str, surroundings: str) -> None:
        super().__init__("faces", slug, surroundings)

    def face(self, layout: str, card: Card) -> PaintedFace | None:
        """The painted face, if it is known."""
        noted = self.get((layout, card))
        with suppress(DecodeError, ValueError):
            return _FACE.decode(noted) if noted is not None else None
        return None
