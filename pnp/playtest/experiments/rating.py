"""Strength from games between pairs. In: how much of the wins each took of its games with each other. Out: Elo of all,
and how it would change with the games.

The model is Bradley and Terry's (1952): who is 400 Elo stronger wins ten games of eleven. Invariant: half a drawn game
between any two is counted beside those played, so that whoever lost every game is far behind, not endlessly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

ELO = 400 / log(10)
DRAWN = 1.0  # games between any two that count as drawn
ROUNDS = 60  # of Newton's method; a dozen do
Matrix = list[list[float]]


def strengths(games: Sequence[Sequence[float]], wins: Sequence[Sequence[float]]) -> tuple[list[float], Matrix]:
    """Natural strengths, the first 0, and how each changes with the wins of each: the inverse of the information.

    games[i][j]: of i with j; wins[i][j]: how many i won of them, shared ones as half.
    """
    count = len(games)
    found, free = [0.0] * count, range(1, count)
    information: Matrix = []
    for _ in range(ROUNDS):
        slope = [0.0] * count
        information = [[0.0] * count for _ in range(count)]
        for i in range(count):
            for j in range(count):
                if i == j:
                    continue
                played, expected = games[i][j] + DRAWN, 1 / (1 + exp(found[j] - found[i]))
                slope[i] += wins[i][j] + DRAWN / 2 - played * expected
                curve = played * expected * (1 - expected)
                information[i][i] += curve
                information[i][j] -= curve
        step = solve([[information[i][j] for j in free] for i in free], [slope[i] for i in free])
        for number, i in enumerate(free):
            found[i] += max(-2.0, min(2.0, step[number]))
        if all(abs(change) < 1e-12 for change in step):
            break
    inverse = [[0.0] * count for _ in range(count)]
    for number, j in enumerate(free):
        unit = [float(i == j) for i in free]
        for i, value in zip(free, solve([[information[a][b] for b in free] for a in free], unit), strict=True):
            inverse[i][free[number]] = value
    return found, inverse


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of a few linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for at in range(count):
        pivot = max(range(at, count), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other in range(count):
            if other != at:
                factor = rows[other][at] / rows[at][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]
