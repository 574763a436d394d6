"""A second, slow referee of rules 13 to 40b, written from the checklist alone: no derived facts, nothing shared with
the game but the names of tiles. A board is a dict from (x, y) to the visible tile.
"""

from __future__ import annotations

Square = tuple[int, int]
Board = dict[Square, str]

VALUES = {
    "vainamoinen": 8,
    "ukko": 7,
    "kullervo": 6,
    "kaarme": 5,
    "joukahainen": 4,
    "ilmarinen": 3,
    "louhi": 2,
    "lemminkainen": 1,
}
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Switches:
    """Section 7a, at its defaults."""

    louhi_ongoing = False
    louhi_from_middle = False
    zeroed_louhi_scores = True
    cover_kullervo = True
    cover_only_tile = False

    def __init__(self, **switches: bool) -> None:
        for name, value in switches.items():
            assert hasattr(self, name)
            setattr(self, name, value)


DEFAULT = Switches()


def beside(board: Board, at: Square) -> list[Square]:
    """Occupied squares that share a side with `at`."""
    return [(at[0] + dx, at[1] + dy) for dx, dy in AROUND if (at[0] + dx, at[1] + dy) in board]


def run(board: Board, at: Square, dx: int, dy: int) -> list[Square]:
    """The unbroken run of occupied squares through `at` (which counts as occupied), from its first to its last."""
    x, y = at
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    line = []
    while (x, y) in board or (x, y) == at:
        line.append((x, y))
        x, y = x + dx, y + dy
    return line


def refused(board: Board, tile: str, at: Square, switches: Switches = DEFAULT) -> str | None:
    """The rule that forbids laying a tile on a square, None when it is allowed."""
    if at in board:
        top = board[at]
        if tile == "kaarme":
            if top == "kaarme" or (top == "kullervo" and not switches.cover_kullervo):
                return "KAL-21"
        elif tile == "ilmarinen":
            if top == "ilmarinen":
                return "KAL-24"
        else:
            return "KAL-16"
        if not beside(board, at) and not switches.cover_only_tile:
            return "KAL-13"
    else:
        if not beside(board, at):
            return "KAL-13"
        if len(run(board, at, 1, 0)) > 7 or len(run(board, at, 0, 1)) > 7:
            return "KAL-14"
    if tile != "kullervo" and any(board[square] == "kullervo" for square in beside(board, at)):
        return "KAL-18" if at in board else "KAL-17"
    return None


def score(board: Board, tile: str, at: Square, switches: Switches = DEFAULT) -> tuple[int, int]:
    """Points for the row and the column of a tile laid on a square."""
    after = {**board, at: tile}
    row = score_line(after, run(after, at, 1, 0), at, switches)
    return row, score_line(after, run(after, at, 0, 1), at, switches)


def score_line(board: Board, line: list[Square], placed: Square, switches: Switches) -> int:
    """Points for one line."""
    if len(line) < 2:
        return 0
    ends = {line[0], line[-1]}
    ruled = all(board[end] == "louhi" for end in ends)
    if not switches.zeroed_louhi_scores and any(is_zeroed(board, end) for end in ends):
        ruled = False
    if ruled and board[placed] == "louhi" and (placed in ends or switches.louhi_from_middle):
        return len(line)
    if ruled and switches.louhi_ongoing:
        return 0
    values = {square: value(board, line, square, placed) for square in line}
    if all(values[placed] > values[other] for other in line if other != placed):
        return len(line)
    return 0


def is_zeroed(board: Board, at: Square) -> bool:
    """Beside a Lemminkäinen, and none itself."""
    return board[at] != "lemminkainen" and any(board[square] == "lemminkainen" for square in beside(board, at))


def value(board: Board, line: list[Square], at: Square, placed: Square) -> int:
    """What a tile is worth in a line after a placement."""
    if is_zeroed(board, at):
        return 0
    if board[at] != "joukahainen":
        return VALUES[board[at]]
    active = [square for square in line if board[square] == "joukahainen" and not is_zeroed(board, square)]
    if placed in active and at != placed:
        active.remove(placed)
    return 4 * len(active)
