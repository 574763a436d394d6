"""Boxes of pages. In: a sheet and its faces. Out: TrimBox and BleedBox: left, top, right and low in mm of the paper.

Invariant: the trim lies inside the bleed, and the bleed inside the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.bounds import Bounds, around, common, moved
from pnp.layout.drawing.frame import Outline, Sheet
from pnp.layout.sheets.impose import placed_box


def page_boxes(frames: Sequence[Outline], sheet: Sheet) -> tuple[Bounds, Bounds]:
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
        trims.append(common((x, y, x + width, y + height), shown))
        bleeds.append(shown)
    return _on_paper(around(trims), sheet), _on_paper(around(bleeds), sheet)


def _on_paper(box: Bounds, sheet: Sheet) -> Bounds:
    """The box after the sheet's matrix, inside the paper."""
    return common(moved(box, sheet.matrix), (0.0, 0.0, sheet.width, sheet.height))
