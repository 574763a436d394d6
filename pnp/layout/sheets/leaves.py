"""Leaves of paper printed on both sides. In: sheets in printing order. Out: the same with blank backs where a front has
none, so that a duplex printer never puts one thing on the back of another that is to be cut out or glued.

Invariant: with a duplex of long or short every front is followed by its back, blank or not; only pages that are read,
not cut, stand on the back of one another.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.frame import Outline, Sheet
from pnp.layout.sheets.grid import SheetStyle, is_cut


def is_blank(sheet: Sheet) -> bool:
    """True when nothing is printed on it."""
    return not sheet.placements and not sheet.marks


def are_read(faces: Sequence[Outline], sheets: Sequence[Sheet]) -> bool:
    """True for pages that fill a sheet each and are not cut out."""
    return all(
        len(sheet.placements) == 1 and not is_cut(faces[sheet.placements[0].frame], 1)
        for sheet in sheets
        if sheet.side == "front"
    )


def lay_leaves(sheets: Sequence[Sheet], style: SheetStyle, is_read: bool = False) -> list[Sheet]:
    """Fronts and backs in turn; a page that is read takes the back of the one before it."""
    if style.duplex not in ("long", "short"):
        return list(sheets)
    leaves: list[Sheet] = []
    for sheet in sheets:
        is_behind = sheet.side == "back" or (is_read and style.side == "both")
        if len(leaves) % 2 and not is_behind:
            leaves.append(_blank_behind(leaves[-1]))
        leaves.append(sheet)
    if len(leaves) % 2:
        leaves.append(_blank_behind(leaves[-1]))
    return leaves


def of_side(sheets: Sequence[Sheet], style: SheetStyle) -> list[Sheet]:
    """What is asked for of them: both sides, or fronts or backs only; a folded sheet has but one side."""
    return [sheet for sheet in sheets if style.side == "both" or style.duplex == "fold" or sheet.side == style.side]


def trimmed(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Without the blanks at the end."""
    end = len(sheets)
    while end and is_blank(sheets[end - 1]):
        end -= 1
    return list(sheets[:end])


def _blank_behind(sheet: Sheet) -> Sheet:
    return Sheet(sheet.name, "back", sheet.width, sheet.height)
