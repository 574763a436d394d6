"""The dealer of a digital table. In: a seed. Out: orders and numbers. Invariant: equal seed and key, equal answer, so a
draw that was undone comes again and a simulated game can be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Sequence


class SeededChance:
    """`referee.game.Chance` from a seed; orders are kept, because a deck is asked for at every draw."""

    __slots__ = ("_orders", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._orders: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        """`items` in the order of this seed and key."""
        known = (key, tuple(items))
        if known not in self._orders:
            order = list(items)
            random.Random(f"{self.seed}/{key}").shuffle(order)
            self._orders[known] = tuple(order)
        return self._orders[known]

    def pick(self, key: str, count: int) -> int:
        """A number from 0 to count - 1."""
        return random.Random(f"{self.seed}/{key}").randrange(count)


def fresh_seed() -> int:
    """A seed nobody can guess, nine digits so that people can type it."""
    return random.SystemRandom().randrange(1_000_000_000)
