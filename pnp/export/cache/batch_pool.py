"""Batches of equal tasks, shared with worker processes where it pays. In: tasks, and what is done with a batch of them,
here and in a worker. Out: the outcome of each batch, in the order in which they are done.

Invariant: every task is done exactly once, also when a worker dies. After the return, a fault or Ctrl-C no worker is
left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import msgpack

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pnp.base.workers import Pool

BATCH = 64
MIN_TASKS = 1200  # tasks that one process does sooner than it can start a worker
_AHEAD = 3  # batches in a worker's queue, so that it never waits

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def run_batches(
    tasks: Sequence[Task],
    here: Callable[[Sequence[Task]], list[Outcome]],
    away: Callable[[bytes], list[Outcome]],
    open_pool: Callable[[int], Pool],
    workers: int,
    take: Callable[[Sequence[Task], list[Outcome]], None],
) -> None:
    """Do a batch `here`, or `away` in a worker, which gets it packed; `open_pool` gives that many workers. `take` is
    called with each batch and its outcome.
    """
    waiting = deque(tasks[at : at + BATCH] for at in range(0, len(tasks), BATCH))
    if workers < 1 or len(tasks) < MIN_TASKS:
        for batch in waiting:
            take(batch, here(batch))
        return
    from concurrent.futures import BrokenExecutor  # what it imports takes as long as forty faces

    pool = open_pool(workers)
    given: deque[tuple[Sequence[Task], Future[list[Outcome]]]] = deque()
    try:
        while waiting or given:
            while waiting and len(given) < workers * _AHEAD:
                given.append((waiting[0], pool.submit(away, msgpack.encode(waiting[0]))))
                waiting.popleft()
            while given and (given[0][1].done() or not waiting):
                take(given[0][0], given[0][1].result())
                given.popleft()
            if waiting:
                batch = waiting.pop()
                take(batch, here(batch))
    except BrokenExecutor:  # a worker was killed: what is left is done here
        for batch in (*(batch for batch, _ in given), *waiting):
            take(batch, here(batch))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
