"""Imposition. In: faces, their copies, the style of the sheets. Out: Sheets, fronts and backs in printing order.

Every length is mm; sheets count y down from the top left corner, like Frames. Invariants, held by property tests:
- no shown bleed reaches into a neighbour's trim: between two cards each shows at most half of the gutter;
- turn the paper as the printer does (or fold it), and each back lies exactly behind its face, the same way up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Item, Matrix, Outline, Placement, Sheet
from pnp.layout.sheets.grid import SheetGrid, SheetStyle, find_grid, is_cut
from pnp.layout.sheets.marks import FOOT_INDENT, Box, Foot, draw_crop, draw_cut, draw_foot, draw_registration

_TINY = 1e-6


class SheetPiece(Struct, frozen=True):
    """A face (and its back, -1: none) by their numbers, `copies` times."""

    face: int
    back: int = -1
    copies: int = 1


class NoFreeSlot(ValueError):
    """Nothing can lie on a sheet because all its slots are to stay empty."""


class SizeMismatch(ValueError):
    """A back has not the size of the face in front of it."""


def match_back(face: Outline, back: Outline) -> None:
    """SizeMismatch, with a sentence for people, when the back has another size than its face."""
    if abs(back.width - face.width) > _TINY or abs(back.height - face.height) > _TINY:
        raise SizeMismatch(
            f"{back.name}: expected {face.width:g} × {face.height:g} mm like {face.name}, "
            f"got {back.width:g} × {back.height:g} mm"
        )


class PaperLeaf(Struct, frozen=True):
    """A leaf of paper: one piece in each filled slot of its grid, in order; the last slots may stay empty."""

    grid: SheetGrid
    pieces: tuple[SheetPiece, ...]

    def filled(self) -> Iterator[tuple[int, SheetPiece]]:
        """Slots and what lies there."""
        return zip(self.grid.slots, self.pieces, strict=False)


def behind(
    x: float, y: float, width: float, height: float, paper_width: float, paper_height: float, duplex: str
) -> tuple[float, float, int]:
    """Where a back of width × height lies on the back page (or beyond the fold) to be behind the box at (x, y).

    Returns its top left corner and its quarter turns: turned over a horizontal edge, a back stands on its head.
    """
    if turns_backs(paper_width, paper_height, duplex):
        return x, paper_height - y - height, 2
    return paper_width - x - width, y, 0


def turns_backs(paper_width: float, paper_height: float, duplex: str) -> bool:
    """True when backs stand on their heads, so that the foot of a back page lies behind the head of its front."""
    # Paper turned over its upright edge keeps what is up; over its level edge it puts backs on their heads. Which of
    # them is the long one depends on how the paper lies.
    return duplex in ("long", "short") and (duplex == "long") != (paper_height >= paper_width)


def placed_matrix(placement: Placement, frame: Outline) -> Matrix:
    """The matrix from the frame's coordinates to the paper's."""
    x, y, w, h = placement.x, placement.y, frame.width, frame.height
    return (
        (1.0, 0.0, 0.0, 1.0, x, y),
        (0.0, 1.0, -1.0, 0.0, x + h, y),
        (-1.0, 0.0, 0.0, -1.0, x + w, y + h),
        (0.0, -1.0, 1.0, 0.0, x, y + w),
    )[placement.turn % 4]


def placed_box(placement: Placement, frame: Outline) -> Box:
    """x, y, width and height of the turned trim on the paper."""
    if placement.turn % 2:
        return placement.x, placement.y, frame.height, frame.width
    return placement.x, placement.y, frame.width, frame.height


def impose(
    faces: Sequence[Outline],
    pieces: Iterable[SheetPiece],
    style: SheetStyle,
    foot: Foot,
    side_words: tuple[str, str, str],
) -> list[Sheet]:
    """Lay the pieces on sheets, in order; a change of size begins a new sheet.

    Where there is any back, each front is followed by its back (blank or not), so that a duplex printer keeps step;
    `side_words` name front, back and folded sheets in the foot line. Raises ValueError with a sentence for people when
    a face does not fit on the paper or its back has another size.
    """
    pieces = [piece for piece in pieces if piece.copies > 0]
    leaves = lay_out(faces, pieces, style)
    has_backs = style.duplex != "none" and any(piece.back >= 0 for piece in pieces)
    sheets: list[Sheet] = []
    for number, leaf in enumerate(leaves, 1):
        grid = leaf.grid
        here = replace(foot, sheet=number, sheets=len(leaves))
        front, back, fold = side_words
        here_front = replace(here, side=fold if grid.fold else front if has_backs and style.duplex != "fold" else "")
        sheets.append(_sheet(faces, grid, _faces(faces, leaf), style, here_front, "front"))
        if has_backs and style.duplex != "fold":
            placements = list(_backs(faces, leaf, style.duplex))
            sheets.append(_sheet(faces, grid, placements, style, replace(here, side=back), "back"))
    return sheets


def lay_out(faces: Sequence[Outline], pieces: Iterable[SheetPiece], style: SheetStyle) -> list[PaperLeaf]:
    """The pieces on leaves of paper, in order; raises what `impose` does."""
    leaves: list[PaperLeaf] = []
    pieces = list(_split_folded(faces, [piece for piece in pieces if piece.copies > 0], style))
    for (_, folded), group in groupby(pieces, key=lambda piece: _kind(faces, piece, style.duplex)):
        single = [SheetPiece(piece.face, piece.back) for piece in group for _ in range(piece.copies)]
        frame = faces[single[0].face]
        grid = find_grid(frame, style, len(single), folded)
        if grid is None:
            folding = " beside its back" if folded else ""
            marked = " inside the registration marks" if style.registration != "none" else ""
            paper = style.paper.title or style.paper.id
            # A fault of its own, because another paper would not help here, and skipping fewer slots would.
            if style.skip and find_grid(frame, replace(style, skip=()), len(single), folded) is not None:
                raise NoFreeSlot(f"{frame.name}: every position on the sheet is skipped")
            raise ValueError(
                f"{frame.name}: {frame.width:g} × {frame.height:g} mm does not fit on {paper}{folding}{marked}"
            )
        many = len(grid.slots)
        leaves.extend(PaperLeaf(grid, tuple(single[at : at + many])) for at in range(0, len(single), many))
    return leaves


def _split_folded(faces: Sequence[Outline], pieces: Iterable[SheetPiece], style: SheetStyle) -> Iterator[SheetPiece]:
    """Folding asks for twice the room. Where there is not so much, face and back are pieces of their own, to glue."""
    plain = replace(style, skip=())
    for piece in pieces:
        is_folded = style.duplex == "fold" and piece.back >= 0
        if is_folded:
            match_back(faces[piece.face], faces[piece.back])
        if is_folded and find_grid(faces[piece.face], plain, piece.copies, fold=True) is None:
            yield replace(piece, back=-1)
            yield SheetPiece(piece.back, -1, piece.copies)
        else:
            yield piece


def _kind(faces: Sequence[Outline], piece: SheetPiece, duplex: str) -> tuple[tuple[float, float, float], bool]:
    """What must be equal on one sheet: the size, and whether the piece is folded."""
    face = faces[piece.face]
    if piece.back >= 0:
        match_back(face, faces[piece.back])
    return (face.width, face.height, face.bleed), duplex == "fold" and piece.back >= 0


def _faces(faces: Sequence[Outline], leaf: PaperLeaf) -> list[Placement]:
    grid = leaf.grid
    placements = [Placement(piece.face, *grid.box(slot), 0, grid.shown(slot)) for slot, piece in leaf.filled()]
    return placements + list(_backs(faces, leaf, "fold")) if grid.fold else placements


def _backs(faces: Sequence[Outline], leaf: PaperLeaf, duplex: str) -> Iterator[Placement]:
    grid = leaf.grid
    for slot, piece in leaf.filled():
        if piece.back < 0:
            continue
        x, y, turn = behind(*grid.box(slot), grid.width, grid.height, grid.paper_width, grid.paper_height, duplex)
        most = faces[piece.back].bleed
        above, right, below, left = (min(most, shown) for shown in grid.shown(slot))
        # Behind the face left and right change places, or, where it is turned over a level edge, above and below.
        yield Placement(piece.back, x, y, turn, (below, right, above, left) if turn else (above, left, below, right))


def _sheet(
    faces: Sequence[Outline], grid: SheetGrid, placements: list[Placement], style: SheetStyle, foot: Foot, side: str
) -> Sheet:
    marks: list[Item] = []
    is_registered = style.registration != "none"
    if is_registered:  # the plotter looks for its own marks and cuts by outlines of its own
        marks += draw_registration(grid) if side == "front" else ()
    elif placements and style.crop != "none" and is_cut(faces[placements[0].frame], grid.count):
        marks += _crop(grid, style, tuple(placed_box(place, faces[place.frame]) for place in placements))
        for place in placements if side == "front" else ():
            frame = faces[place.frame]
            if frame.cut:
                marks.append(draw_cut(frame.cut, placed_matrix(place, frame)))
    marks += draw_foot(grid, foot, style.margin, FOOT_INDENT if is_registered else 0.0)
    return Sheet(
        name=f"{foot.component} {foot.sheet}",
        side=side,
        width=grid.paper_width,
        height=grid.paper_height,
        placements=tuple(placements),
        marks=tuple(marks),
    )


@lru_cache(64)
def _crop(grid: SheetGrid, style: SheetStyle, boxes: tuple[Box, ...]) -> tuple[Item, ...]:
    """Crop marks, which are the same on most sheets of a deck."""
    return tuple(draw_crop(grid, style, boxes))


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
