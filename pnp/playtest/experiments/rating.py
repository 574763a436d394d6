"""Strength from games between pairs. In: how much of the wins each took of its games with each other. Out: Elo of all,
and how it would change with the games.

The model is Bradley and Terry's (1952): who is 400 Elo stronger wins ten games of eleven. Invariant: half a drawn game
between any two is counted beside those played, so that whoever lost every game is far behind, not endlessly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from operator import mul

from pnp.playtest.matrices import Matrix, positive_inverse

ELO = 400 / log(10)
DRAWN = 1.0  # games between any two that count as drawn
ROUNDS = 60  # of Newton's method; a dozen do


def strengths(games: Sequence[Sequence[float]], wins: Sequence[Sequence[float]]) -> tuple[list[float], Matrix]:
    """Natural strengths, the first 0, and how each changes with the wins of each: the inverse of the information.

    games[i][j]: of i with j; wins[i][j]: how many i won of them, shared ones as half.
    """
    count = len(games)
    found, free_inverse = [0.0] * count, Matrix()
    for _ in range(ROUNDS):
        slope = [0.0] * count
        information: Matrix = [[0.0] * count for _ in range(count)]
        for i in range(count):
            for j in range(count):
                if i == j:
                    continue
                played, expected = games[i][j] + DRAWN, 1 / (1 + exp(found[j] - found[i]))
                slope[i] += wins[i][j] + DRAWN / 2 - played * expected
                curve = played * expected * (1 - expected)
                information[i][i] += curve
                information[i][j] -= curve
        # The first is held at 0; with the drawn games the rest of the information is positive.
        free_inverse = positive_inverse([row[1:] for row in information[1:]])
        step = [sum(map(mul, row, slope[1:])) for row in free_inverse]
        found = [0.0, *(at + max(-2.0, min(2.0, by)) for at, by in zip(found[1:], step, strict=True))]
        if all(abs(change) < 1e-12 for change in step):
            break
    return found, [[0.0] * count, *([0.0, *row] for row in free_inverse)]
