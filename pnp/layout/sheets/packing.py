"""Chits of many sizes on sheets. In: pieces, the gap between them, the style of the sheets. Out: Sheets, outlined.

Packed by rows, the tallest first. Invariants: no two chits come nearer than the gap, no bleed reaches another chit's
trim, nothing lies under the foot line of either side; turn the paper as the printer does (or fold it), and each back
lies behind its face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Item, Outline, PathData, Placement, Sheet
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.drafting import Translate
from pnp.layout.sheets.grid import BAND, CORNER, INSET, SheetGrid, SheetStyle
from pnp.layout.sheets.impose import SheetPiece, behind, match_back, placed_matrix, turns_backs
from pnp.layout.sheets.marks import Foot, draw_cut, draw_foot
from pnp.layout.sheets.registration import FOOT_INDENT, draw_registration

_TINY = 1e-6
KEPT = INSET + CORNER  # from the paper's edge: where nothing disturbs the marks of a plotter


class PlacedChit(Struct, frozen=True):
    """A chit on its sheet: the top left corner of its trim."""

    piece: SheetPiece
    x: float
    y: float


def pack_chits(
    faces: Sequence[Outline], pieces: Sequence[SheetPiece], style: SheetStyle, gap: float, band: float = BAND
) -> list[list[PlacedChit]]:
    """One list a sheet; ValueError when a chit is larger than the printable area or its back has another size.

    band: the height of the foot line, 0 where there is none
    """
    paper = style.paper
    has_backs = any(piece.back >= 0 for piece in pieces)
    fold = style.duplex == "fold" and has_backs
    # The foot line of such backs is printed behind the head of their fronts, which stays free for it.
    head = band if has_backs and turns_backs(paper.width, paper.height, style.duplex) else 0.0
    bleed = max((faces[piece.face].bleed for piece in pieces), default=0.0)
    left = style.margin + bleed
    # Folded, the backs need the other half; the gap goes half and half to both sides of the fold.
    width = (paper.width / 2 - style.margin - 2 * bleed - gap / 2) if fold else paper.width - 2 * left
    height = paper.height - 2 * style.margin - band - head - 2 * bleed
    # Twice the bleed apart, no bleed reaches another chit's trim.
    step = max(gap, 2 * bleed)
    sheets: list[list[list[SheetPiece]]] = []
    used = 0.0
    for piece in _tallest_first(faces, pieces):
        frame = faces[piece.face]
        _check(faces, piece, width, height, paper.title or paper.id)
        row = sheets[-1][-1] if sheets else None
        # Tallest first: whatever follows in a row is no taller than its first, so a row's height is known when it
        # begins.
        if row and _width(faces, row, step) + step + frame.width <= width + _TINY:
            row.append(piece)
            continue
        if sheets and used + step + frame.height <= height + _TINY:
            sheets[-1].append([piece])
            used += step + frame.height
        else:
            sheets.append([[piece]])
            used = frame.height
    return [list(_place_chits(faces, rows, left, style.margin + head + bleed, width, step)) for rows in sheets]


def chit_sheets(
    faces: Sequence[Outline],
    pieces: Sequence[SheetPiece],
    style: SheetStyle,
    gap: float,
    foot: Foot,
    translate: Translate,
) -> list[Sheet]:
    """Fronts and backs in printing order."""
    paper = style.paper
    has_backs = _has_backs(pieces, style)
    folded = has_backs and style.duplex == "fold"
    is_registered = style.registration != "none"
    leaves = pack_leaves(faces, pieces, style, gap)
    sheets = []
    for number, spots in enumerate(leaves, 1):
        here = replace(foot, sheet=number, sheets=len(leaves))
        fronts = [Placement(spot.piece.face, spot.x, spot.y, 0, _all_bleed(faces[spot.piece.face])) for spot in spots]
        backs = [
            Placement(
                spot.piece.back, *behind(spot.x, spot.y, *_size(faces, spot), paper.width, paper.height, style.duplex)
            )
            for spot in spots
            if has_backs and spot.piece.back >= 0
        ]
        backs = [replace(place, bleed=_all_bleed(faces[place.frame])) for place in backs]
        marks: list[Item] = [
            draw_cut(outline_of_frame(faces[place.frame]), placed_matrix(place, faces[place.frame]))
            for place in (() if is_registered else fronts)
        ]
        if is_registered:  # the plotter looks for its own marks and cuts by outlines of its own
            marks += draw_registration(SheetGrid(paper.width, paper.height, 1, 1, 0, 0, KEPT, KEPT))
        word = translate("fold") if folded else translate("front") if has_backs else ""
        places = (*fronts, *backs) if folded else tuple(fronts)
        sheets.append(_sheet(style, places, marks, replace(here, side=word), "front"))
        if has_backs and not folded:
            sheets.append(_sheet(style, tuple(backs), [], replace(here, side=translate("back")), "back"))
    return sheets


def pack_leaves(
    faces: Sequence[Outline], pieces: Sequence[SheetPiece], style: SheetStyle, gap: float
) -> list[list[PlacedChit]]:
    """The chits on their sheets, as `chit_sheets` prints them."""
    if style.registration != "none":
        style = replace(style, margin=KEPT)
    return pack_chits(faces, pieces, style if _has_backs(pieces, style) else replace(style, duplex="none"), gap)


def _has_backs(pieces: Sequence[SheetPiece], style: SheetStyle) -> bool:
    return style.duplex != "none" and any(piece.back >= 0 for piece in pieces)


def outline_of_frame(frame: Outline) -> PathData:
    """The shape that is cut out of the paper."""
    return frame.cut or rect_path(0, 0, frame.width, frame.height, (frame.corner,))


def _sheet(style: SheetStyle, places: tuple[Placement, ...], outlines: list[Item], foot: Foot, side: str) -> Sheet:
    paper = style.paper
    grid = SheetGrid(paper.width, paper.height, 1, 1, 0, 0, 0, 0)
    indent = FOOT_INDENT if style.registration != "none" else 0.0
    marks = (*outlines, *draw_foot(grid, foot, style.margin, indent))
    return Sheet(f"{foot.component} {foot.sheet}", side, paper.width, paper.height, places, marks)


def _tallest_first(faces: Sequence[Outline], pieces: Sequence[SheetPiece]) -> Iterator[SheetPiece]:
    def order(piece: SheetPiece) -> tuple[float, float]:
        return -faces[piece.face].height, -faces[piece.face].width

    for piece in sorted(pieces, key=order):
        yield from [SheetPiece(piece.face, piece.back)] * piece.copies


def _check(faces: Sequence[Outline], piece: SheetPiece, width: float, height: float, paper: str) -> None:
    frame = faces[piece.face]
    if frame.width > width + _TINY or frame.height > height + _TINY:
        raise ValueError(f"{frame.name}: {frame.width:g} × {frame.height:g} mm does not fit on {paper}")
    if piece.back >= 0:
        match_back(frame, faces[piece.back])


def _width(faces: Sequence[Outline], row: Sequence[SheetPiece], step: float) -> float:
    return sum(faces[piece.face].width for piece in row) + step * (len(row) - 1)


def _place_chits(
    faces: Sequence[Outline], rows: list[list[SheetPiece]], left: float, top: float, width: float, step: float
) -> Iterator[PlacedChit]:
    """The rows one under the other, the block of them in the middle."""
    x_start = left + (width - max(_width(faces, row, step) for row in rows)) / 2
    y = top
    for row in rows:
        tallest = max(faces[piece.face].height for piece in row)
        x = x_start
        for piece in row:
            frame = faces[piece.face]
            yield PlacedChit(piece, round(x, 4), round(y + (tallest - frame.height) / 2, 4))
            x += frame.width + step
        y += tallest + step


def _size(faces: Sequence[Outline], spot: PlacedChit) -> tuple[float, float]:
    frame = faces[spot.piece.face]
    return frame.width, frame.height


def _all_bleed(frame: Outline) -> tuple[float, float, float, float]:
    return (frame.bleed, frame.bleed, frame.bleed, frame.bleed)
