"""What cards are worth, all else equal. In: how often each seat had each card, and who won. Out: points of per cent.

Ordinary least squares on each game's differences between its seats: winning on all cards at once, on the seat and on
the bot. So what is common to a game (its length, its luck) falls out, and a game is one observation however many seats
it has. What follows is compared with the average card: what one of this card instead of another one changes.

Invariant: what is counted are whole numbers, so sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from operator import add, mul

from msgspec import Struct, field

from pnp.playtest.matrices import positive_inverse
from pnp.playtest.statistics import Z

RIDGE = 1e-8  # of the mean diagonal: what is added to it, so that there is an inverse
ALIKE = 1e-4  # two numbers up to 1 that differ by less are equal but for rounding
TINY = 1e-6  # of the square of winning: so little is nothing


class WorthSums(Struct):
    """Sums over games of `seats` seats. Columns are numbered by who counts.

    rows: by column the products with the columns up to it, differences within a game times the seats · wins: the same
    with winning · square: of winning with itself · games: games counted · times: by column how often it was had
    """

    seats: int = 0
    games: int = 0
    square: int = 0
    rows: list[list[int]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def add_game(self, had: Sequence[Mapping[int, int]], winners: Sequence[int], width: int) -> None:
        """Add one game: what each seat had, by column of `width`, and which seats won."""
        self._widen(width)
        self.seats, won = len(had), len(winners)
        self.games += 1
        self.square += won * (self.seats - won)
        whole = [0] * len(self.rows)
        for cards in had:
            for column, number in cards.items():
                whole[column] += number
        for seat, cards in enumerate(had):
            # The products of a seat's difference to the mean, of which what all seats have in common is left out.
            line = [-number for number in whole]
            for column, number in cards.items():
                line[column] += self.seats * number
            win = self.seats * (seat in winners) - won
            for column, number in cards.items():
                for _ in range(number):
                    self.rows[column] = list(map(add, self.rows[column], line))  # as long as the row
                self.wins[column] += number * win
        self.times = list(map(add, self.times, whole))

    def add(self, other: WorthSums) -> None:
        """Add another count to this."""
        self.seats = self.seats or other.seats
        self.games += other.games
        self.square += other.square
        self._widen(len(other.rows))
        for mine, theirs in zip(
            (*self.rows, self.wins, self.times), (*other.rows, other.wins, other.times), strict=False
        ):
            mine[: len(theirs)] = map(add, mine, theirs)

    def _widen(self, width: int) -> None:
        for column in range(len(self.rows), width):
            self.rows.append([0] * (column + 1))
            self.wins.append(0)
            self.times.append(0)


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
    used = [at for at, row in enumerate(sums.rows) if row[at] > 0]
    matrix = [[float(sums.rows[max(at, other)][min(at, other)]) for other in used] for at in used]
    observed = sums.games * (sums.seats - 1)
    if observed < 2 * len(used):
        return found
    ridge = RIDGE * sum(row[at] for at, row in enumerate(matrix)) / max(len(used), 1)
    for at, row in enumerate(matrix):
        row[at] += ridge
    inverse = positive_inverse(matrix)
    # In directions in which the games say nothing the matrix is 0, and its inverse 1 / ridge.
    blind = [[value * ridge for value in row] for row in inverse]
    target = [float(sums.wins[at]) for at in used]
    effects = [sum(map(mul, row, target)) for row in inverse]
    residue = sums.square - sum(map(mul, effects, target))
    if residue <= TINY * sums.square:  # who wins follows from who plays, or from a few cards, alone
        return found
    # All sums are `seats` times what they are, so that cancels.
    variance = residue / (observed - len(used) + round(sum(row[at] for at, row in enumerate(blind))))
    for group in _groups([at for at, column in enumerate(used) if column in times], blind):
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
    """Places whose difference the games show: in what they do not show, the two are alike."""
    groups: list[list[int]] = []
    for at in places:
        for group in groups:
            if all(abs(one - other) < ALIKE for one, other in zip(blind[at], blind[group[0]], strict=True)):
                group.append(at)
                break
        else:
            groups.append([at])
    return groups
