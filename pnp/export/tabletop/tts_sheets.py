"""Deck sheets for Tabletop Simulator. In: the pieces of one component. Out: grids of faces as RGB pictures.

Invariant: a grid has at most 10 × 7 slots, its picture at most 4096 × 4096 pixels; the last slot shows the hidden-card
face, the slots before it hold a face each from the top left, row by row; the rest is filled with the hidden-card face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PIL import Image

from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import Pixels, fit_pixels, paint_pictures
from pnp.export.tabletop.album import AlbumPiece, alike
from pnp.layout.drawing.frame import Frame, Outline, Shape

COLUMNS, ROWS, SIDE = 10, 7, 4096
DPI = 300
_GREY = "#5f5b55"


class DeckGrid(Struct, frozen=True):
    """How many slots a sheet has, and how large each is."""

    columns: int
    rows: int
    slot: Pixels

    @property
    def pixels(self) -> Pixels:
        """The size of the whole sheet."""
        return self.columns * self.slot[0], self.rows * self.slot[1]


class DeckSheet(Struct, frozen=True):
    """Pieces of one size on one grid; backs as a sheet of their own when they differ."""

    pieces: tuple[AlbumPiece, ...]
    grid: DeckGrid
    frame: Outline
    is_unique_back: bool


def plan_sheets(pieces: Sequence[AlbumPiece], faces: Sequence[Outline]) -> list[list[DeckSheet]]:
    """The pieces on as few sheets as they need; the sheets of one size and shape are a deck."""
    return [[_sheet(part, faces) for part in _batched(group, COLUMNS * ROWS - 1)] for group in alike(pieces, faces)]


def _sheet(pieces: tuple[AlbumPiece, ...], faces: Sequence[Outline]) -> DeckSheet:
    frame = faces[pieces[0].face]
    return DeckSheet(pieces, plan_grid(len(pieces) + 1, frame), frame, len({piece.back for piece in pieces}) > 1)


def plan_grid(slots: int, frame: Outline) -> DeckGrid:
    """The grid in which so many faces are largest; of those equally large the one with the fewest slots."""
    best: DeckGrid | None = None
    for columns in range(2, COLUMNS + 1):
        rows = max(2, -(-slots // columns))
        if rows > ROWS:
            continue
        slot = _slot(frame, columns, rows)
        grid = DeckGrid(columns, rows, slot)
        if best is None or (slot[0], -columns * rows) > (best.slot[0], -best.columns * best.rows):
            best = grid
    assert best is not None, "a sheet never gets more faces than it has slots"
    return best


def _slot(frame: Outline, columns: int, rows: int) -> Pixels:
    width, height = fit_pixels(frame, SIDE, DPI)
    scale = min(1.0, SIDE // columns / width, SIDE // rows / height)
    return max(1, int(width * scale)), max(1, int(height * scale))


def paint_sheet(pdf_resources: PdfResources, faces: Sequence[Outline], sheet: DeckSheet, side: str) -> Image.Image:
    """The faces or the backs of a deck sheet."""
    hidden = hidden_face(sheet, faces)
    shown = [faces[piece.face] if side == "face" else back_face(piece, faces) for piece in sheet.pieces]
    unique = list({id(frame): frame for frame in (*shown, hidden)}.values())
    slot = sheet.grid.slot
    painted = {
        id(frame): picture
        for frame, picture in zip(unique, paint_pictures(pdf_resources, unique, [slot] * len(unique)), strict=True)
    }
    picture = Image.new("RGB", sheet.grid.pixels)
    for number in range(sheet.grid.columns * sheet.grid.rows):
        frame = shown[number] if number < len(shown) else hidden
        picture.paste(
            painted[id(frame)], (number % sheet.grid.columns * slot[0], number // sheet.grid.columns * slot[1])
        )
    return picture


def back_face(piece: AlbumPiece, faces: Sequence[Outline]) -> Outline:
    """A piece's back; a plain one when it has none."""
    return faces[piece.back] if piece.back >= 0 else plain_back(faces[piece.face])


def hidden_face(sheet: DeckSheet, faces: Sequence[Outline]) -> Outline:
    """What others see of a card in a hand: the back all have, or else a plain one."""
    return plain_back(sheet.frame) if sheet.is_unique_back else back_face(sheet.pieces[0], faces)


def plain_back(frame: Outline) -> Outline:
    """A grey back for faces that are printed without one."""
    width, height = frame.width, frame.height
    path = ("M", 0.0, 0.0, "L", width, 0.0, "L", width, height, "L", 0.0, height, "Z")
    return Frame("plain back", width, height, 0.0, frame.corner, (Shape(path, fill=_GREY),), frame.cut)


def _batched(pieces: Sequence[AlbumPiece], most: int) -> Iterator[tuple[AlbumPiece, ...]]:
    for start in range(0, len(pieces), most):
        yield tuple(pieces[start : start + most])
