"""Pictures of faces. In: Frames, PdfResources, and how large each is to be. Out: Pillow images, one a face.

Every face goes through the PDF, so there is no second painter. Invariant: a picture has exactly the pixels asked for,
shows the trim without bleed, and is RGB; or RGBA when the corners outside a shape that is cut out are wanted clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets, rasterise
from pnp.layout.drawing.frame import Frame, Outline, PathData, Shape

Pixels = tuple[int, int]


def paint_pictures(
    pdf_resources: PdfResources, faces: Sequence[Outline], sizes: Sequence[Pixels]
) -> Iterator[Image.Image]:
    """The faces as RGB pictures of these sizes."""
    import pypdfium2

    if not faces:  # a document without pages is none
        return
    document = pypdfium2.PdfDocument(paint_pdf(pdf_resources, faces, face_sheets(faces, trim=True), About("")))
    try:
        for done, (page, (width, height)) in enumerate(zip(document, sizes, strict=True), 1):
            pdf_resources.on_progress("pictures", done, len(sizes))
            yield Image.frombuffer("RGB", (width, height), rasterise(page, width, height)[0], "raw", "RGB", 0, 1)
            page.close()
    finally:
        document.close()


def clear_corners(
    pdf_resources: PdfResources, faces: Sequence[Outline], pictures: Iterable[Image.Image]
) -> Iterator[Image.Image]:
    """The same pictures one after another; those of a shape that is no rectangle are clear outside it."""
    masks: dict[tuple[PathData, Pixels], Image.Image] = {}
    for frame, picture in zip(faces, pictures, strict=True):
        if frame.cut:
            key = (frame.cut, picture.size)
            if key not in masks:
                masks[key] = _mask(pdf_resources, frame, picture.size)
            picture.putalpha(masks[key])
        yield picture


def _mask(pdf_resources: PdfResources, frame: Outline, size: Pixels) -> Image.Image:
    """White inside the shape that is cut out, black outside; painted as every face is."""
    shape = Frame(frame.name, frame.width, frame.height, items=(Shape(frame.cut, fill="#000000"),))
    return next(paint_pictures(pdf_resources, [shape], [size])).convert("L").point(lambda value: 255 - value)


def fit_pixels(frame: Outline, longest: int, dpi: int) -> Pixels:
    """The pixels of a face at a resolution, fewer when its long side would have more than `longest`."""
    scale = min(dpi / 25.4, longest / max(frame.width, frame.height))
    return max(1, round(frame.width * scale)), max(1, round(frame.height * scale))


def encode(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    """The file of a picture."""
    from io import BytesIO

    out = BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()
