"""Small matrices of numbers. In: one that is symmetric and positive. Out: its inverse.

Invariant: the same numbers in the same order on every machine; so a report does not depend on who works it out.
"""

from __future__ import annotations

from math import sqrt
from operator import mul

Matrix = list[list[float]]


def positive_inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric matrix, by its Cholesky factor.

    Raises ValueError or ZeroDivisionError where it is not positive: where some direction has no weight, or less.
    """
    size = len(matrix)
    lower: Matrix = []
    for at, row in enumerate(matrix):
        line: list[float] = []
        for column, other in enumerate(lower):
            line.append((row[column] - sum(map(mul, line, other))) / other[column])
        line.append(sqrt(row[at] - sum(value * value for value in line)))
        lower.append(line)
    # The inverse of the factor, column by column, and the product of that with itself.
    turned: Matrix = []
    for start in range(size):
        below = [0.0] * start
        for at in range(start, size):
            one = 1.0 if at == start else 0.0
            below.append((one - sum(map(mul, lower[at][start:at], below[start:]))) / lower[at][at])
        turned.append(below)
    found = [[0.0] * size for _ in range(size)]
    for first, left in enumerate(turned):
        for second, right in enumerate(turned[: first + 1]):
            found[first][second] = found[second][first] = sum(map(mul, left[first:], right[first:]))
    return found
