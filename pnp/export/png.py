"""PNG, one a face. In: Frames and Supplies. Out: the bytes of PNG files at an exact number of pixels.

The PDF is rasterised, so there is no second painter to disagree with the first. Invariant: a picture has exactly the
pixels that its millimetres make at the resolution, and says that resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.base.diagnostics import InputError, Span
from pnp.base.units import MM_PER_INCH
from pnp.export.pdf import About, paint_pdf
from pnp.export.supplies import Supplies
from pnp.layout.frame import Frame, Placement, Sheet

DPI = 300
MAX_PIXELS = 200_000_000


def face_sheets(frames: Sequence[Frame], trim: bool = False) -> list[Sheet]:
    """A page for each face: with its bleed, or cut to its trim."""
    sheets = []
    for number, frame in enumerate(frames):
        bleed = 0.0 if trim else frame.bleed
        placement = Placement(number, bleed, bleed, 0, (bleed, bleed, bleed, bleed))
        sheets.append(Sheet(frame.name, "front", frame.width + 2 * bleed, frame.height + 2 * bleed, (placement,)))
    return sheets


def paint_pngs(supplies: Supplies, frames: Sequence[Frame], dpi: int = DPI, trim: bool = False) -> Iterator[bytes]:
    """The faces as PNGs, in order."""
    import pypdfium2

    sheets = face_sheets(frames, trim)
    for sheet in sheets:
        width, height = pixels(sheet.width, dpi), pixels(sheet.height, dpi)
        if width * height > MAX_PIXELS:
            message = f"{width} × {height} pixels are too many for one picture"
            raise InputError.single(Span(sheet.name), message, "ask for a lower --dpi", "too-large")
    document = pypdfium2.PdfDocument(paint_pdf(supplies, frames, sheets, About("")))
    try:
        for sheet, page in zip(sheets, document, strict=True):
            yield encode_png(*rasterise(page, pixels(sheet.width, dpi), pixels(sheet.height, dpi)), dpi)
            page.close()
    finally:
        document.close()


def pixels(length: float, dpi: int) -> int:
    """How many pixels a length takes."""
    return max(1, round(length / MM_PER_INCH * dpi))


def rasterise(page: Any, width: int, height: int) -> tuple[bytes, int, int]:
    """A page as rows of RGB, on white."""
    from pypdfium2 import PdfBitmap, raw

    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
    rows = bytes(bitmap.buffer)
    if bitmap.stride != 3 * width:
        rows = b"".join(rows[at : at + 3 * width] for at in range(0, bitmap.stride * height, bitmap.stride))
    bitmap.close()
    return rows, width, height


def encode_png(rows: bytes, width: int, height: int, dpi: int) -> bytes:
    """Rows of RGB as a PNG; the one place that knows an encoder."""
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    Image.frombuffer("RGB", (width, height), rows, "raw", "RGB", 0, 1).save(
        out, "PNG", dpi=(dpi, dpi), compress_level=6
    )
    return out.getvalue()
