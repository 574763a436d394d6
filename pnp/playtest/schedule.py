"""Games cut into chunks for workers. In: a task, its job, a range of seeds, a pool. Out: chunks, in the order of seeds.

Chunks take about five seconds, whatever a game takes: how many games that are follows from the chunks that came back.
Invariant: what comes out, put together, does not depend on how it was cut or who played it; a worker that dies loses
nothing; memory stays flat, because only as many chunks are submitted as the workers can use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.playtest.executors import WorkerPool, pool

CHUNK_SECONDS = 5.0


class Fault(Struct, frozen=True):
    """A game that could not be played to its end: its seed, what went wrong, and where in the code.

    arm: which of several plans of an experiment played it
    """

    seed: int
    message: str
    trace: str = ""
    arm: int = 0


class GameFault(Exception):
    """A simulated game failed; the seed in `fault` repeats it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"the game with seed {fault.seed} failed: {fault.message}")
        self.fault = fault


class AnyChunk(Protocol):
    """What a task gives: results up to the first fault, and the seconds that they took."""

    fault: Fault | None
    seconds: float

    def add(self, other: Any) -> None:
        """Add the results of the seeds that follow."""


C = TypeVar("C", bound=AnyChunk)
Task = Callable[[Any, int, int], C]  # job, first seed, number of seeds


def play_chunks(
    task: Task[C], job: Any, seeds: range, worker_pool: WorkerPool, next_look: Callable[[int], int] | None = None
) -> Iterator[C]:
    """Play the games of all seeds; chunks come in the order of the seeds.

    next_look: after how many seeds, more than so many, somebody looks at what there is: no chunk goes past that.
    Raises GameFault for the lowest seed whose game fails, after the chunks before it. When a worker dies, its games are
    played again; when it dies again, one by one in a process of their own. Only a game that kills that process, too, is
    a fault.
    """
    pace = _Pace(len(seeds), worker_pool.width)
    begun = 0
    under_way: deque[tuple[range, Future[C]]] = deque()
    while True:
        while len(under_way) < worker_pool.ahead and begun < len(seeds):
            end = begun + pace.size(begun)
            if next_look is not None:
                end = min(end, next_look(begun))
            part = seeds[begun:end]
            under_way.append((part, worker_pool.submit(task, job, part.start, len(part))))
            begun += len(part)
        if not under_way:
            return
        part, future = under_way.popleft()
        chunk = _result(task, job, part, future, worker_pool)
        pace.note(len(part), chunk.seconds)
        yield chunk
        if chunk.fault is not None:
            raise GameFault(chunk.fault)


class _Pace:
    """How many games make a chunk: those of about five seconds, fewer towards the end, so that nobody waits."""

    def __init__(self, whole: int, width: int) -> None:
        self.whole, self.width = whole, width
        self.games, self.seconds = 0, 0.0
        self.last = 1

    def note(self, games: int, seconds: float) -> None:
        self.games += games
        self.seconds += seconds

    def size(self, begun: int) -> int:
        shared = -(-(self.whole - begun) // (2 * self.width))
        wanted = CHUNK_SECONDS * self.games / self.seconds if self.seconds > 0 else 1.0
        self.last = max(1, min(int(wanted), shared, 2 * self.last))
        return self.last


def _result(task: Task[C], job: Any, part: range, future: Future[C], worker_pool: WorkerPool) -> C:
    try:
        try:
            chunk: C = worker_pool.result(future)
        except BrokenExecutor:  # somebody killed a worker, or the machine did: most games kill nobody
            chunk = worker_pool.result(worker_pool.submit(task, job, part.start, len(part)))
        return chunk
    except worker_pool.died:
        return _one_by_one(task, job, part)
    except (Exception, CancelledError) as error:
        if not worker_pool.where:
            raise
        what = f"the cluster at {worker_pool.where} cannot play: {type(error).__name__}: {error}"
        hint = "install pnp and the game on every worker, in the same version as here"
        if isinstance(error, CancelledError):
            what = f"lost the connection to the cluster at {worker_pool.where}"
            hint = "start it again; --resume FILE continues an interrupted run"
        raise InputError.single(Span("--cluster"), what, hint, "cluster") from error


def _one_by_one(task: Task[C], job: Any, part: range) -> C:
    whole: C | None = None
    with pool(1) as executor:
        for seed in part:
            try:
                chunk = executor.submit(task, job, seed, 1).result()
            except BrokenExecutor:
                chunk = task(job, seed, 0)
                chunk.fault = Fault(seed, "it crashed its worker process")
            if whole is None:
                whole = chunk
            else:
                whole.add(chunk)
            if whole.fault is not None:
                break
    assert whole is not None
    return whole
