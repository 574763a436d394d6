"""Many simulated games. In: a Plan and a range of seeds. Out: counts, in the order of the seeds.

Workers receive the game's name, the folders to search, seeds, bots and switches, never a state. Invariant: the same
plan and seeds give the same counts on any executor, because a game follows from its seed alone and counts are whole
numbers.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.playtest.bots import RANDOM, lineup
from pnp.playtest.counts import Counts, GameCounter
from pnp.playtest.executors import WorkerPool
from pnp.playtest.schedule import Fault, play_chunks
from pnp.playtest.simulate import SEAT_NAMES, RefusedMove, Simulator
from pnp.referee.game import Game


class Finder(Protocol):
    """`pnp.catalog.load_game`, a function of a module: workers look it up by its name."""

    def __call__(self, slug: str, extra: Sequence[str], *, vary: Sequence[str]) -> tuple[Game[Any], CardBook]:
        """The game of that name in these folders, and its cards with other values: `tiles.ukko.value=9`."""


class Plan(Struct, frozen=True):
    """What a worker receives. `games` are the folders to search first, `find` is `pnp.catalog.load_game`.

    vary: what its cards are to hold instead: `tiles.ukko.value=9`
    lineup: who sits where in every game; without it the bots rotate
    """

    find: Finder
    slug: str
    players: int
    bots: tuple[str, ...] = (RANDOM,)
    options: dict[str, Any] = {}
    games: tuple[str, ...] = ()
    records: bool = False
    vary: tuple[str, ...] = ()
    lineup: tuple[str, ...] = ()


class Chunk(Struct):
    """The results of some games: counts up to the first fault, and records by seed when the plan asks for them.

    seconds: how long they took
    """

    counts: Counts
    records: list[tuple[int, str]] = []
    fault: Fault | None = None
    seconds: float = 0.0

    def add(self, other: Chunk) -> None:
        """Add the results of the games that follow."""
        self.counts.add(other.counts)
        self.records += other.records
        self.fault = other.fault
        self.seconds += other.seconds


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats of simulated games."""
    return (*SEAT_NAMES[:players], *(f"player{number}" for number in range(len(SEAT_NAMES) + 1, players + 1)))


class SimulationBatch:
    """A plan prepared in this process. InputError for a plan that cannot be played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game, self.book = plan.find(plan.slug, plan.games, vary=plan.vary)
        self.simulator = Simulator(self.game, self.book, seat_names(plan.players), plan.bots, plan.options)
        self.counter = GameCounter(self.game, plan.bots)

    def play(self, first: int, count: int) -> Chunk:
        """Play `count` games from seed `first` on."""
        plan, counts, begun = self.plan, Counts(), time.perf_counter()
        records: list[tuple[int, str]] = []
        for seed in range(first, first + count):
            try:
                played = self.simulator.play(seed, plan.lineup or lineup(plan.bots, plan.players, seed), plan.records)
                self.counter.count(counts, played)
                if plan.records:
                    records.append((seed, self.simulator.record(played)))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a game's code may raise whatever it likes
                return Chunk(
                    counts, records, Fault(seed, message_of(error), traceback.format_exc()), time.perf_counter() - begun
                )
        return Chunk(counts, records, None, time.perf_counter() - begun)


def message_of(error: BaseException) -> str:
    """What went wrong in a game's code, in a line, whatever that code raised."""
    kind = type(error).__name__
    try:
        words = " ".join(str(error).split())
    except Exception:  # even its words fail
        return kind
    return words if isinstance(error, RefusedMove) else f"{kind}: {words}" if words else kind


_ready: list[SimulationBatch] = []  # the last plan of this process; workers get the same one with every chunk


def play_chunk(plan: Plan, first: int, count: int) -> Chunk:
    """The task of a worker."""
    if not _ready or _ready[0].plan != plan:
        _ready[:] = [SimulationBatch(plan)]
    return _ready[0].play(first, count)


def play_all(plan: Plan, seeds: range, worker_pool: WorkerPool) -> Iterator[Chunk]:
    """Play the games of all seeds; chunks come in the order of the seeds (see `play_chunks`)."""
    return play_chunks(play_chunk, plan, seeds, worker_pool)
