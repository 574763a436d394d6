"""The dealer of a digital table. In: a seed. Out: orders and numbers. Invariant: equal seed and key, equal answer, so a
draw that was undone comes again and a simulated game can be repeated.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from pnp.base.digest import digest_bytes


class SeededChance:
    """`referee.game.Chance` from a seed; orders are kept, because a deck is asked for at every draw."""

    __slots__ = ("_orders", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._orders: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        """`items` in the order of this seed and key."""
        known = (key, tuple(items))
        found = self._orders.get(known)
        if found is None:
            order = list(items)
            random.Random(f"{self.seed}/{key}").shuffle(order)
            found = self._orders[known] = tuple(order)
        return found

    def pick(self, key: str, count: int) -> int:
        """A number from 0 to count - 1."""
        # A generator of its own for every key would cost four times as much; 64 bits leave no bias that can be seen.
        return int(digest_bytes(f"{self.seed}/{key}".encode(), 8), 16) * count >> 64


def fresh_seed() -> int:
    """A seed nobody can guess, of 128 bits."""
    return int.from_bytes(os.urandom(16), "big")
