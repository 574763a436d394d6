"""What chance brings in a world that is only thought of. In: a state, numbers from `pick`. Out: orders and numbers.

A dealer takes cards of an order and passes over those that lie elsewhere. So what lies elsewhere comes first in the
orders that are given here, and what is out of sight after it, in any order: each unseen card is as likely as another.
Invariant: within one world equal keys give equal orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pnp.referee.game import Game, Pick


class Luck:
    """`referee.game.Chance` for one world; `state` is the one that is dealt in."""

    __slots__ = ("_game", "_orders", "_pick", "state")

    def __init__(self, game: Game[Any], pick: Pick) -> None:
        self._game, self._pick = game, pick
        self._orders: dict[tuple[str, int], tuple[str, ...]] = {}
        self.state: Any = None

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        """What is known to lie elsewhere, then the others in any order."""
        found = self._orders.get((key, len(items)))
        if found is None:
            found = self._orders[key, len(items)] = self._order(items)
        return found

    def pick(self, key: str, count: int) -> int:
        """Any number below `count`."""
        return self._pick(count)

    def draw(self, key: str, cards: Sequence[str], moment: str = "") -> str:
        """Any of these cards."""
        return cards[self._pick(len(cards))]

    def _order(self, items: Sequence[str]) -> tuple[str, ...]:
        seen, cards = self._game.census(self.state), self.state.setup.book.playing_cards
        kinds = [item.partition("*")[0] for item in items]  # `fish*2` is one of `fish`
        elsewhere = Counter(kinds)
        for kind, count in elsewhere.items():
            if kind in cards:
                elsewhere[kind] = count - cards[kind].copies + seen.get(kind, 0)
            else:
                elsewhere[kind] = 0
        first: list[str] = []
        others: list[str] = []
        for item, kind in zip(items, kinds, strict=True):
            if elsewhere[kind] > 0:
                elsewhere[kind] -= 1
                first.append(item)
            else:
                others.append(item)
        pick = self._pick
        for at in range(len(others) - 1, 0, -1):
            other = pick(at + 1)
            others[at], others[other] = others[other], others[at]
        return (*first, *others)
