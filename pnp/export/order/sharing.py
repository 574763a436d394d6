"""Components that share paper. In: PrintedComponents, each on its own sheets. Out: the same as the file with everything
prints them: those that save leaves together lie on the same sheets.

Cards of one size share sheets, chits and figures of all sizes do, and pages that are read stand on the backs of one
another. Invariant: nothing is printed more or less often than before, each back lies behind its face, and nothing is
mixed that saves no paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from pnp.export.order.faces import Faces
from pnp.export.order.impose import PrintedComponent, sheet_job
from pnp.export.order.resolve import SheetPlan
from pnp.layout.drawing.frame import Sheet
from pnp.layout.sheets.grid import SheetStyle
from pnp.layout.sheets.leaves import are_read, lay_leaves, trimmed
from pnp.layout.sheets.production import produce

_LOOSE = ("chits", "standees")


def share_paper(printed: Sequence[PrintedComponent], faces: Faces, plan: SheetPlan) -> list[PrintedComponent]:
    """Components in their order; those that share paper are one, where the first of them stood."""
    style = plan.style
    if not plan.order.share or plan.order.only or plan.order.cut or style.registration != "none":
        return list(printed)  # files for a plotter are of one component each
    together = list(printed)
    outlines = faces.portfolio.faces

    def size(one: PrintedComponent) -> object:
        sizes = {(outlines[piece.face].width, outlines[piece.face].height) for piece in one.pieces}
        return sizes.pop() if one.component.kind == "cards" and len(sizes) == 1 else None

    def loose(one: PrintedComponent) -> object:
        return "loose" if one.component.kind in _LOOSE and one.pieces else None

    for key in (size, loose):
        for name in dict.fromkeys(map(key, printed)):
            if name is not None:
                together = _joined(together, [one for one in printed if key(one) == name], faces, plan, _laid_together)
    if style.duplex in ("long", "short") and style.side == "both":
        for is_page, run in groupby(printed, lambda one: _is_read(one, faces)):
            some = list(run)
            if is_page and any(one.component.kind == "rules" for one in some):
                together = _joined(together, some, faces, plan, _back_to_back)
    return together


def count_leaves(sheets: Sequence[Sheet], style: SheetStyle) -> int:
    """How many leaves of paper the sheets take."""
    is_duplex = style.duplex in ("long", "short") and style.side == "both"
    return (len(sheets) + 1) // 2 if is_duplex else len(sheets)


Join = Callable[[Sequence[PrintedComponent], Faces, SheetPlan], PrintedComponent]


def _joined(
    together: list[PrintedComponent], group: Sequence[PrintedComponent], faces: Faces, plan: SheetPlan, join: Join
) -> list[PrintedComponent]:
    """All with the group as one, if that saves paper."""
    if len(group) < 2:
        return together
    joined = join(group, faces, plan)
    if count_leaves(joined.leaves, plan.style) >= sum(count_leaves(one.leaves, plan.style) for one in group):
        return together
    ids = [one.component.id for one in group]
    left = [one for one in together if one.component.id not in ids[1:]]
    return [joined if one.component.id == ids[0] else one for one in left]


def _title(group: Sequence[PrintedComponent]) -> str:
    return " + ".join(one.title for one in group)


def _laid_together(group: Sequence[PrintedComponent], faces: Faces, plan: SheetPlan) -> PrintedComponent:
    """Cards one after the other, or chits and figures as they pack best."""
    title, pieces = _title(group), [piece for one in group for piece in one.pieces]
    kinds = [one.component for one in group if one.component.kind != "standees"] or [group[0].component]
    gaps = [component.options["gap"] for component in kinds if "gap" in component.options]
    component = kinds[0]
    if gaps:
        component = replace(component, options={**component.options, "gap": max(gaps)})
    made = produce(faces.portfolio, component, pieces, sheet_job(faces.portfolio, group[0].component, title, plan))
    parts = [part for one in group for part in one.parts]
    return PrintedComponent(group[0].component, title, parts, made.sheets, pieces)


def _is_read(one: PrintedComponent, faces: Faces) -> bool:
    """True for pages that are read, of which there is one copy."""
    sheets = trimmed(one.leaves)
    is_page = one.component.kind in ("rules", "page") and all(part.copies == 1 for part in one.parts)
    return is_page and bool(sheets) and are_read(faces.portfolio.faces, sheets)


def _back_to_back(group: Sequence[PrintedComponent], faces: Faces, plan: SheetPlan) -> PrintedComponent:
    """Page after page on both sides of the paper, under one bookmark."""
    title, pages = _title(group), [sheet for one in group for sheet in trimmed(one.leaves)]
    sheets = [replace(sheet, name=f"{title} {number}") for number, sheet in enumerate(pages, 1)]
    parts = [part for one in group for part in one.parts]
    rules = next(one.component for one in group if one.component.kind == "rules")
    return PrintedComponent(rules, title, parts, lay_leaves(sheets, plan.style, is_read=True))
