"""Each kind of component on its sheets. In: a component, its pieces, the style of the sheets. Out: ComponentSheets: its
sheets, and those of other files of it (a board in one piece).

Invariant: what cannot be made on this paper raises DoesNotFit with a sentence for people, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Sheet
from pnp.layout.sheets.booklet import booklet_sheets
from pnp.layout.sheets.components import Portfolio
from pnp.layout.sheets.drafting import Translate
from pnp.layout.sheets.grid import SheetStyle, find_grid
from pnp.layout.sheets.impose import NoFreeSlot, SheetPiece, SizeMismatch
from pnp.layout.sheets.leaves import are_read, lay_leaves, of_side
from pnp.layout.sheets.marks import Foot
from pnp.layout.sheets.packing import chit_sheets
from pnp.layout.sheets.standee import make_standee
from pnp.layout.sheets.tiling import tile_sheets, whole_sheet
from pnp.layout.sheets.tuckbox import make_tuckbox, measure_box, panels
from pnp.library.card import Component


class DoesNotFit(ValueError):
    """It cannot be made so: the sentence, a hint, and the option of the component that is at fault."""

    def __init__(self, message: str, hint: str = "", option: str = "face") -> None:
        super().__init__(message)
        self.hint = hint
        self.option = option


class ComponentSheets(Struct, frozen=True):
    """The sheets of the own file, the pieces on them that a plotter can cut out, and the sheets
    of other files by the word that their names end in. Where the paper is printed on both sides, each is in leaves.
    """

    sheets: list[Sheet]
    pieces: list[SheetPiece] = []
    others: dict[str, list[Sheet]] = {}


class SheetJob(Struct, frozen=True):
    """What sheets are made with: their style, the foot line, words in the build's language, and the usual grid.

    boards: those larger than the paper in `tiles`, in one piece (`whole`), or `both`.
    """

    style: SheetStyle
    foot: Foot
    translate: Translate
    lay: Callable[[Sequence[SheetPiece]], list[Sheet]]
    boards: str = "both"


def produce(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    """Lay a component on sheets; DoesNotFit when it cannot be made."""
    try:
        made = _MAKERS.get(component.kind, _cards)(portfolio, component, pieces, job)
    except DoesNotFit:
        raise
    except NoFreeSlot as fault:
        raise DoesNotFit(str(fault), "skip fewer with --skip") from None
    except SizeMismatch as fault:
        raise DoesNotFit(str(fault), "give both the same size", "back") from None
    except ValueError as fault:
        raise DoesNotFit(str(fault), "choose a larger --paper") from None
    is_read = component.kind == "rules" and are_read(portfolio.faces, made.sheets)
    leaves, others = {"": made.sheets} | made.others, {}
    for name, sheets in leaves.items():
        others[name] = of_side(lay_leaves(sheets, job.style, is_read), job.style)
    return ComponentSheets(others.pop(""), made.pieces, others)


def _cards(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    return ComponentSheets(job.lay(pieces), list(pieces))


def _rules(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    """Page after page; several copies one after the other, each on leaves of its own, unless small ones that are cut
    apart take fewer.
    """
    once = job.lay([replace(piece, copies=min(piece.copies, 1)) for piece in pieces])
    if not once or not are_read(portfolio.faces, once):
        return _cards(portfolio, component, pieces, job)
    read = ComponentSheets(lay_leaves(once, job.style, is_read=True) * pieces[0].copies, list(pieces))
    if pieces[0].copies < 2:
        return read
    apart = _cards(portfolio, component, pieces, job)
    return apart if len(lay_leaves(apart.sheets, job.style)) < len(read.sheets) else read


def _board(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    """On one sheet where it fits, else in tiles; the whole is a file of its own then."""
    overlap, through = component.options["overlap"], component.options["marks"] == "through"
    faces, style, foot = portfolio.faces, job.style, job.foot
    sheets: list[Sheet] = []
    whole: list[Sheet] = []
    for piece in pieces:
        if find_grid(faces[piece.face], style, 1) is not None:
            sheets += job.lay([piece])
        else:
            if job.boards != "whole":
                tiled = tile_sheets(faces[piece.face], piece.face, style, overlap, through, foot, job.translate)
                # A sheet of its own that shows how tiles are joined serves all copies.
                sheets += tiled + (piece.copies - 1) * [sheet for sheet in tiled if sheet.placements]
            if job.boards != "tiles":
                whole.append(whole_sheet(faces[piece.face], piece.face, foot))
    return ComponentSheets(sheets, [], {"whole": whole} if whole else {})


def _chits(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    gap: float = component.options["gap"]
    return ComponentSheets(chit_sheets(portfolio.faces, pieces, job.style, gap, job.foot, job.translate), list(pieces))


def _standees(
    portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob
) -> ComponentSheets:
    options = component.options
    made = []
    for piece in pieces:
        back = portfolio.frame(piece.back) if piece.back >= 0 else None
        figure = make_standee(portfolio.frame(piece.face), back, options["base"], options["foot"], job.translate)
        made.append(SheetPiece(portfolio.add_frame(figure), -1, piece.copies))
    return ComponentSheets(job.lay(made), made)


def _tuckbox(
    portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob
) -> ComponentSheets:
    names = [name for name, _, _ in panels(portfolio.resources, component)]
    art = {name: portfolio.frame(piece.face) for name, piece in zip(names, pieces, strict=True)}
    box = measure_box(portfolio.resources, component)
    try:
        ground = portfolio.resources.colour(component.options["ground"]) if component.options["ground"] else ""
    except ValueError as fault:
        raise DoesNotFit(str(fault), "a colour of the theme", "ground") from None
    net = portfolio.add_frame(make_tuckbox(component.id, box, art, job.translate, ground))
    made = [SheetPiece(net, -1, pieces[0].copies)]
    try:
        return ComponentSheets(job.lay(made), made)
    except ValueError as fault:
        inside = f"{box.width:g} × {box.height:g} × {box.depth:g} mm"
        hint = "a larger --paper, fewer cards, or two boxes"
        raise DoesNotFit(f"a box of {inside} is too large: {fault}", hint, "holds") from None


def _booklet(
    portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob
) -> ComponentSheets:
    pages = [piece.face for piece in pieces]
    creep: float = component.options["creep"]
    try:
        sheets = booklet_sheets(portfolio.faces, pages, job.style, creep, job.foot.component)
    except ValueError as fault:
        raise DoesNotFit(str(fault), "size: booklet-page fits half of A4 and Letter") from None
    return ComponentSheets(sheets * pieces[0].copies)


_SheetMaker = Callable[[Portfolio, Component, Sequence[SheetPiece], SheetJob], ComponentSheets]
_MAKERS: dict[str, _SheetMaker] = {
    "rules": _rules,
    "board": _board,
    "chits": _chits,
    "standees": _standees,
    "tuckbox": _tuckbox,
    "booklet": _booklet,
}
