"""Games cut into chunks for workers. In: an experiment, a range of seeds, a pool. Out: chunks, in the order of seeds.

Chunks take about five seconds, whatever a game takes: how many games that are follows from the chunks that came back.
Invariant: what comes out, put together, does not depend on how it was cut or who played it; a worker that dies loses
nothing; memory stays flat, because only as many chunks are submitted as the workers can use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future

from pnp.base.diagnostics import InputError, Span
from pnp.base.workers import Pool
from pnp.playtest.batch import Fault, GameFault
from pnp.playtest.executors import WorkerPool
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts, nothing_played, play_arms
from pnp.playtest.experiments.sequential import next_look

CHUNK_SECONDS = 5.0


def play_experiment(
    experiment: Experiment, seeds: range, worker_pool: WorkerPool, looks: bool = False, done: int = 0
) -> Iterator[ExperimentCounts]:
    """Play the games of all seeds but the first `done`; chunks come in the order of the seeds.

    looks: chunks end where it is looked whether enough is known (`next_look`).
    Raises GameFault for the lowest seed whose game fails, after the chunks before it. When a worker dies, its games are
    played again; when it dies again, one by one in a process of their own. Only a game that kills that process, too, is
    a fault.
    """
    pace = _Pace(len(seeds) - done, worker_pool.width)
    begun = done
    under_way: deque[tuple[range, Future[ExperimentCounts]]] = deque()
    while True:
        while len(under_way) < worker_pool.ahead and begun < len(seeds):
            end = begun + pace.size(begun - done)
            part = seeds[begun : min(end, next_look(begun)) if looks else end]
            under_way.append((part, worker_pool.submit(play_arms, experiment, part.start, len(part))))
            begun += len(part)
        if not under_way:
            return
        part, future = under_way.popleft()
        chunk = _result(experiment, part, future, worker_pool)
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


def _result(
    experiment: Experiment, part: range, future: Future[ExperimentCounts], worker_pool: WorkerPool
) -> ExperimentCounts:
    try:
        try:
            chunk: ExperimentCounts = worker_pool.result(future)
        except BrokenExecutor:  # somebody killed a worker, or the machine did: most games kill nobody
            chunk = worker_pool.result(worker_pool.submit(play_arms, experiment, part.start, len(part)))
        return chunk
    except worker_pool.died:
        return _one_by_one(experiment, part)
    except (Exception, CancelledError) as error:
        if not worker_pool.where:
            raise
        what = f"the cluster at {worker_pool.where} cannot play: {type(error).__name__}: {error}"
        hint = "install pnp and the game on every worker, in the same version as here"
        if isinstance(error, CancelledError):
            what = f"lost the connection to the cluster at {worker_pool.where}"
            hint = "start it again; --resume FILE continues an interrupted run"
        raise InputError.single(Span("--cluster"), what, hint, "cluster") from error


def _one_by_one(experiment: Experiment, part: range) -> ExperimentCounts:
    whole = nothing_played(experiment)
    with Pool(1) as executor:
        for seed in part:
            try:
                whole.add(executor.submit(play_arms, experiment, seed, 1).result())
            except BrokenExecutor:
                whole.fault = Fault(seed, "it crashed its worker process")
            if whole.fault is not None:
                break
    return whole
