"""Network flow: places are filled with tokens, one augmenting path per unit. Nothing here knows about cards.

In: places that each demand some units; tokens that each have some units and belong to a *pool* whose units are limited,
too (one exit of a card is a pool of its own; all unseen copies of one kind, wherever they started, share a pool); for
every place the tokens it accepts. Out: `fill` assigns units until every place has what it demands, or returns the
places and tokens that the search reached when it got stuck: the cut that dropping a claim would have to open.

Invariant: no token and no pool ever gives more than it has; `flow[place][token]` counts the units. Pools nest over
tokens, so this is a network flow, and a search that finds no augmenting path proves that there is no solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Network:
    """Places on the left, tokens in pools on the right. A scratch value: made, filled, read and thrown away."""

    __slots__ = (
        "accepts",
        "capacity",
        "demand",
        "flow",
        "holders",
        "pool",
        "pool_capacity",
        "pool_tokens",
        "pool_used",
        "supplied",
        "used",
    )

    def __init__(
        self,
        demand: list[int],
        capacity: list[int],
        pool: list[int],
        pool_capacity: list[int],
        accepts: Callable[[int], Sequence[int]],
    ) -> None:
        self.demand = demand
        self.capacity = capacity
        self.pool = pool
        self.pool_capacity = pool_capacity
        self.accepts = accepts
        self.flow: list[dict[int, int]] = [{} for _ in demand]
        self.holders: list[dict[int, int]] = [{} for _ in capacity]
        self.pool_tokens: list[list[int]] = [[] for _ in pool_capacity]
        for token, of in enumerate(pool):
            self.pool_tokens[of].append(token)
        self.supplied = [0] * len(demand)
        self.used = [0] * len(capacity)
        self.pool_used = [0] * len(pool_capacity)

    def residual(self, token: int) -> int:
        """How many units of a token are still free."""
        pool = self.pool[token]
        return min(self.capacity[token] - self.used[token], self.pool_capacity[pool] - self.pool_used[pool])

    def assign(self, place: int, token: int, units: int = 1) -> None:
        """Assigns units of a token to a place, as many as are free and demanded; a head start for `fill`."""
        units = min(units, self.residual(token), self.demand[place] - self.supplied[place])
        if units > 0:
            self._give(place, token, units)
            self.supplied[place] += units

    def fill(self) -> tuple[set[int], set[int]] | None:
        """Meets the demand of every place. None when done, else the places and tokens that a stuck search reached."""
        for place, demand in enumerate(self.demand):
            while self.supplied[place] < demand:
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
        came_from: dict[int, tuple[int, int, int]] = {start: (start, -1, -1)}  # place: (requester, incoming, outgoing)
        seen: set[int] = set()
        queue = [start]
        for place in queue:
            for token in self.accepts(place):
                if token in seen:
                    continue
                seen.add(token)
                if self.residual(token) > 0:
                    self._apply_path(start, place, token, came_from)
                    return None
                # Where the pool is used up, taking back a unit of any of its tokens frees one; otherwise it must be one
                # of this token.
                whole_pool = self.used[token] < self.capacity[token]
                for outgoing in self.pool_tokens[self.pool[token]] if whole_pool else (token,):
                    for rival in self.holders[outgoing]:
                        if rival not in came_from:
                            came_from[rival] = (place, token, outgoing)
                            queue.append(rival)
        # Nothing that was reached is free: this cut proves that there is no solution, whatever was assigned before.
        return set(came_from), seen

    def _apply_path(self, start: int, place: int, incoming: int, came_from: dict[int, tuple[int, int, int]]) -> None:
        while place != start:
            requester, token, outgoing = came_from[place]
            self._give(place, outgoing, -1)
            self._give(place, incoming, 1)
            place, incoming = requester, token
        self._give(start, incoming, 1)
        self.supplied[start] += 1
