"""Adding up. In: numbers by key. Out: their sums. Invariant: exact and commutative."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")


def add_numbers(to: dict[K, int], numbers: dict[K, int]) -> None:
    """Add numbers to those of the same keys."""
    for key, number in numbers.items():
        to[key] = to.get(key, 0) + number
