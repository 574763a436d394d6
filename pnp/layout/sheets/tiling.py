"""Boards in tiles. In: a board's outline, the paper, the width of a tab. Out: tiles that together are the board, on
sheets with cut lines, tabs to glue, marks at the joints and a diagram of the whole.

Every length is mm; positions on the board count from its trim. Invariant: the tiles' own parts divide the board
without gap or overlap, each lies on its sheet in its true size and inside the printable area, and what a tab shows
is what lies on the next tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Figure, Group, Item, Outline, PathData, Placement, Shape, Sheet, Text
from pnp.layout.drawing.path import points_path, rect_path
from pnp.layout.sheets.grid import BAND, Paper, SheetGrid, SheetStyle
from pnp.layout.sheets.marks import BOLD, FONT, HAIR, INK, Foot, Translate, break_lines, draw_foot, width_of

WASTE = 5.0  # art beyond the cut on the left and above, so that a cut beside the line shows no white
RIM = 5.0  # beyond the board's bleed, for the marks that are cut off with it
_HALF = 2.2  # half the width of a diamond
_GREY, _LIGHT = "#666666", "#ffffff"
_LEAST_OWN = 20.0  # a tile shows at least this much of the board
_DIAGRAM = (50.0, 50.0)  # least room for the diagram beside the first tile
_PALE = 0.75  # how much of a diagram's board the paper's white takes
_TINY = 1e-6


class Tile(Struct, frozen=True):
    """One tile: the part of the board that is its own, and the larger one that is printed; left, top, right, bottom."""

    row: int
    column: int
    own: tuple[float, float, float, float]
    shown: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        """Of what is printed."""
        return self.shown[2] - self.shown[0]

    @property
    def height(self) -> float:
        """Of what is printed."""
        return self.shown[3] - self.shown[1]


class Tiling(Struct, frozen=True):
    """A board cut into tiles for paper of paper_width × paper_height."""

    paper_width: float
    paper_height: float
    columns: tuple[float, ...]  # where the columns begin and end: one more than there are columns
    rows: tuple[float, ...]
    tiles: tuple[Tile, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.columns) - 1, len(self.rows) - 1

    def joint(self, tile: Tile, side: str) -> str:
        """The name of a tile's joint: letters for upright ones, numbers for level ones; "" at the board's edge."""
        columns, rows = self.size
        if side in ("left", "right"):
            column = tile.column - (side == "left")
            return _letters(tile.row * (columns - 1) + column) if 0 <= column < columns - 1 else ""
        row = tile.row - (side == "top")
        return str(row * columns + tile.column + 1) if 0 <= row < rows - 1 else ""


def find_tiling(frame: Outline, style: SheetStyle, overlap: float) -> Tiling | None:
    """The tiling with fewest tiles; None when the paper is too small for a tile."""
    paper: Paper = style.paper
    sides = [(paper.width, paper.height), (paper.height, paper.width)]
    if frame.width > frame.height:
        sides.reverse()
    found = [tiling for side in sides if (tiling := _tiling(frame, *side, style.margin, overlap)) is not None]
    return min(found, key=lambda tiling: len(tiling.tiles), default=None)


def _tiling(frame: Outline, width: float, height: float, margin: float, overlap: float) -> Tiling | None:
    out = frame.bleed + RIM
    columns = _cuts(frame.width, width - 2 * margin, out, overlap)
    rows = _cuts(frame.height, height - 2 * margin - BAND, out, overlap)
    if not columns or not rows:
        return None
    tiles = [
        Tile(
            row,
            column,
            (left, top, right, bottom),
            (
                left - (WASTE if column else out),
                top - (WASTE if row else out),
                right + (overlap if column < len(columns) - 2 else out),
                bottom + (overlap if row < len(rows) - 2 else out),
            ),
        )
        for row, (top, bottom) in enumerate(pairwise(rows))
        for column, (left, right) in enumerate(pairwise(columns))
    ]
    return Tiling(width, height, columns, rows, tuple(tiles))


def _cuts(length: float, room: float, out: float, overlap: float) -> tuple[float, ...]:
    """Where to cut a side so that each part with what is printed beside it fits into the room: as few parts as do."""
    if length + 2 * out <= room + _TINY:
        return (0.0, length)
    # The first part has the board's edge and a tab, the last one waste and the edge, those between waste and a tab.
    end_parts, inner = [room - out - overlap, room - WASTE - out], room - WASTE - overlap
    if min(*end_parts, inner) < _LEAST_OWN:
        return ()
    many = 2 + max(0, ceil((length - sum(end_parts) - _TINY) / inner))
    room_of = [end_parts[0], *[inner] * (many - 2), end_parts[1]]
    # All parts shrink alike, so no tile is a narrow rest.
    factor = length / sum(room_of)
    return (*(round(at * factor, 3) for at in accumulate(room_of[:-1], initial=0.0)), length)


def tile_sheets(
    frame: Outline, face: int, style: SheetStyle, overlap: float, through: bool, foot: Foot, translate: Translate
) -> list[Sheet]:
    """The sheets of one board, which is that face of theirs; ValueError when no tile fits on the paper."""
    tiling = find_tiling(frame, style, overlap)
    if tiling is None:
        raise ValueError(f"{frame.name}: a tile of it with its tabs does not fit on {style.paper.title}")
    width, height = tiling.paper_width - 2 * style.margin, tiling.paper_height - 2 * style.margin - BAND
    first = tiling.tiles[0]
    beside = width - first.width - 4 >= _DIAGRAM[0]
    below = height - first.height - 4 >= _DIAGRAM[1]
    has_own = not beside and not below
    total = len(tiling.tiles) + has_own
    sheets = []
    if has_own:
        box = (style.margin + 10, style.margin + 10, width - 20, height - 20)
        figure, marks = draw_diagram(frame, face, tiling, box, 2, translate)
        sheets.append(_sheet(tiling, style, (), tuple(marks), replace(foot, sheet=1, sheets=total), (figure,)))
    for number, tile in enumerate(tiling.tiles, 1 + has_own):
        x, y = style.margin + (width - tile.width) / 2, style.margin + (height - tile.height) / 2
        marks, figures = [], []
        if number == 1:
            x, y = style.margin, style.margin
            if beside:
                box = (x + tile.width + 4, y + 6, width - tile.width - 4, height - 6)
            else:
                box = (x + 6, y + tile.height + 4, width - 12, height - tile.height - 4)
            figure, marks = draw_diagram(frame, face, tiling, box, 1, translate)
            figures.append(figure)
        left, top, right, bottom = tile.shown
        dx, dy = x - left, y - top
        # Beyond the bleed there is no art, so the face is cut there too.
        bleed = frame.bleed
        shown = (
            -max(top, -bleed),
            min(right, frame.width + bleed),
            min(bottom, frame.height + bleed),
            -max(left, -bleed),
        )
        # A placement's bleed counts outwards from each side, so a cut inside the board is a negative one.
        place = Placement(face, dx, dy, 0, (shown[0], shown[1] - frame.width, shown[2] - frame.height, shown[3]))
        marks += draw_tile(frame, tiling, tile, through, (dx, dy), translate)
        here = replace(foot, sheet=number, sheets=total)
        sheets.append(_sheet(tiling, style, (place,), tuple(marks), here, tuple(figures)))
    return sheets


def whole_sheet(frame: Outline, face: int, foot: Foot) -> Sheet:
    """The board in one piece: a page as large as its bleed, for a copy shop."""
    bleed = frame.bleed
    place = Placement(face, bleed, bleed, 0, (bleed,) * 4)
    return Sheet(f"{foot.component} 1", "front", frame.width + 2 * bleed, frame.height + 2 * bleed, (place,))


def _sheet(
    tiling: Tiling,
    style: SheetStyle,
    places: tuple[Placement, ...],
    marks: tuple[Item, ...],
    foot: Foot,
    figures: tuple[Figure, ...] = (),
) -> Sheet:
    grid = SheetGrid(tiling.paper_width, tiling.paper_height, 1, 1, 0, 0, 0, 0)
    size = (tiling.paper_width, tiling.paper_height)
    name = f"{foot.component} {foot.sheet}"
    return Sheet(name, "front", *size, places, (*marks, *draw_foot(grid, foot, style.margin)), figures=figures)


def draw_tile(
    frame: Outline, tiling: Tiling, tile: Tile, through: bool, shift: tuple[float, float], translate: Translate
) -> list[Item]:
    """Cut lines, tabs and marks of a tile, in the board's coordinates moved by `shift`."""
    left, top, right, bottom = tile.own
    out_left, out_top, out_right, out_bottom = tile.shown
    joints = {side: tiling.joint(tile, side) for side in ("left", "top", "right", "bottom")}
    bleed = frame.bleed
    cut: list[str | float] = []
    lay: list[str | float] = []
    for side, (x, y, to_x, to_y) in {
        "left": (left, out_top, left, out_bottom),
        "top": (out_left, top, out_right, top),
        "right": (right, out_top, right, out_bottom),
        "bottom": (out_left, bottom, out_right, bottom),
    }.items():
        if joints[side]:
            (cut if side in ("left", "top") else lay).extend(("M", x, y, "L", to_x, to_y))
    for x, way in ((0.0, -1), (frame.width, 1)):  # the board's own corners
        for y, down in ((0.0, -1), (frame.height, 1)):
            if out_left <= x <= out_right and out_top <= y <= out_bottom and _is_corner(tile, x, y):
                cut += ("M", x + way * (bleed + 0.5), y, "L", x + way * (bleed + RIM), y)
                cut += ("M", x, y + down * (bleed + 0.5), "L", x, y + down * (bleed + RIM))
    items: list[Item] = []
    if lay:
        # A light line under the dark one: one of them is seen on any art.
        items.append(Shape(tuple(lay), stroke=_LIGHT, width=3 * HAIR))
        items.append(Shape(tuple(lay), stroke=INK, width=HAIR, dash=(1.5, 1.0)))
    if cut:
        items.append(Shape(tuple(cut), stroke=_LIGHT, width=3 * HAIR))
        items.append(Shape(tuple(cut), stroke=INK, width=HAIR))
    edge: list[str | float] = []  # where a tab ends
    if joints["right"]:
        edge += ("M", out_right, out_top, "L", out_right, out_bottom)
    if joints["bottom"]:
        edge += ("M", out_left, out_bottom, "L", out_right, out_bottom)
    if edge:
        items.append(Shape(tuple(edge), stroke=_GREY, width=HAIR))
    for side, name in joints.items():
        if name:
            items += _joint_marks(frame, tile, side, name, through, translate)
    return [Group(tuple(items), (1.0, 0.0, 0.0, 1.0, *shift), name="tile")]


def _is_corner(tile: Tile, x: float, y: float) -> bool:
    return (x in (tile.own[0], tile.own[2])) and (y in (tile.own[1], tile.own[3]))


def _joint_marks(
    frame: Outline, tile: Tile, side: str, name: str, through: bool, translate: Translate
) -> Iterator[Item]:
    """Half diamonds at the ends of a joint where the board ends, its name on the tab or on what is cut off."""
    left, top, right, bottom = tile.own
    upright = side in ("left", "right")
    at = {"left": left, "right": right, "top": top, "bottom": bottom}[side]
    begin, end = (top, bottom) if upright else (left, right)
    length = frame.height if upright else frame.width
    into = 1.0 if side in ("left", "top") else -1.0  # towards the tile's own part
    rim = frame.bleed + RIM / 2
    places = [-rim] if begin <= _TINY else []
    places += [length + rim] if end >= length - _TINY else []
    if through:
        places.append((begin + end) / 2)
    for place in places:
        yield Shape(_half_diamond(at, place, into, upright), INK, _LIGHT, 0.2)
    # The name stands where it is glued over (tab) or cut off (waste), at a third from each end.
    outward = -into
    depth = (WASTE if into > 0 else _tab(tile, side)) / 2
    parts = (0.25, 0.75) if end - begin > 90 else (0.5,)
    for part in parts:
        place = begin + (end - begin) * part
        yield Shape(_half_diamond(at, place, outward, upright, 1.9), _LIGHT, INK, 0.15)
        x, y = (at + outward * 1.5, place) if upright else (place, at + outward * 1.5)
        yield Text(x - width_of(name, 5.0) / 2, y + 0.65, name, BOLD, 5.0, INK)
        if into < 0 and depth * 2 >= 8:
            words = translate("glue")
            wide = width_of(words, 6.0) + 2
            x, y = (at + outward * (depth + 1.6), place) if upright else (place, at + outward * (depth + 1.6))
            label: tuple[Item, ...] = (
                Shape(rect_path(-wide / 2, -1.5, wide, 3.0, (1.5,)), _LIGHT),
                Text(-width_of(words, 6.0) / 2, 0.75, words, FONT, 6.0, INK),
            )
            matrix = (0.0, -1.0, 1.0, 0.0, x, y) if upright else (1.0, 0.0, 0.0, 1.0, x, y)
            yield Group(label, matrix)


def _tab(tile: Tile, side: str) -> float:
    return tile.shown[2] - tile.own[2] if side == "right" else tile.shown[3] - tile.own[3]


def _half_diamond(at: float, place: float, way: float, upright: bool, scale: float = 1.0) -> PathData:
    """Its base lies on the joint, its point `way` from it."""
    half = _HALF * scale
    points = [(at, place - half), (at + way * half, place), (at, place + half)]
    return points_path(points if upright else [(y, x) for x, y in points], True)


def draw_diagram(
    frame: Outline, face: int, tiling: Tiling, box: tuple[float, float, float, float], number: int, translate: Translate
) -> tuple[Figure, list[Item]]:
    """The board in small, pale, with the tiles' numbers (those of their sheets) and their joints, and how to put it
    together. `face` is the board's number, `number` the first tile's.
    """
    x, y, width, height = box
    columns, rows = tiling.size
    size = 9.0 if width > 120 else 7.0
    line = size * 0.46
    lines = break_lines(translate("assembly"), width, size)
    title = 7.0
    text = len(lines) * line + 4
    scale = min(width / frame.width, (height - title - text) / frame.height, 0.5)
    top = y + title
    items: list[Item] = [Text(x, y + 3, f"{translate('tiles')}: {columns} × {rows}", BOLD, size + 2, INK)]
    small = rect_path(x, top, frame.width * scale, frame.height * scale)
    items.append(Group((Shape(small, _LIGHT),), opacity=_PALE))
    items.append(Shape(small, stroke=INK, width=0.2))
    for offset, tile in enumerate(tiling.tiles):
        left, up, right, down = (x + tile.own[0] * scale, top + tile.own[1] * scale, 0.0, 0.0)
        right, down = x + tile.own[2] * scale, top + tile.own[3] * scale
        path: list[str | float] = []
        if tile.column < columns - 1:
            path += ("M", right, up, "L", right, down)
        if tile.row < rows - 1:
            path += ("M", left, down, "L", right, down)
        if path:
            items.append(Shape(tuple(path), stroke=INK, width=0.2))
        large = min(18.0, (down - up) * 1.4, (right - left) * 1.4)
        label = str(number + offset)
        middle = (left + right) / 2, (up + down) / 2
        items.append(Text(middle[0] - width_of(label, large) / 2, middle[1] + large * 0.125, label, BOLD, large, INK))
        for side, (at_x, at_y) in {"right": (right, middle[1]), "bottom": (middle[0], down)}.items():
            name = tiling.joint(tile, side)
            if name:
                wide = max(width_of(name, 6.0) + 1.2, 2.6)
                items.append(Shape(rect_path(at_x - wide / 2, at_y - 1.3, wide, 2.6, (1.3,)), _LIGHT, INK, 0.15))
                items.append(Text(at_x - width_of(name, 6.0) / 2, at_y + 0.75, name, BOLD, 6.0, INK))
    below = top + frame.height * scale + line + 1
    items += [Text(x, below + row * line, words, FONT, size, INK) for row, words in enumerate(lines)]
    return Figure(face, x, top, scale), [Group(tuple(items), name="diagram")]


def _letters(number: int) -> str:
    """A, B … Z, AA, AB …"""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name
