"""PNG, one a face. In: Frames and PdfResources. Out: the bytes of PNG files at an exact number of pixels.

The PDF is rasterised, so there is no second painter to disagree with the first. Invariant: a picture has exactly the
pixels that its millimetres make at the resolution, and states that resolution.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from struct import pack
from typing import TYPE_CHECKING, Any

from pnp.base.diagnostics import InputError, Span
from pnp.base.system import processors
from pnp.base.units import MM_PER_INCH
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Outline, Placement, Sheet

if TYPE_CHECKING:
    from concurrent.futures import Future


DPI = 300
MAX_PIXELS = 200_000_000
_BEHIND = 2  # pictures that are compressed or wait for it
_ALONE = 200_000_000  # pixels that one process paints sooner than it can start a worker


def face_sheets(faces: Sequence[Outline], trim: bool = False) -> list[Sheet]:
    """A page for each face: with its bleed, or cut to its trim."""
    sheets = []
    for number, frame in enumerate(faces):
        bleed = 0.0 if trim else frame.bleed
        placement = Placement(number, bleed, bleed, 0, (bleed, bleed, bleed, bleed))
        sheets.append(Sheet(frame.name, "front", frame.width + 2 * bleed, frame.height + 2 * bleed, (placement,)))
    return sheets


def paint_pngs(
    pdf_resources: PdfResources, faces: Sequence[Outline], dpi: int = DPI, trim: bool = False
) -> Iterator[bytes]:
    """The faces as PNGs, in order; much work is shared with worker processes."""
    return paint_sheet_pngs(pdf_resources, faces, face_sheets(faces, trim), dpi)


def paint_sheet_pngs(
    pdf_resources: PdfResources, faces: Sequence[Outline], sheets: Sequence[Sheet], dpi: int = DPI
) -> Iterator[bytes]:
    """The same of sheets, on which faces lie."""
    for sheet in sheets:
        width, height = pixels(sheet.width, dpi), pixels(sheet.height, dpi)
        if width * height > MAX_PIXELS:
            message = f"{width} × {height} pixels are too many for one picture"
            raise InputError.single(Span(sheet.name), message, "use a lower --dpi", "too-large")
    data = paint_pdf(pdf_resources, faces, sheets, About(""))
    sizes = [(pixels(sheet.width, dpi), pixels(sheet.height, dpi)) for sheet in sheets]
    work = sum(width * height for width, height in sizes)
    workers = min(processors() - 1, 3) if len(sheets) > 1 and work > _ALONE else 0
    if not workers:
        for done, picture in enumerate(_paint_share(data, sizes, dpi, 0, 1), 1):
            pdf_resources.on_progress("pictures", done, len(sizes))
            yield picture
        return
    from pnp.base.workers import Pool

    shares = workers + 1
    with Pool(workers) as pool:
        others = [pool.submit(_painted_share, data, sizes, dpi, share, shares) for share in range(1, shares)]
        made: list[list[bytes]] = [[]]
        for picture in _paint_share(data, sizes, dpi, 0, shares):
            made[0].append(picture)
            pdf_resources.on_progress("pictures", len(made[0]) * shares, len(sizes))
        made += [other.result() for other in others]
    for number in range(len(sheets)):
        yield made[number % shares][number // shares]


def _painted_share(data: bytes, sizes: Sequence[tuple[int, int]], dpi: int, share: int, shares: int) -> list[bytes]:
    return list(_paint_share(data, sizes, dpi, share, shares))


def _paint_share(data: bytes, sizes: Sequence[tuple[int, int]], dpi: int, share: int, shares: int) -> Iterator[bytes]:
    """Every so many-th page of a document as a PNG. While one is rendered, the one before is compressed."""
    from concurrent.futures import ThreadPoolExecutor

    import pypdfium2

    idle: dict[tuple[int, int], list[PixelCanvas]] = {}  # fresh memory costs a fifth of a picture's time
    coming: deque[tuple[PixelCanvas, Future[bytes]]] = deque()
    document = pypdfium2.PdfDocument(data)
    try:
        with ThreadPoolExecutor(1) as encoder:
            for number in range(share, len(sizes), shares):
                size = sizes[number]
                canvas = idle[size].pop() if idle.get(size) else PixelCanvas(*size)
                page = document[number]
                _render(page, canvas)
                page.close()
                coming.append((canvas, encoder.submit(canvas.png, dpi)))
                if len(coming) > _BEHIND:
                    yield _take(coming, idle)
            while coming:
                yield _take(coming, idle)
    finally:
        document.close()


def _take(coming: deque[tuple[PixelCanvas, Future[bytes]]], idle: dict[tuple[int, int], list[PixelCanvas]]) -> bytes:
    canvas, picture = coming.popleft()
    data = picture.result()
    idle.setdefault((canvas.width, canvas.height), []).append(canvas)
    return data


def _render(page: Any, canvas: PixelCanvas) -> None:
    """Paint a page, on white, straight into the rows that will be compressed."""
    from ctypes import byref, c_uint8, c_void_p, cast

    from pypdfium2 import raw

    buffer = (c_uint8 * len(canvas.data)).from_buffer(canvas.data)
    first = cast(byref(buffer, 1), c_void_p)
    bitmap = raw.FPDFBitmap_CreateEx(canvas.width, canvas.height, raw.FPDFBitmap_BGR, first, canvas.stride)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, canvas.width, canvas.height, 0xFFFFFFFF)
    flags = raw.FPDF_REVERSE_BYTE_ORDER
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, canvas.width, canvas.height, 0, flags)
    raw.FPDFBitmap_Destroy(bitmap)


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


_LEVEL = 4  # zlib's, where isal is not installed


class PixelCanvas:
    """The memory of a picture: `data` holds rows of a filter byte (0: none) and RGB; a painter begins at byte 1."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = 3 * width + 1
        self.data = bytearray(self.stride * height + 1)

    def png(self, dpi: int) -> bytes:
        """The picture as a file."""
        per_metre = round(dpi / MM_PER_INCH * 1000)
        rows = memoryview(self.data)[: self.stride * self.height]
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)),
                _chunk(b"pHYs", pack(">IIB", per_metre, per_metre, 1)),
                _chunk(b"IDAT", _deflate(rows)),
                _chunk(b"IEND", b""),
            )
        )


def _deflate(rows: memoryview) -> bytes:
    try:
        from isal import isal_zlib
    except ImportError:
        return zlib.compress(rows, _LEVEL)
    data: bytes = isal_zlib.compress(rows, 2)
    return data


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(data, zlib.crc32(kind)))
