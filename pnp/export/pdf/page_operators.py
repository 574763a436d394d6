"""Sheets as operators. In: a sheet and its faces. Out: what places them on a page: the sheet's matrix, each face cut to
the bleed it shows, then pictures of faces.

Faces are forms, named by their numbers. Invariant: equal sheets of faces of equal sizes give equal operators.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.base.units import PT_PER_MM
from pnp.layout.drawing.bounds import Bounds, around, common, moved
from pnp.layout.drawing.frame import Outline, Placement, Sheet
from pnp.layout.drawing.path import IDENTITY
from pnp.layout.sheets.impose import placed_box, placed_matrix

Slots = dict[tuple[object, ...], str]

# Faces that touch overlap by so many mm, where they have art to show: else white shines through between their edges.
_SEAM = 0.05


def page_operators(frames: Sequence[Outline], sheet: Sheet, slots: Slots) -> list[str]:
    """All but the marks. `slots`: operators of those of other sheets, mostly the same; new ones are added."""
    out = [f"{PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {sheet.height * PT_PER_MM:.4f} cm"]
    if sheet.matrix != IDENTITY:
        out.append(" ".join(f"{value:.6f}" for value in sheet.matrix) + " cm")
    for place in sheet.placements:
        frame = frames[place.frame]
        slot = (place.x, place.y, place.turn, place.bleed, frame.width, frame.height, frame.bleed)
        if slot not in slots:
            slots[slot] = _slot(place, frame)
        out.append(f"{slots[slot]} /F{place.frame} Do Q")
    for one in sheet.figures:
        frame, by = frames[one.frame], one.scale
        out.append(
            f"/Figure BMC q {by:.6f} 0 0 {by:.6f} {one.x:.4f} {one.y:.4f} cm "
            f"0 0 {frame.width:.4f} {frame.height:.4f} re W n /F{one.frame} Do Q EMC"
        )
    return out


def _slot(place: Placement, frame: Outline) -> str:
    """The way from the sheet to a face that is cut to the bleed it shows."""
    x, y, width, height = placed_box(place, frame)
    above, right, below, left = (side + min(_SEAM, max(frame.bleed - side, 0.0)) for side in place.bleed)
    a, b, c, d, e, f = placed_matrix(place, frame)
    return (
        f"q {x - left:.4f} {y - above:.4f} {width + left + right:.4f} {height + above + below:.4f} re W n "
        f"{a:g} {b:g} {c:g} {d:g} {e:.4f} {f:.4f} cm"
    )


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
