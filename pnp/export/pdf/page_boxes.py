"""Boxes of pages. In: a sheet and its faces. Out: TrimBox and BleedBox: left, top, right and bottom in mm of the paper.

Invariant: the trim lies inside the bleed, and the bleed inside the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.frame import Outline, Sheet
from pnp.layout.drawing.path import IDENTITY, bounds_of, rect_path, transform_path
from pnp.layout.sheets.impose import placed_box

PageBox = tuple[float, float, float, float]


def page_boxes(frames: Sequence[Outline], sheet: Sheet) -> tuple[PageBox, PageBox]:
    """Around all that is shown of the trims, and around all that is shown; the paper where nothing is placed.

    A tile shows a part of its board's trim, so a trim ends where what is shown of it does.
    """
    if not sheet.placements:
        paper = (0.0, 0.0, sheet.width, sheet.height)
        return paper, paper
    trims, bleeds = [], []
    for place in sheet.placements:
        x, y, width, height = placed_box(place, frames[place.frame])
        above, right, below, left = place.bleed
        shown = (x - left, y - above, x + width + right, y + height + below)
        trims.append(_common((x, y, x + width, y + height), shown))
        bleeds.append(shown)
    return _moved(_around(trims), sheet), _moved(_around(bleeds), sheet)


def _moved(box: PageBox, sheet: Sheet) -> PageBox:
    """The box after the sheet's matrix, inside the paper."""
    if sheet.matrix != IDENTITY:
        path = rect_path(box[0], box[1], box[2] - box[0], box[3] - box[1])
        box = bounds_of(transform_path(path, sheet.matrix))
    return _common(box, (0.0, 0.0, sheet.width, sheet.height))


def _common(one: PageBox, other: PageBox) -> PageBox:
    """What two boxes have in common."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _around(boxes: Sequence[PageBox]) -> PageBox:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
