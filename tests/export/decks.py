"""Hand-made faces for the exporters' tests: text with ä and ö, curves, clips, opacity, dashes, even-odd, an image."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Frame, Group, Image, Shape, Sheet, Text
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import SheetPiece, impose
from pnp.layout.sheets.marks import Foot

A4 = Paper("a4", 210, 297, "A4")
BODY, BOLD = "fira-sans-condensed/Regular", "fira-sans-condensed/Bold"
ABOUT = About("Tähti", "the authors", "a game", "print-and-play", "fi", "pnp test", "long")
FOOT = Foot("Tähti", "Cards", "A4", "fi")
COLOURS = ("#aa3333", "#33aa33", "#3333aa", "#999900")


def box(x: float, y: float, width: float, height: float) -> tuple[str | float, ...]:
    """A rectangle as a path."""
    return ("M", x, y, "L", x + width, y, "L", x + width, y + height, "L", x, y + height, "Z")


def card(number: int, width: float = 63, height: float = 88, bleed: float = 3) -> Frame:
    """A face that uses a bit of everything but images."""
    ground = box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    items = (
        Shape(ground, fill=COLOURS[number % 4]),
        Shape(box(4, 4, width - 8, height - 8), fill="#ffffff", stroke="#000000", width=0.3, dash=(2, 1), cap="round"),
        Shape((*box(8, 20, 20, 20), *box(12, 24, 12, 12)), fill="#222222", even_odd=True, join="bevel"),
        Text(6, 12, f"Väinö Öhman {number}", BOLD, 10),
        Group((Shape(box(10, 50, 10, 10), fill="#ff0000"), Shape(box(15, 55, 10, 10), fill="#00ff00")), opacity=0.5),
        Group(
            (Text(0, 0, "turned", BODY, 8, spacing=0.5),), matrix=(0, 1, -1, 0, width - 8, 15), clip=box(-5, -5, 40, 9)
        ),
    )
    return Frame(f"card {number}", width, height, bleed, 3, items)


def back(width: float = 63, height: float = 88, bleed: float = 3) -> Frame:
    """A back with a mark in its top left corner."""
    ground = box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    return Frame(
        "back", width, height, bleed, 3, (Shape(ground, fill="#222255"), Text(6, 12, "BACK", BOLD, 14, "#ffffff"))
    )


def deck(faces: int = 4, copies: int = 5, **style: object) -> tuple[list[Frame], list[Sheet]]:
    """Faces with one back on sheets."""
    frames = [*(card(number) for number in range(faces)), back()]
    pieces = [SheetPiece(number, faces, copies) for number in range(faces)]
    how = SheetStyle(**{"paper": A4, **style})  # type: ignore[arg-type]
    return frames, impose(frames, pieces, how, FOOT, ("etupuoli", "takapuoli", "taitto"))


@cache
def shelf() -> DiskShelf:
    """The installed fonts."""
    return DiskShelf()


def font_bytes(name: str) -> bytes:
    """A font that is installed."""
    data = shelf().font(name)
    assert data is not None
    return data


def pdf_resources(images: dict[str, bytes] | None = None) -> PdfResources:
    """The installed fonts and these images."""
    return PdfResources(font_bytes, lambda source: (images or {})[source])


def paint(frames: Sequence[Frame], sheets: Sequence[Sheet], images: dict[str, bytes] | None = None) -> bytes:
    """One document."""
    return paint_pdf(pdf_resources(images), frames, sheets, ABOUT)


def picture(mode: str, kind: str, size: tuple[int, int] = (12, 8)) -> bytes:
    """A small image file."""
    from PIL import Image as Pictures

    colour: object = {"L": 90, "1": 1, "P": 3, "RGB": (200, 10, 10), "RGBA": (200, 10, 10, 128), "LA": (90, 0)}.get(
        mode
    )
    if mode in ("CMYK", "I;16"):
        colour = (0, 200, 200, 0) if mode == "CMYK" else 40000
    out = BytesIO()
    Pictures.new(mode, size, colour).save(out, kind)  # type: ignore[arg-type]
    return out.getvalue()


def with_image(digest: str = "ab" * 16, source: str = "art/one.png") -> Frame:
    """A face with an image in a box of 20 × 10 mm at (5, 30)."""
    return Frame("pictured", 63, 88, 3, 3, (Image(5, 30, 20, 10, source, digest),))
