"""Two painters of one drawing: ours, through a PDF, and resvg. In: the text of an SVG file. Out: pictures of it, and
how far they differ.

A picture is PIXELS wide or high. What differs is counted where even a pixel beside shows another colour: two painters
soften edges in their own ways.
"""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import rasterise
from pnp.layout.drawing.frame import Frame, Group, Placement, Sheet
from pnp.layout.drawing.path import rect_path
from pnp.layout.drawing.svg.reader import parse_icon
from pnp.layout.drawing.svg.vector import Icon, draw_icon

PIXELS = 240
NOTICED = 40  # of 255, in one of three colours, anywhere near
MOST = 0.005  # of all pixels may be noticed: an edge that one painter sets half a pixel further


def ours(text: str, name: str) -> Image.Image:
    """The drawing as it comes out of a PDF."""
    icon = parse_icon(text, name, name, is_picture=True)
    assert not icon.raster, f"{name} has {icon.raster}"
    return paint(icon)


def paint(icon: Icon) -> Image.Image:
    """A drawing that was read, on white."""
    scale = 60 / max(icon.width, icon.height)
    width, height = icon.width * scale, icon.height * scale
    matrix = (scale, 0.0, 0.0, scale, -icon.x * scale, -icon.y * scale)
    items = draw_icon(icon, "#000000", "#000000", "#ffffff")
    frame = Frame("x", width, height, items=(Group((Group(items, matrix),), clip=rect_path(0, 0, width, height)),))
    sheet = Sheet("x 1", "front", width, height, (Placement(0, 0.0, 0.0),))
    resources = PdfResources(lambda name: DiskShelf().font(name) or b"", lambda name: b"")
    document = pypdfium2.PdfDocument(paint_pdf(resources, [frame], [sheet], About("x")))
    try:
        size = _pixels(icon)
        return Image.frombytes("RGB", size, rasterise(document[0], *size)[0])
    finally:
        document.close()


def theirs(text: str, icon: Icon) -> Image.Image:
    """The same by resvg."""
    width, height = _pixels(icon)
    data = resvg_py.svg_to_bytes(svg_string=text, dpi=96, width=width, height=height)
    picture = Image.open(BytesIO(bytes(data))).convert("RGBA").resize((width, height))
    # On the paper afterwards: what is blended is blended within the drawing alone, as the norm says of pictures.
    return Image.alpha_composite(Image.new("RGBA", picture.size, "#ffffff"), picture).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The part of all pixels where one picture has a colour that the other has nowhere near."""
    noticed = ImageChops.lighter(_beyond(one, other), _beyond(other, one))
    return noticed.histogram()[255] / (one.width * one.height)


def _beyond(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where a colour of one lies outside of what the other has in the nine pixels around."""
    low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    over = ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))
    red, green, blue = over.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda value: 255 if value > NOTICED else 0)


def _pixels(icon: Icon) -> tuple[int, int]:
    scale = PIXELS / max(icon.width, icon.height)
    return max(1, round(icon.width * scale)), max(1, round(icon.height * scale))
