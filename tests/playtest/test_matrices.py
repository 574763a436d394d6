"""The inverse of small symmetric matrices, against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pnp.playtest.matrices import Matrix, positive_inverse
from tests.guard import some

RANDOM = Random(1952)


def random_positive(size: int) -> Matrix:
    """A product of a random matrix with itself, and something on its diagonal: whole numbers, so nothing is rounded."""
    lines = [[RANDOM.randint(-9, 9) for _ in range(size + 1)] for _ in range(size)]
    return [
        [float(sum(a * b for a, b in zip(left, right, strict=True)) + (left is right)) for right in lines]
        for left in lines
    ]


def exact_inverse(matrix: Matrix) -> list[list[Fraction]]:
    """By elimination, without rounding."""
    size = len(matrix)
    rows = [[*map(Fraction, row), *(Fraction(at == to) for to in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 8, 12])
def test_the_inverse_is_that_of_exact_fractions(size: int) -> None:
    matrix = random_positive(size)
    found, exact = positive_inverse(matrix), exact_inverse(matrix)
    assert len(found) == size
    for line, other in zip(found, exact, strict=True):
        assert line == pytest.approx([float(value) for value in other], rel=1e-9, abs=1e-9)


def test_both_halves_of_the_inverse_are_the_same_numbers() -> None:
    found = positive_inverse(random_positive(7))
    assert all(found[a][b] == found[b][a] for a, b in some([(a, b) for a in range(7) for b in range(a)]))


@pytest.mark.parametrize("matrix", [[[0.0]], [[1.0, 2.0], [2.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]])
def test_what_is_not_positive_has_no_such_inverse(matrix: Matrix) -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        positive_inverse(matrix)
