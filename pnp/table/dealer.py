"""The dealer of a digital table. In: a seed. Out: orders and numbers. Invariant: equal seed and key, equal answer, so a
draw that was undone comes again and a simulated game can be repeated.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.base.digest import digest_bytes
from pnp.referee.game import BY_COPY


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

    def draw(self, key: str, cards: Sequence[str], moment: str = "") -> str:
        """One of these cards."""
        return cards[self.pick(key, len(cards))]


class CopyChance(SeededChance):
    """Chance in which every copy of a card has numbers of its own (`dealer: copies` in a header).

    Where a deck has one more copy, all other cards lie in the order in which they lay without it, and each draw brings
    the same card or the new one. So two games of one seed whose cards differ a little are alike as far as they can be.
    """

    __slots__ = ()

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        """`items`, each copy where its own number puts it."""
        known = (key, tuple(items))
        found = self._orders.get(known)
        if found is None:
            found = self._orders[known] = tuple(item for _, item in sorted(self._numbered(key, items)))
        return found

    def draw(self, key: str, cards: Sequence[str], moment: str = "") -> str:
        """The card with the copy whose number of this moment is the least."""
        return min(self._numbered(moment or key, cards))[1]

    def _numbered(self, key: str, items: Sequence[str]) -> list[tuple[str, str]]:
        copies: Counter[str] = Counter()
        numbered = []
        for item in items:
            copies[item] += 1
            numbered.append((digest_bytes(f"{self.seed}/{key}/{item}/{copies[item]}".encode(), 8), item))
        return numbered


def chance_of(options: Mapping[str, Any], seed: int) -> SeededChance:
    """The chance of a seed at a table whose header has these options."""
    return CopyChance(seed) if options.get("dealer") == BY_COPY else SeededChance(seed)


def fresh_seed() -> int:
    """A seed nobody can guess, of 128 bits."""
    return int.from_bytes(os.urandom(16), "big")
