"""Chits of many sizes on sheets. In: pieces, the gap between them, the style of the sheets. Out: Sheets, outlined.

Packed by rows, the tallest first, smaller ones in rows of what a row leaves free. Invariants: no two chits come nearer
than the gap, no bleed reaches another chit's trim, nothing lies under the foot line of either side; turn the paper as
the printer does (or fold it), and each back lies behind its face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Item, Outline, PathData, Placement, Sheet
from pnp.layout.drawing.path import rect_path, transform_path
from pnp.layout.sheets.grid import BAND, CORNER, INSET, SheetGrid, SheetStyle
from pnp.layout.sheets.impose import PaperLeaf, SheetPiece, behind, lay_out, match_back, placed_matrix, turns_backs
from pnp.layout.sheets.marks import FOOT_INDENT, Foot, Translate, draw_cut, draw_foot, draw_registration

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
    # Each chit brings half of what lies between two; at the edge of the sheet its bleed is enough.
    halves = {piece.face: max(gap / 2, faces[piece.face].bleed) for piece in pieces}
    spare = min((half - faces[face].bleed for face, half in halves.items()), default=0.0)
    # Folded, the backs need the other half, and the fold is no edge.
    width = (paper.width / 2 - style.margin + spare) if fold else paper.width - 2 * style.margin + 2 * spare
    height = paper.height - 2 * style.margin - band - head + 2 * spare
    sizes = {face: (faces[face].width + 2 * half, faces[face].height + 2 * half) for face, half in halves.items()}
    for piece in pieces:
        _check(faces, piece, _Room(0.0, 0.0, width, height).has_room_for(*sizes[piece.face]), paper.title or paper.id)
    least = (min(wide for wide, _ in sizes.values()), min(high for _, high in sizes.values())) if sizes else (0.0, 0.0)
    sheets: list[tuple[list[PlacedChit], list[_Room]]] = []
    for piece in _tallest_first(faces, pieces):
        half, size = halves[piece.face], sizes[piece.face]
        fitting = ((spots, rooms, room) for spots, rooms in sheets if (room := _lowest_room(rooms, *size)))
        found = next(fitting, None)
        if found is None:
            found = ([], rooms := [_Room(0.0, 0.0, width, height)], rooms[0])
            sheets.append(found[:2])
        spots, rooms, room = found
        spots.append(PlacedChit(piece, room.x + half, room.y + half))
        rooms.remove(room)
        rooms += [left for left in room.around(*size) if left.has_room_for(*least)]
    left, top = style.margin - spare, style.margin + head - spare
    return [list(_in_the_middle(faces, spots, left, top, width, halves)) for spots, _ in sheets]


class _Room(Struct, frozen=True):
    """A part of a sheet that is free."""

    x: float
    y: float
    width: float
    height: float

    def has_room_for(self, width: float, height: float) -> bool:
        """Whether so much fits into it."""
        return width <= self.width + _TINY and height <= self.height + _TINY

    def around(self, width: float, height: float) -> list[_Room]:
        """What is left when so much is taken at its top left: the rest of that row, and all that is below it.

        So straight cuts, each from edge to edge of what is left, part everything.
        """
        return [
            _Room(self.x + width, self.y, self.width - width, height),
            _Room(self.x, self.y + height, self.width, self.height - height),
        ]


def _lowest_room(rooms: Sequence[_Room], width: float, height: float) -> _Room | None:
    """The one where least is lost in height."""
    fitting = [room for room in rooms if room.has_room_for(width, height)]
    return min(fitting, key=lambda room: room.height, default=None)


def chit_sheets(
    faces: Sequence[Outline],
    pieces: Sequence[SheetPiece],
    style: SheetStyle,
    gap: float,
    foot: Foot,
    translate: Translate,
) -> list[Sheet]:
    """Fronts in printing order, each followed by its back where anything stands there."""
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
        word = translate("fold") if folded else translate("front") if backs else ""
        places = (*fronts, *backs) if folded else tuple(fronts)
        sheets.append(_sheet(style, places, marks, replace(here, side=word), "front"))
        if backs and not folded:
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


def _check(faces: Sequence[Outline], piece: SheetPiece, fits: bool, paper: str) -> None:
    frame = faces[piece.face]
    if not fits:
        raise ValueError(f"{frame.name}: {frame.width:g} × {frame.height:g} mm does not fit on {paper}")
    if piece.back >= 0:
        match_back(frame, faces[piece.back])


def _in_the_middle(
    faces: Sequence[Outline],
    spots: Sequence[PlacedChit],
    left: float,
    top: float,
    width: float,
    halves: Mapping[int, float],
) -> Iterator[PlacedChit]:
    """The chits of a sheet, all of them together in the middle of the room from `left` on, below `top`."""
    right = max(spot.x + faces[spot.piece.face].width + halves[spot.piece.face] for spot in spots)
    left += (width - right) / 2
    for spot in spots:
        yield replace(spot, x=round(left + spot.x, 4), y=round(top + spot.y, 4))


def _size(faces: Sequence[Outline], spot: PlacedChit) -> tuple[float, float]:
    frame = faces[spot.piece.face]
    return frame.width, frame.height


def _all_bleed(frame: Outline) -> tuple[float, float, float, float]:
    return (frame.bleed, frame.bleed, frame.bleed, frame.bleed)


class Trim(Struct, frozen=True):
    """One trim: its top left corner and size; `corner` is the radius of a rectangle, `shape` its outline at (0, 0) when
    it is none.
    """

    x: float
    y: float
    width: float
    height: float
    corner: float = 0.0
    shape: PathData = ()

    @property
    def outline(self) -> PathData:
        """The path that is cut."""
        if self.shape:
            return transform_path(self.shape, (1.0, 0.0, 0.0, 1.0, self.x, self.y))
        return rect_path(self.x, self.y, self.width, self.height, [self.corner])


class Cutting(Struct, frozen=True):
    """All that is cut out of one sheet of paper."""

    paper_width: float
    paper_height: float
    trims: tuple[Trim, ...]


def find_cuttings(
    faces: Sequence[Outline], kind: str, pieces: Sequence[SheetPiece], style: SheetStyle, gap: float = 0.0
) -> list[Cutting]:
    """One for each sheet of a component of cards or chits, in order; none of other kinds."""
    if kind == "chits":
        paper = style.paper
        return [
            Cutting(paper.width, paper.height, tuple(_trim(faces, spot.piece, spot.x, spot.y) for spot in spots))
            for spots in pack_leaves(faces, pieces, style, gap)
        ]
    return [_of_leaf(faces, leaf) for leaf in lay_out(faces, pieces, style)] if kind == "cards" else []


def unique_cuttings(cuttings: Sequence[Cutting]) -> list[tuple[Cutting, list[int]]]:
    """The sheets that are cut differently, each with the numbers of those it stands for, from 1."""
    found: dict[Cutting, list[int]] = {}
    for number, cutting in enumerate(cuttings, 1):
        found.setdefault(cutting, []).append(number)
    return list(found.items())


def _of_leaf(faces: Sequence[Outline], leaf: PaperLeaf) -> Cutting:
    grid = leaf.grid
    trims = tuple(_trim(faces, piece, *grid.box(slot)) for slot, piece in leaf.filled())
    return Cutting(grid.paper_width, grid.paper_height, trims)


def _trim(faces: Sequence[Outline], piece: SheetPiece, x: float, y: float) -> Trim:
    frame = faces[piece.face]
    return Trim(x, y, frame.width, frame.height, frame.corner, frame.cut)
