"""Faces that are composed once, and used again as long as nothing they are made of has changed. In: keys of faces. Out:
PaintedFaces, which go on sheets as they are; Frames, where something is built of them.

Invariant: a face made again would be byte for byte the same (see `face_records.py`). Faces with faults are never kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import DecodeError, Struct, msgpack

from pnp.export.cache.compose_pool import FaceMaker
from pnp.export.cache.face_records import FaceRecords
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import Finished, digest_frame


class FacePainter(FaceMaker):
    """Composes and paints faces."""

    def __init__(self, resources: LayoutResources, fonts: dict[str, Font] | None = None) -> None:
        """`fonts`: those in use elsewhere, which need not be read again."""
        super().__init__(resources)
        self._pdf = PdfResources(resources.font_bytes, resources.image_bytes, fonts, shown=resources.shelf.shown)

    def make(self, key: FaceKey) -> tuple[Sequence[ComposedFace], object] | None:
        """The faces, and the same painted."""
        faces = compose(self.resources, key)
        if self.resources.report.items or any(face.report.items for face in faces):
            return None
        made = [self._noted(face) for face in faces]
        if None in made:
            return None
        return faces, made

    def _noted(self, face: ComposedFace) -> object:
        """The face, painted; None when a font lacks one of its characters."""
        frame = face.frame
        form = self._pdf.paint(frame)
        if self._pdf.lacking(form):
            return None
        outline = (frame.name, frame.width, frame.height, frame.bleed, frame.corner, frame.cut)
        return PaintedFace(digest_frame(frame), *outline, form.packed())


class KeptFrame(Struct, frozen=True, array_like=True):
    """A Frame with its digest: read again, whole numbers are floats, and it would be digested to another."""

    digest: str
    frame: Frame


class FrameKeeper(FacePainter):
    """Composes faces and paints them to see that fonts have all characters; the Frames are kept."""

    def _noted(self, face: ComposedFace) -> object:
        """The Frame."""
        return KeptFrame(digest_frame(face.frame), face.frame) if super()._noted(face) is not None else None


_PAINTED = msgpack.Decoder(list[PaintedFace])
_FRAMES = msgpack.Decoder(list[KeptFrame])


class FaceCache(FaceRecords):
    """The painted faces of one game, theme and language."""

    def __init__(self, slug: str, surroundings: str) -> None:
        super().__init__("faces", slug, surroundings)

    def faces(self, key: FaceKey) -> Finished | None:
        """The painted faces, if they are known."""
        noted = self.get(key)
        with suppress(DecodeError, ValueError):
            return [(face.digest, face) for face in _PAINTED.decode(noted)] if noted is not None else None
        return None


class FrameCache(FaceRecords):
    """The Frames of one game, theme and language."""

    def __init__(self, slug: str, surroundings: str) -> None:
        super().__init__("frames", slug, surroundings)

    def faces(self, key: FaceKey) -> Finished | None:
        """The Frames, if they are known."""
        noted = self.get(key)
        with suppress(DecodeError, ValueError):
            return [(kept.digest, kept.frame) for kept in _FRAMES.decode(noted)] if noted is not None else None
        return None
