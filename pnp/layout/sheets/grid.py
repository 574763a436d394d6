"""The grid of a sheet. In: the size of a face, how many, the paper. Out: a SheetGrid, which knows where each card lies.

Every length is mm, y counts down. Invariant: as few sheets as the printable area allows, the grid in its middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, inf

from msgspec import Struct

from pnp.layout.drawing.frame import Outline

DUPLEX = ("long", "short", "fold", "none")
SIDES = ("both", "front", "back")
CROPS = ("outer", "full", "edge", "none")
BLEEDS = ("full", "outer")
REGISTRATIONS = ("none", "silhouette")
BAND = 4.0  # height of the foot line

# What surrounds the grid, from the paper's edge inwards: margin, foot line, crop marks, bleed.
_SHORT_MARK = 2.0
_LEAST_BLEED = 1.0  # where marks and bleed share less room than they want
_FOLD_GAP = 2.0
_LEAST_GUTTER = 1.0  # under it one cut had better serve both cards
_TINY = 1e-6

# What a cutting plotter wants: its marks stand that far inside the paper's edge, and that much is kept clear at each of
# their corners; cards stand that far apart.
INSET = 10.0
CORNER = 6.5
REGISTERED_GAP = 1.25


class Paper(Struct, frozen=True):
    """A sort of paper, upright: width is the short side."""

    id: str
    width: float
    height: float
    title: str = ""


class SheetStyle(Struct, frozen=True):
    """How sheets are made.

    margin: what a printer cannot print, on every side.
    gutter: between two cards; negative is as wide as costs no sheet and no crop mark, at most twice the bleed.
    duplex: the edge over which the printer turns the paper; `fold`: faces and backs on one side, mirrored about a fold;
            `none`: faces only.
    side:   both, or only the fronts or the backs.
    crop:   marks around the grid (`outer`), between the cards too (`full`), at the paper's edge, away from the cards
            (`edge`), or `none`; `mark` is their length.
    bleed:  shown around each card (`full`), or only outside the grid (`outer`): then cards touch, gutters given aside.
    registration: marks for a cutting plotter (`silhouette`), or `none`; see registration.py.
    skip:   slots that stay empty on every sheet, counted from 1 along the rows; then every sheet has its full grid.
    """

    paper: Paper
    margin: float = 5.0
    gutter: float = -1.0
    duplex: str = "long"
    side: str = "both"
    crop: str = "outer"
    mark: float = 4.0
    bleed: str = "full"
    registration: str = "none"
    skip: tuple[int, ...] = ()


class SheetGrid(Struct, frozen=True):
    """Where the cards of one sheet lie: columns × rows boxes of width × height, the first at (x, y).

    With `fold` the grid is the left half; the backs lie mirrored in the right one. `inner` is the bleed shown between
    two cards, `outer` outside the grid, `band` where the foot line stands: bottom, left, over (a page that fills the
    paper) or none. `empty` holds the slots that are skipped, counted from 0.
    """

    paper_width: float
    paper_height: float
    columns: int
    rows: int
    width: float
    height: float
    x: float
    y: float
    gutter: float = 0.0
    inner: float = 0.0
    outer: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    band: str = "bottom"
    fold: bool = False
    empty: frozenset[int] = frozenset()

    @property
    def count(self) -> int:
        """Slots of a sheet."""
        return self.columns * self.rows

    @property
    def slots(self) -> list[int]:
        """The slots that are filled, in order."""
        return [slot for slot in range(self.count) if slot not in self.empty]

    def box(self, slot: int) -> tuple[float, float]:
        """Top left corner of a slot; slots go along the rows."""
        row, column = divmod(slot, self.columns)
        return self.x + column * (self.width + self.gutter), self.y + row * (self.height + self.gutter)

    def shown(self, slot: int) -> tuple[float, float, float, float]:
        """The bleed shown above, right of, below and left of a slot."""
        row, column = divmod(slot, self.columns)
        inner = self.inner
        above, right, below, left = self.outer
        return (
            above if row == 0 else inner,
            right if column == self.columns - 1 else inner,
            below if row == self.rows - 1 else inner,
            left if column == 0 else inner,
        )


def find_grid(frame: Outline, style: SheetStyle, many: int = 10**9, fold: bool = False) -> SheetGrid | None:
    """The grid for `many` faces of this size; None when not even one fits on the paper.

    First as few sheets as possible; then, where the gutter is free, the widest that costs no sheet, so that a cut
    beside the line does not show the neighbour. Both ways of laying the paper are tried; the upright one wins a tie,
    unless the face itself is wide. Then as few rows and columns, and so cuts, as possible.
    """
    paper = style.paper
    sides = ((paper.width, paper.height), (paper.height, paper.width))
    wide = frame.width > frame.height + _TINY
    areas = [
        _Area(*side, clear, frame, style, fold)
        for side in (reversed(sides) if wide else sides)
        for clear in _clearances(frame, style)
    ]
    # `min` keeps the first of equals: the upright paper, or the wide one for a wide face.
    area = min(areas, key=lambda area: area.sheets(many))
    if area.sheets(many) == inf:
        return None
    return max(area.grids(ceil(many / area.sheets(many))), key=lambda grid: (grid.gutter, -grid.columns - grid.rows))


def _clearances(frame: Outline, style: SheetStyle) -> list[tuple[float, float]]:
    """What the cards keep clear of, beside them and above: the margin, or the plotter's marks in the corners."""
    if style.registration == "none":
        return [(style.margin, style.margin)]
    bleed = min(frame.bleed, REGISTERED_GAP / 2)
    return [(INSET + CORNER + bleed, INSET + bleed), (INSET + bleed, INSET + CORNER + bleed)]


class _Area:
    """What can be used of a paper laid one way."""

    def __init__(
        self, width: float, height: float, clear: tuple[float, float], frame: Outline, style: SheetStyle, fold: bool
    ) -> None:
        self.width, self.height = width, height
        self.frame, self.style, self.fold = frame, style, fold
        self.registered = style.registration != "none"
        gutter = self._least_gutter()
        self.inner = max(frame.bleed, _FOLD_GAP, gutter / 2) if fold else 0.0  # from the fold to the first card
        beside, above = clear
        # Folded, the faces have but half of the paper, and the fold takes the place of one margin.
        across = width / 2 - beside - self.inner if fold else width - 2 * beside
        self.columns = _many(across, frame.width, gutter)
        self.rows = _many(height - 2 * above, frame.height, gutter)
        if not self.columns * self.rows:
            # What fits on the paper but not inside its margins is a page by itself.
            whole_page = frame.width <= width + _TINY and frame.height <= height + _TINY
            self.columns = self.rows = int(whole_page and not fold and not self.registered)
        count = self.columns * self.rows
        self.empty = frozenset(slot - 1 for slot in style.skip if slot <= count) if count > 1 else frozenset()

    def sheets(self, many: int) -> float:
        """How many sheets so many faces take."""
        filled = self.columns * self.rows - len(self.empty)
        return ceil(many / filled) if filled else inf

    def grids(self, count: int) -> Iterator[SheetGrid]:
        """Grids that hold `count`, those with most columns first; only the full one where slots are skipped."""
        if self.style.skip:
            yield self._grid(self.columns, self.rows)
            return
        for columns in range(min(self.columns, count), 0, -1):
            rows = -(-count // columns)
            if rows <= self.rows:
                yield self._grid(columns, rows)

    def _least_gutter(self) -> float:
        style = self.style
        if style.gutter < 0 and self.registered:
            return REGISTERED_GAP
        return max(style.gutter, 0.0)

    def _grid(self, columns: int, rows: int) -> SheetGrid:
        frame, style, bleed = self.frame, self.style, self.frame.bleed
        gutter = self._least_gutter()
        x, y = self._corner(columns, rows, gutter)
        band = "bottom" if self.registered else _band(x, y, frame, style.margin, columns * rows)
        if style.gutter < 0 and style.bleed == "full" and not self.registered:
            reserved = style.margin + bleed + style.mark  # beside the grid, on each side of it
            # The grid stays in the middle, so what is spare at one side is there twice; at a fold it ends and grows one
            # way.
            spare_x = (1 if self.fold else 2) * (x - reserved - _room(band, "left"))
            spare_y = 2 * (y - reserved - _room(band, "bottom"))
            gutter = _widest_gutter(2 * bleed, spare_x, columns, spare_y, rows)
            x, y = self._corner(columns, rows, gutter)
        if self.registered:
            side = top = min(bleed, REGISTERED_GAP / 2)
        else:
            side = _outer_bleed(bleed, x - style.margin - _room(band, "left"))
            top = _outer_bleed(bleed, y - style.margin - _room(band, "bottom"))
        # Each of two neighbours shows at most half of the gutter, so no bleed reaches the other's trim.
        inner = min(bleed, gutter / 2) if style.bleed == "full" else 0.0
        if self.registered:
            inner = min(inner, REGISTERED_GAP / 2)
        outer = (top, min(bleed, self.inner) if self.fold else side, top, side)
        size = (columns, rows, frame.width, frame.height)
        return SheetGrid(self.width, self.height, *size, x, y, gutter, inner, outer, band, self.fold, self.empty)

    def _corner(self, columns: int, rows: int, gutter: float) -> tuple[float, float]:
        """Where the first card lies, so that the grid is in the middle (or ends at the fold)."""
        width = columns * self.frame.width + (columns - 1) * gutter
        height = rows * self.frame.height + (rows - 1) * gutter
        return self.width / 2 - self.inner - width if self.fold else (self.width - width) / 2, (
            self.height - height
        ) / 2


def _many(room: float, size: float, gutter: float) -> int:
    return max(0, floor((room + gutter + _TINY) / (size + gutter)))


def _widest_gutter(most: float, spare_x: float, columns: int, spare_y: float, rows: int) -> float:
    """The same gutter both ways, in half millimetres; none where it would be too narrow to be of use."""
    bounds = [most]
    if columns > 1:
        bounds.append(spare_x / (columns - 1))
    if rows > 1:
        bounds.append(spare_y / (rows - 1))
    gutter = floor(2 * (min(bounds) + _TINY)) / 2
    return gutter if gutter >= _LEAST_GUTTER and columns * rows > 1 else 0.0


def _band(beside: float, below: float, frame: Outline, margin: float, count: int) -> str:
    """Where the foot line can stand: below the cards, else on their left, else over a page that fills the paper."""
    least = margin + BAND
    wanted = least + min(frame.bleed, 1.0) + (_SHORT_MARK if is_cut(frame, count) else 0.0)
    name, room = max((("bottom", below), ("left", beside)), key=lambda pair: min(pair[1], wanted))
    if room + _TINY >= least:
        return name
    return "over" if count == 1 and not frame.bleed else "none"


def _room(band: str, side: str) -> float:
    return BAND if band == side else 0.0


def _outer_bleed(bleed: float, room: float) -> float:
    """Bleed shown outside the grid: all of it, unless the crop marks need the room."""
    room = max(room, 0.0)
    return min(bleed, max(room - _SHORT_MARK, min(room / 2, _LEAST_BLEED)))


def is_cut(frame: Outline, count: int) -> bool:
    """A page by itself that has no bleed is not cut out, so it needs no crop marks."""
    return bool(frame.bleed or count > 1)
