"""Many simulated games. In: a Plan and a range of seeds. Out: counts, in the order of the seeds.

Workers receive the game's name, the folders to search, seeds, bots and switches, never a state. Invariant: the same
plan and seeds give the same counts on any executor, because a game follows from its seed alone and counts are whole
numbers; memory stays flat, because only as many chunks are submitted as the workers can use.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.library.card import CardBook
from pnp.playtest.bots import RANDOM, lineup
from pnp.playtest.counts import Counts, GameCounter
from pnp.playtest.executors import WorkerPool, pool
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.game import Game

MOST_GAMES = 50  # of a chunk: small enough for the progress bar, large enough to cost nothing

# A function of a module (workers look it up by its name): slug and folders -> the game and its cards.
Finder = Callable[[str, Sequence[str]], tuple[Game[Any], CardBook]]


class Plan(Struct, frozen=True):
    """What a worker receives. `games` are the folders to search first, `find` is `pnp.catalog.load_game`."""

    find: Finder
    slug: str
    players: int
    bots: tuple[str, ...] = (RANDOM,)
    options: dict[str, Any] = {}
    games: tuple[str, ...] = ()
    records: bool = False


class Fault(Struct, frozen=True):
    """A game that could not be played to its end: its seed, what went wrong, and where in the code."""

    seed: int
    message: str
    trace: str = ""


class Chunk(Struct):
    """The results of some games: counts up to the first fault, and records by seed when the plan asks for them."""

    counts: Counts
    records: list[tuple[int, str]] = []
    fault: Fault | None = None


class GameFault(Exception):
    """A simulated game failed; the seed in `fault` repeats it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"the game of seed {fault.seed} failed: {fault.message}")
        self.fault = fault


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats of simulated games."""
    return (*SEAT_NAMES[:players], *(f"player{number}" for number in range(len(SEAT_NAMES) + 1, players + 1)))


class SimulationBatch:
    """A plan prepared in this process. InputError for a plan that cannot be played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game, self.book = plan.find(plan.slug, plan.games)
        self.simulator = Simulator(self.game, self.book, seat_names(plan.players), plan.bots, plan.options)
        self.counter = GameCounter(self.game)

    def play(self, first: int, count: int) -> Chunk:
        """Play `count` games from seed `first` on."""
        plan, counts = self.plan, Counts()
        records: list[tuple[int, str]] = []
        for seed in range(first, first + count):
            try:
                played = self.simulator.play(seed, lineup(plan.bots, plan.players, seed), plan.records)
                self.counter.count(counts, played)
                if plan.records:
                    records.append((seed, self.simulator.record(played)))
            except (Exception, SystemExit) as error:
                message = f"{type(error).__name__}: {error}"
                return Chunk(counts, records, Fault(seed, message, traceback.format_exc()))
        return Chunk(counts, records)


_ready: list[SimulationBatch] = []  # the last plan of this process; workers get the same one with every chunk


def play_chunk(plan: Plan, first: int, count: int) -> Chunk:
    """The task of a worker."""
    if not _ready or _ready[0].plan != plan:
        _ready[:] = [SimulationBatch(plan)]
    return _ready[0].play(first, count)


def play_all(plan: Plan, seeds: range, worker_pool: WorkerPool) -> Iterator[Chunk]:
    """Play the games of all seeds; chunks come in the order of the seeds.

    Raises GameFault for the lowest seed whose game fails, after the chunks before it. When a worker dies, its games are
    played again, one by one in a process of their own; only a game that kills that process, too, is a fault.
    """
    size = max(1, min(MOST_GAMES, len(seeds) // (8 * worker_pool.width)))
    parts = (seeds[at : at + size] for at in range(0, len(seeds), size))
    under_way: deque[tuple[range, Future[Chunk]]] = deque()
    while True:
        while len(under_way) < worker_pool.ahead and (part := next(parts, None)):
            under_way.append((part, worker_pool.submit(play_chunk, plan, part.start, len(part))))
        if not under_way:
            return
        part, future = under_way.popleft()
        chunk = _result(plan, part, future, worker_pool)
        yield chunk
        if chunk.fault is not None:
            raise GameFault(chunk.fault)


def _result(plan: Plan, part: range, future: Future[Chunk], worker_pool: WorkerPool) -> Chunk:
    try:
        chunk: Chunk = worker_pool.result(future)
        return chunk
    except worker_pool.died:
        return _one_by_one(plan, part)
    except (Exception, CancelledError) as error:
        if not worker_pool.where:
            raise
        what = f"the cluster at {worker_pool.where} cannot play: {type(error).__name__}: {error}"
        hint = "pnp and the game must be installed on every worker, in the same version as here"
        raise InputError.single(Span("--cluster"), what, hint, "cluster") from error


def _one_by_one(plan: Plan, part: range) -> Chunk:
    whole = Chunk(Counts())
    with pool(1) as executor:
        for seed in part:
            try:
                chunk = executor.submit(play_chunk, plan, seed, 1).result()
            except BrokenExecutor:
                whole.fault = Fault(seed, "it killed the process that played it")
                return whole
            whole.counts.add(chunk.counts)
            whole.records += chunk.records
            whole.fault = chunk.fault
            if chunk.fault is not None:
                return whole
    return whole
