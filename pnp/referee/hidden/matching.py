"""Filling places with tokens: one augmenting path a unit. No words of the table are known here.

In: places that each want some units; tokens that each have some units and belong to a *pool* whose units are limited
too (one exit of a card is a pool of its own; all unseen copies of one kind, wherever they started, share a pool); for
every place the tokens it takes. Out: `fill` lays units until no place wants one, or says which places and tokens the
search reached when it got stuck: exactly what a lifted ban would have to open.

Invariant: no token and no pool ever gives more than it has, and a place never takes a token twice over another's
right; `flow[place][token]` counts the units. Pools nest over tokens, so this is a network flow, and a search that
finds no augmenting path proves that there is no filling at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Network:
    """Places on the left, tokens in pools on the right. A scratch value: made, filled, read and thrown away."""

    __slots__ = (
        "alike",
        "flow",
        "have",
        "holders",
        "limit",
        "pool",
        "pool_limit",
        "pool_used",
        "takes",
        "used",
        "want",
    )

    def __init__(
        self,
        want: list[int],
        limit: list[int],
        pool: list[int],
        pool_limit: list[int],
        takes: Callable[[int], Sequence[int]],
    ) -> None:
        self.want = want
        self.limit = limit
        self.pool = pool
        self.pool_limit = pool_limit
        self.takes = takes
        self.flow: list[dict[int, int]] = [{} for _ in want]
        self.holders: list[dict[int, int]] = [{} for _ in limit]
        self.alike: list[list[int]] = [[] for _ in pool_limit]
        for token, of in enumerate(pool):
            self.alike[of].append(token)
        self.have = [0] * len(want)
        self.used = [0] * len(limit)
        self.pool_used = [0] * len(pool_limit)

    def room(self, token: int) -> int:
        """The units of a token that nobody holds."""
        pool = self.pool[token]
        return min(self.limit[token] - self.used[token], self.pool_limit[pool] - self.pool_used[pool])

    def lay(self, place: int, token: int, units: int = 1) -> None:
        """Lays units of a token on a place as far as there is room; a head start for `fill`."""
        units = min(units, self.room(token), self.want[place] - self.have[place])
        if units > 0:
            self._give(place, token, units)
            self.have[place] += units

    def fill(self) -> tuple[set[int], set[int]] | None:
        """Satisfies every place. None when done, else the places and tokens that a stuck search reached."""
        for place, want in enumerate(self.want):
            while self.have[place] < want:
                stuck = self._augment(place)
                if stuck is not None:
                    return stuck
        return None

    def _give(self, place: int, token: int, units: int) -> None:
        left = self.flow[place].get(token, 0) + units
        if left:
            self.flow[place][token] = self.holders[token][place] = left
        else:
            del self.flow[place][token], self.holders[token][place]
        self.used[token] += units
        self.pool_used[self.pool[token]] += units

    def _augment(self, start: int) -> tuple[set[int], set[int]] | None:
        came: dict[int, tuple[int, int, int]] = {start: (start, -1, -1)}  # place: (who asks, what it gets, what goes)
        seen: set[int] = set()
        queue = [start]
        for place in queue:
            for token in self.takes(place):
                if token in seen:
                    continue
                seen.add(token)
                if self.room(token) > 0:
                    self._unwind(start, place, token, came)
                    return None
                # Where the pool is what is used up, a unit of any of its tokens that goes makes room; else one of this
                # token must.
                whole_pool = self.used[token] < self.limit[token]
                for goes in self.alike[self.pool[token]] if whole_pool else (token,):
                    for rival in self.holders[goes]:
                        if rival not in came:
                            came[rival] = (place, token, goes)
                            queue.append(rival)
        # Nothing reached has room: this cut of the network proves that no filling exists, whatever was laid before.
        return set(came), seen

    def _unwind(self, start: int, place: int, gets: int, came: dict[int, tuple[int, int, int]]) -> None:
        while place != start:
            asker, token, goes = came[place]
            self._give(place, goes, -1)
            self._give(place, gets, 1)
            place, gets = asker, token
        self._give(start, gets, 1)
        self.have[start] += 1
