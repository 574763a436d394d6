"""What is drawn on the paper itself. In: a SheetGrid, the boxes on it, the words of the foot line. Out: drawing items.

Invariant: every mark lies inside the printable area and outside every trim; crop marks outside the bleed too, unless
they are asked for between the cards. The foot line gives way to the cards: under them, beside them, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.frame import CUT, Group, Item, MarkShape, Matrix, PathData, Shape, Text
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.grid import BAND, CORNER, INSET, SheetGrid, SheetStyle

FONT = "fira-sans-condensed/Regular"
RULER = 50.0  # mm

Box = tuple[float, float, float, float]  # x, y, width, height

_LEAST = 0.8  # mm; a shorter crop mark is not seen
_HAIR = 0.1
_SHORT, _STRONG = 2.0, 0.25  # a mark shorter than that is drawn so strong, or nobody finds it
_PAPER = "#ffffff"
_INK = "#000000"
_CLEAR = 0.5  # between a mark and what it points at
_SIZE = 6.0  # points


class Foot(Struct, frozen=True):
    """The words of the foot line. `ruler`: what the bar is for; `side` is empty where there are fronts only."""

    game: str
    component: str
    paper: str = ""
    note: str = ""
    sheet_word: str = "sheet"
    side: str = ""
    ruler: str = "50 mm · print at 100 %"
    sheet: int = 1
    sheets: int = 1

    def text(self) -> str:
        """The whole line."""
        parts = (
            self.game,
            self.component,
            f"{self.sheet_word} {self.sheet}/{self.sheets}",
            self.side,
            self.paper,
            self.note,
        )
        return " · ".join(printable for part in parts if (printable := clean(part)))


def clean(text: str) -> str:
    """The text in one line, without characters that cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def draw_foot(grid: SheetGrid, foot: Foot, margin: float, indent: float = 0.0) -> Iterator[Item]:
    """The foot line and the bar to check the scale with, where there is room; `indent` shortens it at its ends."""
    if grid.band == "none":
        return
    on_side = grid.band == "left"
    ends = margin + indent
    length = (grid.paper_height if on_side else grid.paper_width) - 2 * ends
    has_ruler = length >= RULER + 30
    room = length - (RULER + 5 if has_ruler else 0)
    text = foot.text()
    most = int(room / (0.5 * _SIZE * MM_PER_PT))  # letters of a condensed face are about half as wide as their size
    if len(text) > most:
        text = text[: max(most - 1, 0)] + "…"
    items: list[Item] = [Text(0, BAND - 1.4, text, FONT, _SIZE, _INK)]
    if has_ruler:
        items += _ruler(length - RULER, clean(foot.ruler))
    if on_side:
        matrix: Matrix = (0, -1, 1, 0, margin, grid.paper_height - ends)
    else:
        matrix = (1, 0, 0, 1, ends, grid.paper_height - margin - BAND)
    yield Group(tuple(items), matrix, name="foot")


def _ruler(x: float, words: str) -> Iterator[Item]:
    """A bar of 50 mm, a tick each 10 mm, its words above it."""
    base = BAND - 0.2
    path: list[str | float] = ["M", x, base, "L", x + RULER, base]
    for step in range(6):
        at, top = x + step * 10, base - (2.4 if step in (0, 5) else 0.9)
        path += ["M", at, top, "L", at, base]
    yield Shape(tuple(path), stroke=_INK, width=0.2)
    yield Text(x + 1.2, BAND - 1.4, words, FONT, 5.0, _INK)


def unmarked_sides(grid: SheetGrid, style: SheetStyle) -> str:
    """Where there is no room for crop marks: `beside`, `above` (and below), both, or ""."""
    top_room = grid.y - grid.outer[0] - style.margin
    right_room = grid.x - grid.outer[3] - style.margin
    sides = ("beside" if right_room < _LEAST else "", "above" if top_room < _LEAST else "")
    return " and ".join(side for side in sides if side)


def draw_crop(grid: SheetGrid, style: SheetStyle, boxes: Sequence[Box]) -> Iterator[Item]:
    """Crop marks for the boxes (x, y, width, height) of the sheet; a fold gets its own, dashed."""
    right, bottom = grid.paper_width - grid.x, grid.paper_height - grid.y
    columns = _edges([(x, x + width) for x, _, width, _ in boxes], style.margin, grid.paper_width)
    rows = _edges([(y, y + height) for _, y, _, height in boxes], style.margin, grid.paper_height)
    above, side = grid.outer[0], grid.outer[3]
    top_room = grid.y - above - style.margin
    low_room = top_room - (BAND if grid.band == "bottom" else 0.0)
    right_room = grid.x - side - style.margin
    left_room = right_room - (BAND if grid.band == "left" else 0.0)
    tick = _edge_tick if style.crop == "edge" else _tick
    ways = [(top_room, [tick(x, grid.y - above, 0, -1, top_room, style.mark) for x in columns])]
    ways.append((low_room, [tick(x, bottom + above, 0, 1, low_room, style.mark) for x in columns]))
    ways.append((left_room, [tick(grid.x - side, y, -1, 0, left_room, style.mark) for y in rows]))
    ways.append((right_room, [tick(right + side, y, 1, 0, right_room, style.mark) for y in rows]))
    path = [part for room, ticks in ways if room >= _SHORT for mark in ticks for part in mark]
    short = [part for room, ticks in ways if room < _SHORT for mark in ticks for part in mark]
    if path:
        yield MarkShape(tuple(path), stroke=_INK, width=_HAIR)
    if short:
        yield MarkShape(tuple(short), stroke=_INK, width=_STRONG)
    if style.crop == "full" and grid.gutter >= 1 and (between := _between(grid, boxes)):
        yield Shape(tuple(between), stroke=_INK, width=_HAIR)  # inside the trim of the page, so of black ink alone
    if grid.fold:
        middle = grid.paper_width / 2
        fold = _tick(middle, grid.y - above, 0, -1, top_room, 2 * style.mark)
        fold += _tick(middle, bottom + above, 0, 1, low_room, 2 * style.mark)
        yield MarkShape(tuple(fold), stroke=_INK, width=_HAIR, dash=(1.0, 0.6))


def draw_cut(path: PathData, matrix: Matrix) -> Item:
    """The outline of a trim that is no rectangle; scissors need a line to follow, on dark art too."""
    halo = Shape(path, stroke=_PAPER, width=4 * _HAIR)
    return Group((halo, Shape(path, stroke=_INK, width=_HAIR)), matrix, name=CUT)


def _edges(spans: Sequence[tuple[float, float]], margin: float, length: float) -> list[float]:
    """Where there is something to cut and a mark can be printed, each place once."""
    edges = {round(edge, 4) for span in spans for edge in span}
    return sorted(edge for edge in edges if margin <= edge <= length - margin)


def _tick(x: float, y: float, way_x: int, way_y: int, room: float, length: float) -> list[str | float]:
    """A mark that runs outward from (x, y), no longer than `room`; nothing where it would be too short to see."""
    if room < _LEAST:
        return []
    begin, end = min(_CLEAR, room / 4), min(length, room)
    return ["M", x + way_x * begin, y + way_y * begin, "L", x + way_x * end, y + way_y * end]


def _edge_tick(x: float, y: float, way_x: int, way_y: int, room: float, length: float) -> list[str | float]:
    """A mark that ends where the printable area does, and comes no nearer to the cards than its length asks for."""
    begin = max(min(_CLEAR, room / 4), room - length)
    if room < _LEAST:
        return []
    return ["M", x + way_x * begin, y + way_y * begin, "L", x + way_x * room, y + way_y * room]


def _between(grid: SheetGrid, boxes: Sequence[Box]) -> list[str | float]:
    """Short marks at every corner that points into the grid: in the gutters, clear of all trims."""
    reach, clear = grid.gutter / 2, min(_CLEAR, grid.gutter / 4)
    right, bottom = grid.paper_width - grid.x, grid.paper_height - grid.y
    path: list[str | float] = []
    for x, y, width, height in boxes:
        for at_x, way_x in ((x, -1), (x + width, 1)):
            for at_y, way_y in ((y, -1), (y + height, 1)):
                if grid.x <= at_x + way_x * reach <= right:
                    path += ["M", at_x + way_x * clear, at_y, "L", at_x + way_x * reach, at_y]
                if grid.y <= at_y + way_y * reach <= bottom:
                    path += ["M", at_x, at_y + way_y * clear, "L", at_x, at_y + way_y * reach]
    return path


SQUARE = 5.0
LINE = 1.0
SHORT, LONG = 5.0, 20.0
CLEAR = CORNER - SQUARE
FOOT_INDENT = INSET + LONG  # keeps the foot line away from the marks

_BLACK = "#000000"


def draw_registration(grid: SheetGrid) -> list[Item]:
    """The three marks."""
    across, down = arm_lengths(grid)
    right, bottom = grid.paper_width - INSET, grid.paper_height - INSET
    return [
        Shape(_rect(INSET, INSET, SQUARE, SQUARE), fill=_BLACK),
        Shape(_ell(right, INSET, -across, down, -LINE, LINE), fill=_BLACK),
        Shape(_ell(INSET, bottom, across, -down, LINE, -LINE), fill=_BLACK),
    ]


def arm_lengths(grid: SheetGrid) -> tuple[float, float]:
    """How long the marks' arms are along the paper's width and along its height."""
    beside = grid.x - grid.outer[3] - CLEAR - INSET  # from the marks' outer edge to where the cards begin
    above = grid.y - grid.outer[0] - CLEAR - INSET
    across = LONG if above >= LINE else min(LONG, max(SHORT, beside))
    down = LONG if beside >= LINE else min(LONG, max(SHORT, above))
    return across, down


def _rect(x: float, y: float, width: float, height: float) -> tuple[str | float, ...]:
    return ("M", x, y, "L", x + width, y, "L", x + width, y + height, "L", x, y + height, "Z")


def _ell(x: float, y: float, across: float, down: float, thick_x: float, thick_y: float) -> tuple[str | float, ...]:
    """An L with its outer corner at (x, y); signs say which way the arms go."""
    return (
        *("M", x, y, "L", x + across, y, "L", x + across, y + thick_y, "L", x + thick_x, y + thick_y),
        *("L", x + thick_x, y + down, "L", x, y + down, "Z"),
    )


BOLD = "fira-sans-condensed/Bold"
HAIR = 0.1
INK = "#000000"
_GLUE = "#9a9a9a"
_HATCH = 2.5

Translate = Callable[[str], str]  # a word of the sheets in the language of the build


def width_of(text: str, size: float) -> float:
    """About how wide a text is, in mm: letters of a condensed face are about half as wide as their size in points."""
    return len(text) * 0.47 * size * MM_PER_PT


def break_lines(text: str, width: float, size: float) -> list[str]:
    """The words in lines no wider than `width`."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fold_lines(lines: Sequence[tuple[float, float, float, float]]) -> Item:
    """Where paper is folded: from (x, y) to (x, y) each; drawn on white so that it shows on dark art."""
    path: list[str | float] = []
    for x, y, to_x, to_y in lines:
        path += ("M", x, y, "L", to_x, to_y)
    pale = Shape(tuple(path), stroke="#ffffff", width=0.3)
    return Group((pale, Shape(tuple(path), stroke=INK, width=0.15, dash=(1.6, 1.2))), name="fold")


def glue_area(box: Box, clip: PathData, words: str) -> Item:
    """An area that is glued: hatched, with the word in its middle."""
    x, y, width, height = box
    path: list[str | float] = []
    at = -height
    while at < width:
        path += ("M", x + at, y + height, "L", x + at + height, y)
        at += _HATCH
    items: list[Item] = [Shape(tuple(path), stroke=_GLUE, width=0.15)]
    wide = width_of(words, 6.0) + 2.4
    if wide + 1 <= max(width, height) and min(width, height) >= 4:
        label: tuple[Item, ...] = (
            Shape(rect_path(-wide / 2, -1.6, wide, 3.2, (1.6,)), "#ffffff"),
            Text(-width_of(words, 6.0) / 2, 0.75, words, FONT, 6.0, INK),
        )
        middle = x + width / 2, y + height / 2
        upright = (0.0, -1.0, 1.0, 0.0, *middle)
        items.append(Group(label, upright if height > width else (1.0, 0.0, 0.0, 1.0, *middle)))
    return Group(tuple(items), clip=clip, name="glue")
