"""Moves beside each other. In: a search, the view of a seat, how far to think. Out: what became of each of some moves.

Half of the thinking finds which moves are worth comparing. The other half tries each of those in the same new worlds,
so what made a move look good says nothing any more when it is weighed, and luck that all moves share falls out of their
differences. Intervals are 95 % intervals of these means: of worlds and luck that might have been others, not of
the way the game says who is ahead.

Invariant: nothing decides but the view and `pick`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from msgspec import Struct

from pnp.playtest.search import Search, Thinking
from pnp.referee.game import Pick
from pnp.referee.move import Move
from pnp.referee.seat import Seat

BATCHES = 12  # worlds that follow each other are a little alike, so their means are taken by batches
STUDENT = 2.201  # two-sided 95 % of eleven degrees of freedom
MOST = 4  # moves that are weighed
FEWEST = BATCHES  # worlds


class MovesUnknown(Exception):
    """The legal moves of a seat differ between its worlds: the referee does not know what the seat knows."""


class Estimate(Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether 0 is no part of the interval."""
        return self.low > 0 or self.high < 0


class Weighed(Struct, frozen=True):
    """A move: how often it was tried when all were, and the chance to win after it in each of the shared worlds."""

    move: Move
    tries: int
    chances: tuple[float, ...]

    @property
    def chance(self) -> Estimate:
        """The chance to win after this move."""
        found = estimate(self.chances)
        return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))

    def worse_than(self, other: Weighed) -> Estimate:
        """How much of the chance to win this move gives away beside the other."""
        found = estimate([its - mine for its, mine in zip(other.chances, self.chances, strict=True)])
        return Estimate(found.mean, max(found.low, -1.0), min(found.high, 1.0))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of numbers that follow each other, with its interval by batches."""
    mean = sum(values) / len(values)
    count = len(values)
    cuts = [at * count // BATCHES for at in range(BATCHES + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(cuts) if b > a]
    if len(means) < BATCHES:
        return Estimate(mean, mean - 1, mean + 1)
    middle = sum(means) / BATCHES
    half = STUDENT * sqrt(sum((each - middle) ** 2 for each in means) / (BATCHES * (BATCHES - 1)))
    return Estimate(mean, mean - half, mean + half)


def weigh(search: Search, view: Any, seat: Seat, pick: Pick, most: int = MOST) -> list[Weighed]:
    """The moves that were tried most, the best first: the one tried most, unless another is better for sure.

    There must be a choice; at least `FEWEST` worlds are thought of, however little time there is. Raises MovesUnknown.
    """
    thinking = search.think(view, seat, pick)
    for _ in _half(search, 1, FEWEST):
        thinking.simulate(draw_world(thinking))
    found = by_tries(search, thinking, view)[:most]
    samples: list[list[float]] = [[] for _ in found]
    for _ in _half(search, len(found), FEWEST):
        _try_all(thinking, found, samples, pick)
    weighed = [Weighed(move, tries, tuple(its)) for (move, tries), its in zip(found, samples, strict=True)]
    better = [other for other in weighed if (worse := weighed[0].worse_than(other)).is_sure and worse.mean > 0]
    best = max(better, key=lambda other: other.chance.mean) if better else weighed[0]
    others = [other for other in weighed if other is not best]
    return [best, *sorted(others, key=lambda one: -one.chance.mean)]


def draw_world(thinking: Thinking) -> Any:
    """Return the next world. Raises MovesUnknown where the seat's legal moves there are not those of its view."""
    world = thinking.worlds.draw()
    moves = thinking.game.legal_moves(world, thinking.seat)
    if moves != thinking.moves and set(moves) != set(thinking.moves):
        raise MovesUnknown
    return world


def by_tries(search: Search, thinking: Thinking, view: Any) -> list[tuple[Move, int]]:
    """Moves and how often they were tried, the most first."""
    looked_at = thinking.considered(search.game.legal_moves(view, thinking.seat))
    return [(one.move, one.tries) for one in sorted(looked_at, key=lambda one: (-one.tries, -one.chance))]


def beside(thinking: Thinking, move: Move, other: Move, worlds: int, pick: Pick) -> Estimate:
    """How much of its chance to win `move` gives away beside `other`, in so many new worlds. Raises MovesUnknown."""
    samples: list[list[float]] = [[], []]
    for _ in range(worlds):
        _try_all(thinking, [(move, 0), (other, 0)], samples, pick)
    mine, its = samples
    return Weighed(move, 0, tuple(mine)).worse_than(Weighed(other, 0, tuple(its)))


def _try_all(thinking: Thinking, moves: Sequence[tuple[Move, int]], samples: Sequence[list[float]], pick: Pick) -> None:
    """Each move in the same new world, and luck from the same numbers."""
    world, seed, numbers = draw_world(thinking), pick(1 << 32), random.Random()
    before, thinking.pick = thinking.pick, lambda count: int(numbers.random() * count)
    for (move, _), its in zip(moves, samples, strict=True):
        numbers.seed(seed)
        its.append(thinking.simulate(world, move)[thinking.seat])
    thinking.pick = before


def _half(search: Search, at_once: int, least: int) -> Iterator[int]:
    """Rounds of so many simulations, for half of what a search may take; some in any case."""
    if not search.seconds:
        yield from range(max(search.simulations // 2 // at_once, least))
        return
    end, done = time.monotonic() + search.seconds / 2, 0
    while done < least or time.monotonic() < end:
        yield done
        done += 1
