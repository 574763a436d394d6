"""Each kind of component on its sheets. In: a component, its pieces, the style of the sheets. Out: ComponentSheets: its
sheets, and those of other files of it (a board in one piece).

Invariant: what cannot be made on this paper raises DoesNotFit with a sentence for people, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Frame, Group, Item, Matrix, Outline, PathData, Placement, Shape, Sheet
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.components import Portfolio
from pnp.layout.sheets.die import make_die
from pnp.layout.sheets.grid import SheetStyle, find_grid
from pnp.layout.sheets.impose import NoFreeSlot, SheetPiece, SizeMismatch, are_read, lay_leaves, match_back, of_side
from pnp.layout.sheets.marks import HAIR, INK, Foot, Translate, fold_lines, glue_area
from pnp.layout.sheets.packing import chit_sheets
from pnp.layout.sheets.tiling import tile_sheets, whole_sheet
from pnp.layout.sheets.tuckbox import make_tuckbox, measure_box, panels
from pnp.library.card import Component

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


def _dice(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    """One die for each copy of the component; each copy of a card is a face."""
    copies = max(component.copies, 1)
    faces = [portfolio.frame(piece.face) for piece in pieces for _ in range(piece.copies // copies)]
    try:
        die = make_die(f"{component.id} net", faces, job.translate)
    except ValueError as fault:
        hint = "a deck with six cards, or fewer with copies that add up to six"
        raise DoesNotFit(str(fault), hint, "deck") from None
    made = [SheetPiece(portfolio.add_frame(die), -1, copies)]
    return ComponentSheets(job.lay(made), made)


def _pad(portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], job: SheetJob) -> ComponentSheets:
    """As many of one sheet as fill the leaves of paper."""
    leaves: int = component.options["leaves"] or 1
    made = []
    for piece in pieces:
        grid = find_grid(portfolio.faces[piece.face], job.style)
        on_a_leaf = grid.columns * grid.rows if grid is not None else 1
        made.append(replace(piece, copies=piece.copies * leaves * on_a_leaf))
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
    "dice": _dice,
    "pad": _pad,
    "tuckbox": _tuckbox,
    "booklet": _booklet,
}
