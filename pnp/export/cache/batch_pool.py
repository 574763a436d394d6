"""Work on many things alike, shared with helping processes when it is worth while. In: things, and what is done with a
batch of them, here and in a helper. Out: the outcome of each batch, in whatever order they are done.

Invariant: everything is done exactly once, also when a helper dies. When this is left, by its end, a fault or Ctrl-C,
no helper is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import msgpack

if TYPE_CHECKING:
    from concurrent.futures import Future

BATCH = 64
WORTH = 1200  # things that one process has done sooner than it has found a helper
_AHEAD = 3  # batches a helper is given at once, so that it never waits

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def run_batches(
    things: Sequence[Task],
    here: Callable[[Sequence[Task]], list[Outcome]],
    away: Callable[[bytes], list[Outcome]],
    begin: tuple[Callable[..., None], Sequence[Any]],
    helpers: int,
    take: Callable[[Sequence[Task], list[Outcome]], None],
) -> None:
    """Do a batch `here`, or `away` in a helper, which gets it packed; `begin`: a function every helper calls first,
    with these values. `take` is given each batch with its outcome.
    """
    waiting = deque(things[at : at + BATCH] for at in range(0, len(things), BATCH))
    if helpers < 1 or len(things) < WORTH:
        for batch in waiting:
            take(batch, here(batch))
        return
    from concurrent.futures import BrokenExecutor  # what it imports takes as long as forty faces

    from pnp.base.workers import Pool

    pool = Pool(helpers, begin[0], *begin[1])
    given: deque[tuple[Sequence[Task], Future[list[Outcome]]]] = deque()
    try:
        while waiting or given:
            while waiting and len(given) < helpers * _AHEAD:
                given.append((waiting[0], pool.submit(away, msgpack.encode(waiting[0]))))
                waiting.popleft()
            while given and (given[0][1].done() or not waiting):
                take(given[0][0], given[0][1].result())
                given.popleft()
            if waiting:
                batch = waiting.pop()
                take(batch, here(batch))
    except BrokenExecutor:  # a helper was ended from outside: what is left is done here
        for batch in (*(batch for batch, _ in given), *waiting):
            take(batch, here(batch))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
