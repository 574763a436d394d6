"""The calibration sheet. In: a paper. Out: a PDF of two pages, to be printed on both sides of one sheet at 100 %.

The front has crosses, the back the same crosses with scales: held against the light, the front's lines show on the
back's scales. Invariant: front and back coincide exactly on a perfect printer, and the two bars measure 100 mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.base.diagnostics import InputError, Span
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Group, Item, Shape, Sheet, Text
from pnp.layout.painting.resources import FALLBACK_FONT
from pnp.layout.sheets.grid import Paper
from pnp.layout.sheets.marks import FONT

BAR = 100.0
REACH = 25  # mm, what the scales show each way where the paper is wide enough
_INK = "#000000"
_FRONT = "FRONT · print both pages on one sheet, at 100 %, flipped on the long edge"
_HELP = (
    "BACK · hold the sheet up to the light, with this side towards you",
    "1. Read on the scales where the lines of the front's middle cross are; right and down are positive.  --offset X,Y",
    "2. Read how many mm lower the front's line is at the right cross than at the left cross.",
    "    That number × {factor:.2f} is the angle in degrees (negative if the line is higher).  --angle A",
    "3. Measure both 100 mm bars on the front, the horizontal and the vertical one.  --scale HORIZONTAL,VERTICAL",
)


def calibration_pdf(paper: Paper, wide: bool = False) -> bytes:
    """The sheet, upright or lying wide."""
    width, height = (paper.height, paper.width) if wide else (paper.width, paper.height)
    pages = [
        Sheet("Calibration 1", "front", width, height, (), tuple(_front(width, height, paper))),
        Sheet("Calibration 1", "back", width, height, (), tuple(_back(width, height))),
    ]
    shelf = DiskShelf()

    def font_bytes(name: str) -> bytes:
        data = shelf.font(name) or shelf.font(FALLBACK_FONT)
        if data is None:
            raise InputError.single(Span(name), "neither the font nor its fallback is installed", code="font")
        return data

    about = About(f"Calibration sheet {paper.title or paper.id}", creator="pnp", lang="en", duplex="long")
    return paint_pdf(PdfResources(font_bytes, lambda source: b""), [], pages, about)


def reach_of(width: float) -> float:
    """How far the outer crosses stand from the middle one."""
    return width / 2 - 40


def scale_of(width: float) -> int:
    """How far the scales reach: whole fives, so that those of two crosses stay apart and on the paper."""
    return min(REACH, int(reach_of(width) / 2 - 1) // 5 * 5)


def _crosses(width: float, height: float) -> list[tuple[float, float]]:
    x, y, reach = width / 2, height / 2, reach_of(width)
    return [(x, y), (x - reach, y), (x + reach, y)]


def _front(width: float, height: float, paper: Paper) -> Iterator[Item]:
    arm = scale_of(width)
    for x, y in _crosses(width, height):
        yield _lines([(x - arm, y, x + arm, y), (x, y - arm, x, y + arm)], 0.35)
    yield _text(15, 20, _FRONT, 11)
    yield _text(15, 26, f"{paper.title or paper.id} · {width:g} × {height:g} mm", 8)
    left, low = width / 2 - BAR / 2, height - 20
    yield _bar(left, low, 1, 0)
    yield _text(left, low - 4, "this bar: 100 mm", 8)
    if height >= BAR + 40:  # else the paper is too small for a standing bar
        x, top = 7.0, height / 2 - BAR / 2
        yield _bar(x, top, 0, 1)
        yield Group((_text(0, 0, "this bar: 100 mm", 8),), (0, -1, 1, 0, x + 6, height / 2 + 40), name="bar")


def _back(width: float, height: float) -> Iterator[Item]:
    for x, y in _crosses(width, height):
        yield from _scales(x, y, scale_of(width))
    factor = 57.29577951308232 / (2 * reach_of(width))
    for number, line in enumerate(_HELP):
        yield _text(15, 20 + 5.5 * number, line.format(factor=factor), 11 if number == 0 else 8)


def _scales(x: float, y: float, reach: int) -> Iterator[Item]:
    """A cross with ticks each millimetre, longer at each fifth, and numbers at tens, clear of the other scale."""
    fine: list[tuple[float, float, float, float]] = []
    strong = [(x - reach, y, x + reach, y), (x, y - reach, x, y + reach)]
    for at in range(-reach, reach + 1):
        if at:
            half = 3.0 if at % 10 == 0 else 2.0 if at % 5 == 0 else 1.2
            lines = [(x + at, y - half, x + at, y + half), (x - half, y + at, x + half, y + at)]
            if at % 5:
                fine += lines
            else:
                strong += lines
    yield _lines(fine, 0.12)
    yield _lines(strong, 0.2)
    for at in range(-(reach // 10) * 10, reach + 1, 10):
        if at:
            label = f"{at:+}".replace("-", "\N{MINUS SIGN}")
            yield _text(x + at - 0.75 * len(label), y - 3.6, label, 8)
            yield _text(x + 3.6, y + at + 1.0, label, 8)


def _bar(x: float, y: float, way_x: int, way_y: int) -> Item:
    lines = [(x, y, x + BAR * way_x, y + BAR * way_y)]
    for step in range(11):
        at, tick = step * BAR / 10, 3.0 if step in (0, 5, 10) else 1.5
        px, py = x + at * way_x, y + at * way_y
        lines.append((px, py, px + tick * way_y, py - tick * way_x))
    return _lines(lines, 0.15)


def _lines(lines: list[tuple[float, float, float, float]], width: float) -> Item:
    path: list[str | float] = []
    for x1, y1, x2, y2 in lines:
        path += ["M", x1, y1, "L", x2, y2]
    return Shape(tuple(path), stroke=_INK, width=width)


def _text(x: float, y: float, text: str, size: float) -> Item:
    return Text(x, y, text, FONT, size, _INK)
