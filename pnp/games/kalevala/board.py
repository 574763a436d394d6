"""The board. In: a board and a tile laid on it. Out: the board after, with the facts that placing and scoring read.

The kernel keeps the tiles of a table's zone in it, by the `x,y` people type. Inside, a square is one number,
1000·y + x, so its neighbours are ±1 and ±1000. The derived facts (`reach`, `closed`, `walled`, `zeroed`, `isolated`)
are updated with each tile instead of being searched for again: that is what makes a ruling fast. Invariants: a Board is
never changed after it was made, and it equals `build` of its stacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from pnp.games.kalevala.game_data import GameData

Stack = tuple[str, ...]
Square = int
Point = tuple[int, int]
Spans = tuple[int, int, int, int]  # lengths of the runs that touch a square: left, right, up, down

ROW = 1000
SIDES = (-1, 1, -ROW, ROW)
FAR = ROW // 2 - 1  # the farthest x or y a square can have
NOWHERE: Spans = (0, 0, 0, 0)


class Points(dict[Square, dict[str, int]]):
    """What tiles would score on squares of a board, as far as anybody asked (`simulation/rating.py`).

    It follows from the board: two boards are equal whatever was asked of them.
    """

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Points)

    __hash__ = None

    def kept(self, board: Board, square: Square, zeroed: frozenset[Square]) -> Points:
        """Those that hold still when a tile was laid on a square of a board: on squares whose row and column go neither
        through it nor through one that begins or ends to be zeroed.
        """
        points = Points(self)
        changed = [square]
        if zeroed is not board.zeroed:
            changed += zeroed ^ board.zeroed
            for other, tile in board.tops.items():
                if tile in board.data.zeroing:
                    points.pop(other, None)  # covered, it leaves zeroed what others zero
        for at in changed:
            left, right, up, down = spans_at(board, at)
            for other in range(at - left - 1, at + right + 2):
                points.pop(other, None)
            for other in range(at - ROW * (up + 1), at + ROW * (down + 2), ROW):
                points.pop(other, None)
        return points


class Board(Struct, frozen=True, gc=False):
    """Tiles on squares, and what follows from them.

    data:   what is printed on the tiles
    tops:   the visible tile of every occupied square
    under:  what lies covered there, lowest first (KAL-23)
    reach:  empty squares where a tile may lie by KAL-13 and KAL-14, each with the runs that touch it
    closed: the other empty squares beside a tile: a line would get too long there (KAL-14)
    walled: squares beside a visible Kullervo (KAL-17)
    zeroed: squares beside a visible Lemminkäinen (KAL-29)
    isolated: occupied squares without an occupied neighbour (KAL-13 forbids covering there)
    points: what was found out of points on this board, if anything: the one part that comes later (`points_on`)
    """

    data: GameData = GameData()
    tops: dict[Square, str] = {}
    under: dict[Square, Stack] = {}
    reach: dict[Square, Spans] = {}
    closed: frozenset[Square] = frozenset()
    walled: frozenset[Square] = frozenset()
    zeroed: frozenset[Square] = frozenset()
    isolated: frozenset[Square] = frozenset()
    points: Points | None = None

    def stack(self, square: Square) -> Stack:
        """All tiles of a square, the visible one last."""
        return (*self.under.get(square, ()), self.tops[square])

    # as the kernel asks for the tiles of a zone's places

    def get(self, where: str, default: Stack = ()) -> Stack:
        """The stack on `x,y`."""
        square = square_named(where)
        return self.stack(square) if square in self.tops else default

    def __getitem__(self, where: str) -> Stack:
        return self.stack(square_named(where))

    def __iter__(self) -> Iterator[str]:
        return map(label_of, self.tops)

    def values(self) -> Iterable[Iterable[str]]:
        """All tiles: the visible ones, and those below them."""
        return (self.tops.values(), *self.under.values())

    def laid(self, where: str, stack: Stack) -> Board:
        """The board with another stack on `x,y`."""
        square, top = square_named(where), stack[-1] if stack else None
        if top is None or (square not in self.tops and len(stack) > 1):
            others = {other: self.stack(other) for other in self.tops if other != square}
            return build({**others, square: stack} if stack else others, self.data)
        if square not in self.tops:
            return lay(self, square, top)
        under = self.under.copy()
        under[square] = stack[:-1]
        if len(stack) == 1:
            del under[square]
        return replace(self, under=under) if top == self.tops[square] else _replace_top(self, square, top, under)


def points_on(board: Board) -> Points:
    """Where to remember what tiles would score on a board."""
    if board.points is None:
        force_setattr(board, "points", Points())  # nothing that a board says changes with it
        assert board.points is not None
    return board.points


def square_of(at: Point) -> Square:
    """The square `x,y`; only points for which `is_on_table` holds."""
    return at[0] + ROW * at[1]


def point_of(square: Square) -> Point:
    """The `x,y` of a square."""
    y, x = divmod(square + FAR, ROW)
    return x - FAR, y


@cache
def label_of(square: Square) -> str:
    """A square as people write it, `1,0`."""
    return "{},{}".format(*point_of(square))


@cache
def square_named(label: str) -> Square:
    """The square that people write so."""
    x, _, y = label.partition(",")
    return int(x) + ROW * int(y)


def is_on_table(at: Point) -> bool:
    """False for points so far away that no table holds them."""
    return -FAR <= at[0] <= FAR and -FAR <= at[1] <= FAR


def spans_at(board: Board, square: Square) -> Spans:
    """The runs that touch a square, occupied or not (KAL-14)."""
    spans = board.reach.get(square)
    if spans is not None:
        return spans
    tops = board.tops
    runs = []
    for side in SIDES:
        end, run = square + side, 0
        while end in tops:
            end += side
            run += 1
        runs.append(run)
    return runs[0], runs[1], runs[2], runs[3]


def neighbours(tops: Mapping[Square, str], square: Square) -> list[Square]:
    """The occupied squares beside a square; diagonal contact is none (KAL-13)."""
    return [square + side for side in SIDES if square + side in tops]


def build(stacks: Mapping[Square, Stack], data: GameData) -> Board:
    """The board of given stacks, every fact worked out from its definition."""
    tops = {square: stack[-1] for square, stack in stacks.items()}
    under = {square: stack[:-1] for square, stack in stacks.items() if len(stack) > 1}
    bare = Board(data, tops, under)
    fringe = {square + side for square in tops for side in SIDES} - tops.keys()
    spans = {square: spans_at(bare, square) for square in sorted(fringe)}
    reach = {square: runs for square, runs in spans.items() if _fits(runs, data.max_line)}
    return Board(
        data,
        tops,
        under,
        reach,
        frozenset(spans.keys() - reach.keys()),
        _beside(tops, data.walling),
        _beside(tops, data.zeroing),
        frozenset(square for square in tops if not neighbours(tops, square)),
    )


def lay(board: Board, square: Square, tile: str) -> Board:
    """The board after a tile was laid on an empty square."""
    data = board.data
    left, right, up, down = spans_at(board, square)
    tops = board.tops.copy()
    tops[square] = tile
    closed, isolated = board.closed, board.isolated
    reach = board.reach.copy()
    if reach.pop(square, None) is None:  # only an overruled tile lies where none may
        closed -= {square}

    # The tile's row and column each end at two empty squares: only these see the longer line.
    row, column, room = left + 1 + right, up + 1 + down, data.max_line - 1
    full = []
    if (end := square - left - 1) not in closed:
        before, _, above, below = reach.get(end, NOWHERE)
        reach[end] = (before, row, above, below)
        if before + row > room:
            full.append(end)
    if (end := square + right + 1) not in closed:
        _, after, above, below = reach.get(end, NOWHERE)
        reach[end] = (row, after, above, below)
        if row + after > room:
            full.append(end)
    if (end := square - ROW * (up + 1)) not in closed:
        before, after, above, _ = reach.get(end, NOWHERE)
        reach[end] = (before, after, above, column)
        if above + column > room:
            full.append(end)
    if (end := square + ROW * (down + 1)) not in closed:
        before, after, _, below = reach.get(end, NOWHERE)
        reach[end] = (before, after, column, below)
        if column + below > room:
            full.append(end)
    if full:
        closed = closed.union(full)
        for end in full:
            del reach[end]

    if row + column == 2:
        isolated |= {square}
    elif isolated:
        isolated = isolated.difference((square - 1, square + 1, square - ROW, square + ROW))
    walled = board.walled
    if tile in data.walling:
        walled = walled.union((square - 1, square + 1, square - ROW, square + ROW))
    zeroed = zeroed_with(board, square, tile)
    points = None if board.points is None else board.points.kept(board, square, zeroed)
    return Board(board.data, tops, board.under, reach, closed, walled, zeroed, isolated, points)


def _replace_top(board: Board, square: Square, tile: str, under: dict[Square, Stack]) -> Board:
    """The board after another tile came to be the visible one of a square."""
    data, gone = board.data, board.tops[square]
    tops = board.tops.copy()
    tops[square] = tile
    walled = board.walled
    if gone in data.walling or tile in data.walling:
        walled = _beside(tops, data.walling)
    zeroed = zeroed_with(board, square, tile)
    points = None if board.points is None else board.points.kept(board, square, zeroed)
    return Board(board.data, tops, under, board.reach, board.closed, walled, zeroed, board.isolated, points)


def zeroed_with(board: Board, square: Square, tile: str) -> frozenset[Square]:
    """The squares beside a visible Lemminkäinen (KAL-29) once a tile lies on a square, whatever it covers there."""
    data = board.data
    if board.tops.get(square) in data.zeroing:
        return _beside({**board.tops, square: tile}, data.zeroing)
    if tile in data.zeroing:
        return board.zeroed.union((square - 1, square + 1, square - ROW, square + ROW))
    return board.zeroed


def _beside(tops: Mapping[Square, str], kinds: frozenset[str]) -> frozenset[Square]:
    return frozenset(square + side for square, tile in tops.items() if tile in kinds for side in SIDES)


def _fits(spans: Spans, limit: int) -> bool:
    left, right, up, down = spans
    return left + 1 + right <= limit and up + 1 + down <= limit
