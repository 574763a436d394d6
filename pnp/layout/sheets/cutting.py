"""What is cut out of each sheet. In: leaves of cards, or chits on their sheets. Out: Cuttings: outlines on the paper.

Every length is mm of the paper, y down. Invariant: an outline lies exactly where the trim is on the front of its sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.layout.drawing.frame import Outline, PathData
from pnp.layout.drawing.path import rect_path, transform_path
from pnp.layout.sheets.grid import SheetStyle
from pnp.layout.sheets.impose import PaperLeaf, SheetPiece, lay_out
from pnp.layout.sheets.packing import pack_leaves


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
