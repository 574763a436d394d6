"""Booklets. In: pages in reading order. Out: sheets two pages wide; printed on both sides, laid in each other, folded
and stapled in the fold, they can be read.

Invariant: every page stands once; blanks fill the number up to a multiple of four, at the end; on each side of a leaf
the pages that face each other in the stack lie behind each other whichever edge the printer flips on.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.frame import Item, Outline, Placement, Shape, Sheet
from pnp.layout.sheets.drafting import HAIR, INK
from pnp.layout.sheets.grid import SheetStyle

_TINY = 1e-6


def page_order(count: int) -> list[tuple[int, int]]:
    """For each side of paper the pages on its left and right, from 0; -1 is blank. The outermost leaf comes first."""
    total = -(-count // 4) * 4

    def page(number: int) -> int:
        return number if number < count else -1

    sides = []
    for leaf in range(total // 4):
        sides.append((page(total - 1 - 2 * leaf), page(2 * leaf)))
        sides.append((page(2 * leaf + 1), page(total - 2 - 2 * leaf)))
    return sides


def booklet_sheets(
    faces: Sequence[Outline], pages: Sequence[int], style: SheetStyle, creep: float, name: str
) -> list[Sheet]:
    """Front and back of each leaf; ValueError when a page is larger than half of the paper."""
    width, height = style.paper.height, style.paper.width  # the paper lies
    for page in dict.fromkeys(pages):
        frame = faces[page]
        if frame.width > width / 2 - style.margin + _TINY or frame.height > height - 2 * style.margin + _TINY:
            most = f"{width / 2 - style.margin:g} × {height - 2 * style.margin:g} mm"
            raise ValueError(
                f"{frame.name}: {frame.width:g} × {frame.height:g} mm does not fit on half a sheet of "
                f"{style.paper.title} ({most})"
            )
    sheets = []
    flips = style.duplex != "short"  # over the long edge, which is level here: the back stands on its head
    for number, (left, right) in enumerate(page_order(len(pages))):
        is_back = number % 2 == 1
        shift = creep * (number // 2)
        places = []
        for half, page in enumerate((left, right)):
            if page < 0:
                continue
            frame = faces[pages[page]]
            x = half * width / 2 + (width / 2 - frame.width) / 2 + (shift if half == 0 else -shift)
            y = (height - frame.height) / 2
            turn = 0
            if is_back and flips:
                x, y, turn = width - x - frame.width, height - y - frame.height, 2
            places.append(Placement(pages[page], round(x, 4), round(y, 4), turn))
        marks: tuple[Item, ...] = () if is_back else (_fold_marks(width, height, style.margin),)
        side = "back" if is_back else "front"
        sheets.append(Sheet(f"{name} {number // 2 + 1}", side, width, height, tuple(places), marks))
    return sheets


def _fold_marks(width: float, height: float, margin: float) -> Shape:
    """Where to fold, at both ends of the fold."""
    path = ("M", width / 2, margin, "L", width / 2, margin + 4, "M", width / 2, height - margin - 4, "L", width / 2)
    return Shape((*path, height - margin), stroke=INK, width=HAIR, dash=(1.0, 0.6))
