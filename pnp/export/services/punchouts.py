"""Pieces of any shape on sheets that a laser cuts. In: Pieces, the sheets a printer sells. Out: Crafted: for each sheet
its front, its back and its lines to cut.

The maker asks for lines an eighth of an inch apart and from the edge, each held by nicks that the laser leaves out, in
a vector file of their own. Invariant: a piece has its own size; no bleed reaches another piece's trim; turned over like
the page of a book, each back lies behind its face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

from msgspec.structs import replace

from pnp.base.units import MM_PER_INCH
from pnp.export.order.manifest import made_file
from pnp.export.services.pieces import Crafted, OrderPainter, Piece, count_pieces, describe_canvas
from pnp.export.services.service import PrintProduct
from pnp.export.sheets.cutlines import flatten, svg_lines
from pnp.layout.drawing.frame import Frame, PathData, Placement, Sheet
from pnp.layout.drawing.path import transform_path
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import SheetPiece, behind
from pnp.layout.sheets.packing import PlacedChit, outline_of_frame, pack_chits

APART = MM_PER_INCH / 8  # between two lines, and from the edge of the sheet
BLEED = APART / 2  # of a piece: what the laser may be beside the line
NICKS = {"punchout": 0.01 * MM_PER_INCH, "cardstock": 0.02 * MM_PER_INCH}  # how long a nick is, by the kind of sheet
_HELD = 60.0  # mm between two nicks at most; never fewer than four
_TINY = 1e-6


def holds(product: PrintProduct, piece: Piece) -> bool:
    """True when the piece lies on the sheet, as far from its edge as is asked for."""
    width, height = product.trim
    face = piece.face
    return face.width <= width - 2 * APART + _TINY and face.height <= height - 2 * APART + _TINY


def sheet_folder(product: PrintProduct) -> str:
    """The folder of its files."""
    return product.name.lower().replace(" ", "-")


def craft_punchouts(
    painter: OrderPainter, pieces: Sequence[Piece], products: Sequence[PrintProduct], title: str
) -> Crafted:
    """All pieces on the smallest sheet that holds them, or on several of the largest; each fits on one of them."""
    frames: list[Frame] = []
    listed = [SheetPiece(*(_numbers(piece, frames)), copies=piece.copies) for piece in pieces]
    ways = []
    for product in products:
        if all(holds(product, piece) for piece in pieces):
            ways.append((product, _pack(frames, listed, product)))
            if len(ways[-1][1]) == 1:
                break
    product, leaves = ways[-1]
    folder = sheet_folder(product)
    sheets = [sheet for leaf in leaves for sheet in _sides(frames, leaf, product)]
    ids = list(dict.fromkeys(piece.component.id for piece in pieces))
    files = []
    pictures = painter.sheet_pictures(frames, sheets)
    for number, leaf in enumerate(leaves, 1):
        for side in ("front", "back"):
            files.append(made_file(f"{folder}/{number:02}-{side}.png", "png", ids, 1, len(leaf), next(pictures)))
        lines = [line for spot in leaf for line in _lines(frames, spot, NICKS[product.kind])]
        cut = svg_lines(*product.trim, lines, f"{title}: {product.name} {number}")
        files.append(made_file(f"{folder}/{number:02}-cut.svg", "svg", ids, 1, len(leaf), cut))
    count = f"{len(leaves)} sheets" if len(leaves) > 1 else "1 sheet"
    words = f"{describe_canvas(product)}, {count}: {count_pieces(pieces)}, unscaled"
    return Crafted(product, f"{folder}/", tuple(ids), (words,), tuple(files))


def _numbers(piece: Piece, frames: list[Frame]) -> tuple[int, int]:
    """Face and back among the frames, with no more bleed than half of what is between two pieces."""
    first = len(frames)
    frames += [replace(side, bleed=min(side.bleed, BLEED)) for side in piece.sides]
    return first, first + 1 if piece.back is not None else -1


def _pack(frames: Sequence[Frame], pieces: Sequence[SheetPiece], product: PrintProduct) -> list[list[PlacedChit]]:
    width, height = product.trim
    bleed = max(frame.bleed for frame in frames)
    style = SheetStyle(Paper(product.name, width, height, product.name), margin=APART - bleed, duplex=_duplex(product))
    return pack_chits(frames, pieces, style, APART, band=0.0)


def _duplex(product: PrintProduct) -> str:
    """The edge over which a sheet is turned like the page of a book: the upright one."""
    width, height = product.trim
    return "long" if height >= width else "short"


def _sides(frames: Sequence[Frame], leaf: Sequence[PlacedChit], product: PrintProduct) -> Iterator[Sheet]:
    width, height = product.trim
    fronts, backs = [], []
    for spot in leaf:
        face, number = frames[spot.piece.face], spot.piece.back
        fronts.append(Placement(spot.piece.face, spot.x, spot.y, 0, _all_round(face)))
        if number >= 0:
            place = behind(spot.x, spot.y, face.width, face.height, width, height, _duplex(product))
            backs.append(Placement(number, *place, _all_round(frames[number])))
    yield Sheet(product.name, "front", width, height, tuple(fronts))
    yield Sheet(product.name, "back", width, height, tuple(backs))


def _all_round(frame: Frame) -> tuple[float, float, float, float]:
    return (frame.bleed, frame.bleed, frame.bleed, frame.bleed)


def _lines(frames: Sequence[Frame], spot: PlacedChit, nick: float) -> Iterator[PathData]:
    outline = transform_path(outline_of_frame(frames[spot.piece.face]), (1.0, 0.0, 0.0, 1.0, spot.x, spot.y))
    for ring in flatten(outline):
        yield from nicked([(x, y) for x, y, _ in ring], nick)


def nicked(ring: Sequence[tuple[float, float]], nick: float) -> Iterator[PathData]:
    """A closed outline as lines with evenly spaced gaps between them, mm."""
    points = [*ring, ring[0]]
    ends = [0.0]
    for (x, y), (to_x, to_y) in pairwise(points):
        ends.append(ends[-1] + hypot(to_x - x, to_y - y))
    total = ends[-1]
    count = max(4, ceil(total / _HELD))
    for number in range(count):
        begin = (number + 0.5) * total / count + nick / 2  # in the middle of edges, where corners hold the piece least
        yield _stretch(points, ends, begin, begin + total / count - nick)


def _stretch(points: Sequence[tuple[float, float]], ends: Sequence[float], begin: float, end: float) -> PathData:
    """What lies between two lengths along the outline, which goes on from its start."""
    total = ends[-1]
    corners = [
        (at + turn, point)
        for turn in (0.0, total)
        for at, point in zip(ends[:-1], points, strict=False)
        if begin + _TINY < at + turn < end - _TINY
    ]
    path: list[str | float] = ["M", *_point(points, ends, begin)]
    for _, (x, y) in corners:
        path += ["L", x, y]
    return (*path, "L", *_point(points, ends, end))


def _point(points: Sequence[tuple[float, float]], ends: Sequence[float], at: float) -> tuple[float, float]:
    at %= ends[-1]
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        if at <= ends[number + 1] and ends[number + 1] > ends[number]:
            part = (at - ends[number]) / (ends[number + 1] - ends[number])
            return x + part * (to_x - x), y + part * (to_y - y)
    return points[0]
