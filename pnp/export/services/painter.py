"""What paints the files of an order. In: faces, the sheets they lie on. Out: the bytes of pictures and documents.

Invariant: of a forecast, whose files nobody gets, nothing is painted, and all are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets, paint_sheet_pngs
from pnp.export.services.service import DPI
from pnp.layout.drawing.frame import Outline, Sheet


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
