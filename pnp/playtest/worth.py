"""What cards are worth, all else equal. In: how often each seat had each card, and who won. Out: points of per cent.

Ordinary least squares on each game's differences between its seats: winning on all cards at once, on the seat and on
the bot. So what is common to a game (its length, its luck) falls out, and a game is one observation however many seats
it has. What follows is compared with the average card: what one of this card instead of another one changes.

Invariant: what is counted are whole numbers, so sums do not depend on their order. A row of the matrix is one
large number with a field for each column: adding a game's cards to a row is one addition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from operator import add, mul
from typing import Any

from msgspec import Struct

from pnp.playtest.matrices import Matrix, positive_inverse
from pnp.playtest.statistics import Z

FIELD = 48  # bits of one column in a row: sums up to 2^47
HALF, FULL = 1 << (FIELD - 1), 1 << FIELD
BOUND = 1e-6  # of a direction of length 1: less is what rounding left
TINY = 1e-9  # of a diagonal, or of the square of winning: so little is nothing


class WorthSums:
    """Sums over games of `seats` seats. Columns are numbered by who counts.

    rows: by column the products with all columns, differences within a game times the seats · wins: the same with
    winning · square: of winning with itself · games: games counted · times: by column how often it was had
    """

    __slots__ = ("games", "rows", "seats", "square", "times", "wins")

    def __init__(self) -> None:
        self.seats = self.games = self.square = 0
        self.rows: list[int] = []
        self.wins: list[int] = []
        self.times: list[int] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WorthSums) and to_plain(self) == to_plain(other)

    __hash__ = None  # type: ignore[assignment]

    def add_game(self, had: Sequence[Mapping[int, int]], winners: Sequence[int], width: int) -> None:
        """Add one game: what each seat had, by column of `width`, and which seats won."""
        if len(self.rows) < width:
            self._widen(width)
        seats, rows, wins, times = len(had), self.rows, self.wins, self.times
        self.seats, won = seats, len(winners)
        self.games += 1
        self.square += won * (seats - won)
        lines = [sum([number << FIELD * column for column, number in cards.items()]) for cards in had]
        whole = sum(lines)
        for seat, cards in enumerate(had):
            # The products of a seat's difference to the mean, of which what all seats have in common is left out.
            line = seats * lines[seat] - whole
            win = seats * (seat in winners) - won
            for column, number in cards.items():
                if number == 1:
                    rows[column] += line
                    wins[column] += win
                    times[column] += 1
                else:
                    rows[column] += number * line
                    wins[column] += number * win
                    times[column] += number

    def add(self, other: WorthSums) -> None:
        """Add another count to this."""
        self.seats = self.seats or other.seats
        self.games += other.games
        self.square += other.square
        self._widen(len(other.rows))
        for mine, theirs in ((self.rows, other.rows), (self.wins, other.wins), (self.times, other.times)):
            mine[: len(theirs)] = map(add, mine, theirs)

    def _widen(self, width: int) -> None:
        for line in (self.rows, self.wins, self.times):
            line.extend([0] * (width - len(line)))


def to_plain(value: Any) -> Any:
    """Sums as values that can be written (`enc_hook`): a row is a larger number than formats know, so it is bytes."""
    if not isinstance(value, WorthSums):
        raise NotImplementedError(type(value))
    rows = [row.to_bytes(row.bit_length() // 8 + 1, "little", signed=True) for row in value.rows]
    return [value.seats, value.games, value.square, rows, value.wins, value.times]


def from_plain(kind: type, value: Any) -> Any:
    """Sums from such values (`dec_hook`)."""
    if kind is not WorthSums:
        raise NotImplementedError(kind)
    found = WorthSums()
    found.seats, found.games, found.square, rows, found.wins, found.times = value
    found.rows = [int.from_bytes(row, "little", signed=True) for row in rows]
    return found


class Worth(Struct, frozen=True):
    """What one more of this card instead of an average one adds to the chance to win, -1 to 1; None: not to be told."""

    n: int
    points: float | None = None
    margin: float | None = None


def worths(sums: WorthSums, cards: Sequence[int]) -> dict[int, Worth]:
    """The worth of each of these columns; the others are held equal. None where too few games tell.

    Cards that are bound to each other (four of eight go to each seat) are compared among themselves.
    """
    times = {card: sums.times[card] for card in cards if card < len(sums.times) and sums.times[card]}
    found = {card: Worth(number) for card, number in times.items()}
    matrix = [_fields(row, len(sums.rows)) for row in sums.rows]
    used = [at for at, row in enumerate(matrix) if row[at] > 0]
    if sums.games * (sums.seats - 1) < 2 * len(used):
        return found
    products = [[matrix[row][column] for column in used] for row in used]
    blind = _blind_directions(products)
    inverse = _inverse(products, blind)
    target = [float(sums.wins[at]) for at in used]
    effects = [sum(map(mul, row, target)) for row in inverse]
    residue = sums.square - sum(map(mul, effects, target))
    if residue <= TINY * sums.square:  # who wins follows from who plays, or from a few cards, alone
        return found
    # All sums are `seats` times what they are, so that cancels.
    variance = residue / (sums.games * (sums.seats - 1) - len(used) + len(blind))
    places = [at for at, column in enumerate(used) if column in times]
    for group in _groups(places, blind):
        whole = sum(times[used[at]] for at in group)
        weights = [0.0] * len(used)
        for at in group:
            weights[at] = times[used[at]] / whole
        average = sum(map(mul, weights, effects))
        shared = [sum(map(mul, row, weights)) for row in inverse]
        common = sum(map(mul, shared, weights))
        for at in group if len(group) > 1 else ():
            margin = Z * sqrt(max(variance * (inverse[at][at] - 2 * shared[at] + common), 0.0))
            if margin < 1:
                found[used[at]] = Worth(times[used[at]], effects[at] - average, margin)
    return found


def _groups(places: Sequence[int], blind: Sequence[Sequence[float]]) -> list[list[int]]:
    """Places that a blind direction binds to each other, and all others together."""
    group_of: dict[int, int] = dict.fromkeys(places, -1)
    for number, direction in enumerate(blind):
        bound = [at for at in places if abs(direction[at]) > BOUND]
        joined = {group_of[at] for at in bound} - {-1}
        for at in places:
            if at in bound or group_of[at] in joined:
                group_of[at] = number
    groups: dict[int, list[int]] = {}
    for at, number in group_of.items():
        groups.setdefault(number, []).append(at)
    return list(groups.values())


def _fields(row: int, width: int) -> list[float]:
    """A row unpacked: a field that is negative has borrowed from the next."""
    fields = []
    for _ in range(width):
        field = row & (FULL - 1)
        field -= FULL if field >= HALF else 0
        fields.append(float(field))
        row = (row - field) >> FIELD
    return fields


def _blind_directions(matrix: Matrix) -> Matrix:
    """Directions of length 1, at right angles to each other, in which the matrix says nothing."""
    kept: list[int] = []
    lower: Matrix = []
    blind: Matrix = []
    for at, row in enumerate(matrix):
        line: list[float] = []
        for other, column in zip(lower, kept, strict=True):
            line.append((row[column] - sum(map(mul, line, other))) / other[-1])
        rest = row[at] - sum(value * value for value in line)
        if rest > TINY * row[at]:
            kept.append(at)
            lower.append([*line, sqrt(rest)])
            continue
        # What this column is made of: the factor's other triangle, from the last column back.
        parts = [0.0] * len(kept)
        for place in reversed(range(len(kept))):
            known = sum(parts[after] * lower[after][place] for after in range(place + 1, len(kept)))
            parts[place] = (line[place] - known) / lower[place][place]
        direction = [0.0] * len(matrix)
        direction[at] = 1.0
        for place, column in enumerate(kept):
            direction[column] = -parts[place]
        for known_one in blind:
            along = sum(map(mul, direction, known_one))
            direction = [value - along * other for value, other in zip(direction, known_one, strict=True)]
        length = sqrt(sum(value * value for value in direction))
        blind.append([value / length for value in direction])
    return blind


def _inverse(matrix: Matrix, blind: Matrix) -> Matrix:
    """The inverse as far as there is one: what is blind is filled for it, and taken out again."""
    if not blind:
        return positive_inverse(matrix)
    fill = sum(row[at] for at, row in enumerate(matrix)) / len(matrix)

    def shift(values: Matrix, by: float) -> Matrix:
        return [
            [value + by * sum(line[row] * line[column] for line in blind) for column, value in enumerate(some)]
            for row, some in enumerate(values)
        ]

    return shift(positive_inverse(shift(matrix, fill)), -1 / fill)
