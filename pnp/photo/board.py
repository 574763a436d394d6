"""Cards on a grid of squares. In: cards as they were seen, in pixels. Out: the square of each, counted from one of
them, and where these squares lie on the board that the referee knows.

A square is reached from the next one whose code is read, by that code's own sides: so tilt and gaps between the cards
never add up. Invariant: no two cards get one square, and a card far from all others gets none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import atan2, hypot, pi

from msgspec import Struct

from pnp.photo.projection import Point

Square = tuple[int, int]
_NEAR = 0.33  # of a square, how far from its middle a card may lie
_FARTHEST = 2.5  # squares over which a neighbour is looked for


class SeenCard(Struct, frozen=True):
    """A card: its id, its middle in pixels, the steps in pixels of one mm to its right and down, its size in mm."""

    card: str
    middle: Point
    right: Point
    down: Point
    size: Point


class Anchor(Struct, frozen=True):
    """How the squares counted lie on the board: turned so many quarters clockwise, then moved."""

    quarters: int
    by: Square

    def __call__(self, square: Square) -> Square:
        """A counted square on the board."""
        x, y = turned(square, self.quarters)
        return x + self.by[0], y + self.by[1]


def turned(square: Square, quarters: int) -> Square:
    """A square turned about the origin; y counts down."""
    x, y = square
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def squares_of(cards: Sequence[SeenCard]) -> dict[int, Square]:
    """The square of each card, by its number; those that belong to no board of the others are left out.

    The largest board counts. x is to the right of most cards, as they lie.
    """
    boards: list[dict[int, tuple[Square, int]]] = []
    left = set(range(len(cards)))
    while left:
        board = _grown(min(left), cards, left)
        left -= board.keys()
        boards.append(board)
    largest = max(boards, key=len, default={})
    usual = Counter(quarter for _, quarter in largest.values()).most_common(1)
    back = -usual[0][0] if usual else 0
    return {number: turned(square, back) for number, (square, _) in largest.items()}


def _grown(start: int, cards: Sequence[SeenCard], free: set[int]) -> dict[int, tuple[Square, int]]:
    """The board around a card: squares, and by how many quarters each card is turned, as the first one lies."""
    board: dict[int, tuple[Square, int]] = {start: ((0, 0), 0)}
    taken = {(0, 0)}
    refused: set[tuple[int, int]] = set()
    while True:
        steps = sorted(
            (hypot(cards[a].middle[0] - cards[b].middle[0], cards[a].middle[1] - cards[b].middle[1]), a, b)
            for a in board
            for b in free - board.keys()
            if (a, b) not in refused
        )
        for _, a, b in steps:
            step = _step(cards[a], cards[b])
            refused.add((a, b))
            if step is None:
                continue
            (x, y), quarter = board[a]
            dx, dy = turned(step, quarter)
            if (x + dx, y + dy) not in taken:
                board[b] = ((x + dx, y + dy), (quarter + _quarter(cards[a], cards[b])) % 4)
                taken.add((x + dx, y + dy))
                break
        else:
            return board


def _step(one: SeenCard, other: SeenCard) -> Square | None:
    """How many squares from one card to another, as the first one lies; None when that is not clear."""
    x, y = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
    across = ((one.right[0] + other.right[0]) / 2, (one.right[1] + other.right[1]) / 2)
    down = ((one.down[0] + other.down[0]) / 2, (one.down[1] + other.down[1]) / 2)
    if _quarter(one, other):  # the other one is turned: its sides say nothing of these
        across, down = one.right, one.down
    area = across[0] * down[1] - across[1] * down[0]
    if abs(area) < 1e-9:
        return None
    right = (x * down[1] - y * down[0]) / area / one.size[0]
    below = (across[0] * y - across[1] * x) / area / one.size[1]
    step = (round(right), round(below))
    if step == (0, 0) or max(abs(right), abs(below)) > _FARTHEST:
        return None
    slack = _NEAR if max(map(abs, step)) == 1 else _NEAR * 0.8
    return step if abs(right - step[0]) < slack and abs(below - step[1]) < slack else None


def _quarter(one: SeenCard, other: SeenCard) -> int:
    """By how many quarters the other card is turned clockwise against the first."""
    angle = atan2(other.right[1], other.right[0]) - atan2(one.right[1], one.right[0])
    return round(angle / (pi / 2)) % 4


def anchors(seen: Mapping[Square, str], known: Mapping[Square, str]) -> list[Anchor]:
    """The ways to lay the squares counted on the board in which the most cards lie where the referee knows them; those
    that do not turn them come first.
    """
    counts: Counter[Anchor] = Counter()
    for quarters in range(4):
        for square, card in seen.items():
            x, y = turned(square, quarters)
            for place, there in known.items():
                if there == card:
                    counts[Anchor(quarters, (place[0] - x, place[1] - y))] += 1
    most = max(counts.values(), default=0)
    best = [anchor for anchor, count in counts.items() if count == most]
    least = min((anchor.quarters for anchor in best), default=0)
    return sorted((anchor for anchor in best if anchor.quarters == least), key=lambda anchor: anchor.by)
