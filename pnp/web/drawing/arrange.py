"""Where the zones of a table are drawn. In: a scene by zones, the shape of the page. Out: boxes in units.

A board or a grid is the middle of the table; what else the table has lies beside it, the seats lie below or at the
right, as there is more room. Zones flow in lines, and the largest scale at which all of them have room is taken.
Invariant: no zone lies over another, and on a screen none outside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from textwrap import wrap

from msgspec import Struct
from msgspec.structs import replace

from pnp.web.drawing.blocks import GAP, Block, Grid, Spot, block_of
from pnp.web.drawing.look import Look
from pnp.web.drawing.places import UNITS
from pnp.web.drawing.zones import ZoneView

TITLE = 9.0  # units of a zone's title above its pieces
HEAD = 15.0  # of a seat's name and counters
BETWEEN = 6.0  # between zones
EDGE = 4.0  # round what is drawn
LARGEST = 0.8  # scale of cards: nothing is gained by larger ones
WORSE = 0.15  # of the logarithm of sizes: so much may a table change before all of it is laid out anew
ALONE = 1.3  # where the table has nothing else
UNLIKE = 1.6  # so much larger may the cards of a seat be than those of another
WIDEST = 62.0  # units of a piece of a grid
SMALLEST = 0.04
CARD_WIDE, NARROWEST = 92.0, 60.0  # units of a card on a phone
LETTER = 11.0  # units of a letter in a title on the smallest phone
MOST_LINES = 3  # of a title
HEIGHT = 320.0  # units of a screen's table


class Laid(Struct, frozen=True):
    """A zone, where it is drawn, and its pieces within it."""

    zone: ZoneView
    x: float
    y: float
    w: float
    h: float
    spots: tuple[Spot, ...]
    has_title: bool = True
    title_lines: int = 1  # on a phone: of the longest title in its line


class SeatBox(Struct, frozen=True):
    """What lies before a seat."""

    name: str
    x: float
    y: float
    w: float
    h: float


class Arranged(Struct, frozen=True):
    """A table: its zones and seats, in a box of so many units."""

    height: float
    zones: tuple[Laid, ...]
    seats: tuple[SeatBox, ...] = ()


class Room(Struct, frozen=True):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float

    def inner(self) -> Room:
        """Without its edge."""
        return Room(self.x + EDGE, self.y + EDGE, self.w - 2 * EDGE, self.h - 2 * EDGE)


class _Try(Struct):
    """One way to share the table out, and how good it is."""

    quality: float
    rooms: tuple[Room | None, Room | None, tuple[Room, ...]]
    scales: tuple[float, float, float]


class Memory:
    """How a table was shared out last: what lies where stays where it is as long as that is nearly as good."""

    def __init__(self) -> None:
        self.last: _Try | None = None

    def kept(self, main: list[Block], rest: list[Block], own: list[list[Block]]) -> _Try | None:
        """The same rooms for what lies there now; None when it is time to share out anew."""
        if self.last is None:
            return None
        main_room, rest_room, seat_rooms = self.last.rooms
        if (main_room is None, rest_room is None, len(seat_rooms)) != (not main, not rest, len(own)):
            return None
        now = _tried(main, rest, own, self.last.rooms)
        return now if abs(now.quality - self.last.quality) < WORSE else None


def screen(
    middle: Sequence[ZoneView],
    beside: Sequence[ZoneView],
    seats: Sequence[tuple[str, Sequence[ZoneView]]],
    look: Look,
    memory: Memory,
) -> Arranged:
    """The table of a big screen, all of it at once."""
    whole = Room(0, 0, UNITS, HEIGHT)
    main, rest = [block_of(z, look) for z in middle], [block_of(z, look) for z in beside]
    own = [[block_of(z, look) for z in zones] for _, zones in seats]
    best = memory.kept(main, rest, own)
    if best is None:
        ways = _ways(whole, bool(main), bool(rest), len(own))
        best = memory.last = max((_tried(main, rest, own, rooms) for rooms in ways), key=_quality)
    (main_room, rest_room, seat_rooms), scales = best.rooms, best.scales
    zones: list[Laid] = []
    if main_room is not None:
        zones += _lay(main, scales[0], main_room, has_title=False)
    if rest_room is not None:
        zones += _lay(rest, scales[1], rest_room)
    boxes = []
    for (name, _), blocks, room in zip(seats, own, seat_rooms, strict=True):
        boxes.append(SeatBox(name, room.x, room.y, room.w, room.h))
        below = _below_head(room)
        scale = min(_fit(blocks, below.inner()), scales[2] * UNLIKE)
        zones += _lay(blocks, scale, below, is_at_top=True)
    return Arranged(HEIGHT, tuple(zones), tuple(boxes))


def column(zones: Sequence[ZoneView], look: Look, you: str = "", width: float = UNITS) -> Arranged:
    """The table of a phone: one zone below the other, as wide as there is room, as high as it takes. Zones of others
    than `you` have their owner in the title.
    """
    laid: list[Laid] = []
    for zone in zones:
        block = block_of(zone, look)
        size = _widest(block, width)
        w, h = block.measure(size, width)
        spots = [replace(spot, y=spot.y + TITLE) for spot in block.spots(size, width)]
        laid.append(Laid(zone, (width - w) / 2 if zone.data.form == "grid" else 0, 0, w, h + TITLE, tuple(spots)))
    return Arranged(0, tuple(_with_tall_titles(laid, you, width)))


def _with_tall_titles(laid: Sequence[Laid], you: str, width: float) -> Iterator[Laid]:
    """The zones as a phone breaks them into lines; where one of a line has a long title, all have room for it."""
    line: list[Laid] = []
    taken = 0.0
    for one in (*laid, None):
        if line and (one is None or taken + one.w > width):
            lines = max(len(wrap(_title(it.zone, you), max(1, int(it.w / LETTER)))) for it in line)
            yield from (replace(it, title_lines=min(lines, MOST_LINES)) for it in line)
            line, taken = [], 0.0
        if one is not None:
            line.append(one)
            taken += one.w + BETWEEN


def _title(zone: ZoneView, you: str) -> str:
    owner = "" if zone.owner in ("", you) else f"{zone.owner}: "
    return f"{owner}{zone.words} {zone.count}"


def _widest(block: Block, width: float) -> float:
    """A phone shows cards a quarter as wide as itself, a little narrower where that keeps a row from overlapping; grids
    and boards whole, a board as wide as itself.
    """
    form = block.zone.data.form
    if form in ("grid", "spots"):
        whole = width / max(1.0, block.measure(1.0, width)[0])
        return min(whole, 90 / block.widest) if form == "grid" else whole
    usual, count = CARD_WIDE / block.widest, len(block.pieces)
    if form != "row" or block.is_fan or count * NARROWEST > width:
        return usual
    return min(usual, (width - GAP * (count - 1)) / block.length)


def _quality(tried: _Try) -> float:
    return tried.quality


def _ways(
    whole: Room, has_main: bool, has_rest: bool, seats: int
) -> Iterator[tuple[Room | None, Room | None, tuple[Room, ...]]]:
    """The ways to share a table out among its middle, what lies beside it, and the seats."""
    if has_main and seats:  # the middle as high as the screen, all else beside it
        for part in (0.45, 0.55, 0.62, 0.7):
            aside = _right(whole, part)
            for upper_part in (0.22, 0.32, 0.45) if has_rest else (0.0,):
                below = _bottom(aside, upper_part) if has_rest else aside
                for columns in (1, 2) if seats > 3 else (1,):
                    rooms = tuple(_cut(below, columns, -(-seats // columns)))[:seats]
                    yield _left(whole, part), _top(aside, upper_part) if has_rest else None, rooms
    for upper, seat_rooms in _seat_ways(whole, seats):
        if not has_main:
            yield None, upper if has_rest else None, seat_rooms
        elif not has_rest:
            yield upper, None, seat_rooms
        else:
            for part in (0.5, 0.6, 0.7, 0.78, 0.86):
                yield _left(upper, part), _right(upper, part), seat_rooms
                yield _top(upper, part), _bottom(upper, part), seat_rooms


def _seat_ways(whole: Room, seats: int) -> Iterator[tuple[Room, tuple[Room, ...]]]:
    if not seats:
        yield whole, ()
        return
    for part in (0.3, 0.38, 0.46, 0.55, 0.65, 0.75):
        for lines in (1, 2) if seats > 3 else (1,):
            yield _top(whole, part), tuple(_cut(_bottom(whole, part), -(-seats // lines), lines))[:seats]
        for columns in (1, 2) if seats > 3 else (1,):
            yield _left(whole, part), tuple(_cut(_right(whole, part), columns, -(-seats // columns)))[:seats]


def _cut(room: Room, columns: int, lines: int) -> Iterator[Room]:
    w, h = (room.w - BETWEEN * (columns - 1)) / columns, (room.h - BETWEEN * (lines - 1)) / lines
    for line in range(lines):
        for column_ in range(columns):
            yield Room(room.x + column_ * (w + BETWEEN), room.y + line * (h + BETWEEN), w, h)


def _left(room: Room, part: float) -> Room:
    return replace(room, w=room.w * part - BETWEEN / 2)


def _right(room: Room, part: float) -> Room:
    return replace(room, x=room.x + room.w * part + BETWEEN / 2, w=room.w * (1 - part) - BETWEEN / 2)


def _top(room: Room, part: float) -> Room:
    return replace(room, h=room.h * part - BETWEEN / 2)


def _bottom(room: Room, part: float) -> Room:
    return replace(room, y=room.y + room.h * part + BETWEEN / 2, h=room.h * (1 - part) - BETWEEN / 2)


def _below_head(room: Room) -> Room:
    return replace(room, y=room.y + HEAD, h=room.h - HEAD)


def _tried(
    main: list[Block],
    rest: list[Block],
    own: list[list[Block]],
    rooms: tuple[Room | None, Room | None, tuple[Room, ...]],
) -> _Try:
    """How large everything can be in these rooms; the least of it counts most."""
    main_room, rest_room, seat_rooms = rooms
    scales, quality = [LARGEST, LARGEST, LARGEST], 0.0
    if main_room is not None:
        largest = min((WIDEST / block.widest for block in main if isinstance(block, Grid)), default=3.0)
        scales[0] = _fit(main, main_room.inner(), largest, 0.0)
        quality += 2.2 * log(scales[0])
    if rest_room is not None:
        scales[1] = _fit(rest, rest_room.inner(), LARGEST if main or seat_rooms else ALONE)
        quality += 0.7 * log(scales[1])
    if seat_rooms:
        scales[2] = min(_fit(blocks, _below_head(room).inner()) for blocks, room in zip(own, seat_rooms, strict=True))
        quality += 1.2 * log(scales[2])
    return _Try(quality, rooms, (scales[0], scales[1], scales[2]))


def _fit(blocks: list[Block], room: Room, largest: float = LARGEST, title: float = TITLE) -> float:
    """The largest scale at which the zones have room."""
    if not blocks:
        return largest
    low, high = SMALLEST, largest
    if _has_room(blocks, high, room, title):
        return high
    for _ in range(7):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if _has_room(blocks, middle, room, title) else (low, middle)
    return low


def _has_room(blocks: list[Block], scale: float, room: Room, title: float) -> bool:
    x = y = tallest = 0.0
    for block in blocks:
        w, h = block.measure(scale, room.w)
        w = max(w, block.title_width) if title else w
        if w > room.w + 0.01:
            return False
        if x and x + w > room.w:
            x, y, tallest = 0.0, y + tallest + BETWEEN, 0.0
        x, tallest = x + w + BETWEEN, max(tallest, h + title)
    return y + tallest <= room.h


def _lay(blocks: list[Block], scale: float, room: Room, has_title: bool = True, is_at_top: bool = False) -> list[Laid]:
    """The zones in lines, the lines in the middle of the room."""
    room, title = room.inner(), TITLE if has_title else 0.0
    lines: list[list[Laid]] = [[]]
    x = y = tallest = 0.0
    for block in blocks:
        w, h = block.measure(scale, room.w)
        box = max(w, block.title_width) if has_title else w
        if lines[-1] and x + box > room.w:
            lines.append([])
            x, y, tallest = 0.0, y + tallest + BETWEEN, 0.0
        spots = tuple(replace(spot, y=spot.y + title) for spot in block.spots(scale, room.w))
        lines[-1].append(Laid(block.zone, x, y, box, h + title, spots, has_title))
        x, tallest = x + box + BETWEEN, max(tallest, h + title)
    down = room.y + (0.0 if is_at_top else max(0.0, (room.h - y - tallest) / 2))
    found = []
    for line in lines:
        aside = room.x + (max(0.0, room.w - line[-1].x - line[-1].w) / 2 if line else 0.0)
        found += [replace(one, x=one.x + aside, y=one.y + down) for one in line]
    return found
