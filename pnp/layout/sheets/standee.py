"""Figures that stand. In: the frame of a face, that of a back if there is one, the kind of foot. Out: one Frame to cut
out, fold and glue.

From the top: a foot, the back on its head, the fold, the face, a foot. Invariant: folded, both sides cover each other
exactly; without a layout of its own the back is the face's mirror image, so that a figure's outline agrees.
"""

from __future__ import annotations

from pnp.layout.drawing.frame import Frame, Group, Item, Matrix, PathData
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.drafting import Translate, fold_lines, glue_area
from pnp.layout.sheets.impose import match_back

_SLIT = 0.6  # width of a slit: both sides of the figure and a little air
_APART = 4.0  # between the figure and its crosspiece


def make_standee(face: Frame, back: Frame | None, base: str, foot: float, translate: Translate) -> Frame:
    """The whole figure; SizeMismatch when the back has another size."""
    width, height, bleed = face.width, face.height, face.bleed
    if back is not None:
        match_back(face, back)
    fold = foot + height
    total = 2 * fold
    mirrored: Matrix = (1.0, 0.0, 0.0, -1.0, 0.0, fold)
    turned: Matrix = (-1.0, 0.0, 0.0, -1.0, width, fold)
    items: list[Item] = [
        _side(back or face, turned if back is not None else mirrored, foot, bleed),
        _side(face, (1.0, 0.0, 0.0, 1.0, 0.0, fold), fold, bleed),
    ]
    folds = [(0.0, fold, width, fold)]
    feet = [(0.0, 0.0, width, foot), (0.0, total - foot, width, foot)]
    if base == "fold":
        folds += [(0.0, foot, width, foot), (0.0, total - foot, width, total - foot)]
        items += [glue_area(box, rect_path(*box), translate("glue")) for box in feet]
        items.append(fold_lines(folds))
        return Frame(f"{face.name} standing", width, total, bleed, 0.0, tuple(items), rect_path(0, 0, width, total))
    # A slit in the middle of each foot, and a crosspiece of double paper with a slit of its own.
    cut: list[str | float] = [*rect_path(0, 0, width, total)]
    middle = width / 2
    cut += rect_path(middle - _SLIT / 2, 0, _SLIT, foot / 2)
    cut += rect_path(middle - _SLIT / 2, total - foot / 2, _SLIT, foot / 2)
    top = total + _APART
    cross = min(max(30.0, 0.7 * width), width)
    left = (width - cross) / 2
    cut += rect_path(left, top, cross, 2 * foot)
    cut += rect_path(middle - _SLIT / 2, top + foot / 2, _SLIT, foot)
    folds.append((left, top + foot, left + cross, top + foot))
    items.append(fold_lines(folds))
    return Frame(f"{face.name} standing", width, top + 2 * foot, bleed, 0.0, tuple(items), tuple(cut))


def _side(frame: Frame, matrix: Matrix, top: float, bleed: float) -> Group:
    """One side of the figure; its bleed shows left and right, never across the fold or on a foot."""
    clip: PathData = rect_path(-bleed, top, frame.width + 2 * bleed, frame.height)
    return Group((Group(frame.items, matrix, name=f"face:{frame.name}"),), clip=clip)
