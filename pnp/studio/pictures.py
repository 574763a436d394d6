"""Pictures of faces. In: a face and how large. Out: WebP, rasterised from the PDF of the face as every picture is.

One thread paints; any may ask for what was painted. Invariant: what is kept has a bound, in memory, and nothing is
written to disk.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import clear_corners, encode, fit_pixels, paint_pictures
from pnp.layout.drawing.frame import Frame, Outline
from pnp.layout.painting.resources import LayoutResources

SIZES = (280, 560, 1120, 2000)  # pixels of the longer side
DENSEST = 600  # dots per inch
QUALITY = 90
KEPT = 64_000_000  # bytes
MOST_PAINTED = 200  # faces whose streams are kept for another size

Wanted = tuple[str, int]  # the digest of a face, and its longer side


class Pictures:
    """The pictures that were painted."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Wanted, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._fonts: dict[str, Font] = {}
        self._pdf: tuple[LayoutResources, PdfResources] | None = None
        self._painted = 0

    def get(self, wanted: Wanted) -> bytes | None:
        """A picture that was painted before."""
        with self._lock:
            found = self._kept.get(wanted)
            if found is not None:
                self._kept.move_to_end(wanted)
            return found

    def paint(self, resources: LayoutResources, frame: Frame, wanted: Wanted) -> bytes:
        """The picture; raises InputError when a font or a picture of the game cannot be used."""
        known = self.get(wanted)
        if known is not None:
            return known
        self._painted += 1
        if self._pdf is None or self._pdf[0] is not resources or self._painted > MOST_PAINTED:
            shown = resources.shelf.shown
            its = PdfResources(resources.font_bytes, resources.image_bytes, self._fonts, shown=shown)
            self._pdf, self._painted = (resources, its), 0
        return self.paint_with(self._pdf[1], frame, wanted)

    def paint_with(self, pdf: PdfResources, face: Outline, wanted: Wanted) -> bytes:
        """The picture of a face that other resources paint."""
        known = self.get(wanted)
        if known is not None:
            return known
        size = fit_pixels(face, wanted[1], DENSEST)
        picture = next(clear_corners(pdf, [face], paint_pictures(pdf, [face], [size])))
        data = encode(picture, "WEBP", quality=QUALITY, method=0)
        with self._lock:
            self._kept[wanted] = data
            self._bytes += len(data)
            while self._bytes > KEPT:
                self._bytes -= len(self._kept.popitem(last=False)[1])
        return data
