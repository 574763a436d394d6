"""Where games are played: in this process, in processes of this machine, or on a Dask cluster. In: a number of workers
or the address of a scheduler. Out: a WorkerPool: a `concurrent.futures.Executor` and its properties.

Invariant: when the block ends, normally, by a fault or by Ctrl-C, no process that was started here is left.
"""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from typing import Any

from pnp.base.diagnostics import InputError, Span
from pnp.base.workers import Pool

CONNECT_SECONDS = 10
WORKER_SECONDS = 30.0  # until the first worker is there: they may be starting again
CHECK_SECONDS = 1.0
IDLE_SECONDS = 8.0  # of a cluster that has workers and nothing to do: then a result counts as lost
GONE_SECONDS = 120.0  # of a cluster without workers: they may be starting again, on a machine that is busy


class InlineExecutor(Executor):
    """Runs tasks immediately in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A completed future; it holds what `fn` raises, but Ctrl-C stops everything."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)
        return future


class WorkerPool:
    """An executor.

    width: number of workers · died: what a future raises when its worker died · where: its name in messages
    """

    def __init__(
        self,
        start: Callable[[], Executor],
        width: int,
        died: tuple[type[BaseException], ...] = (BrokenExecutor,),
        where: str = "",
    ) -> None:
        self._start = start
        self.executor = start()
        self.width = width
        self.died = died
        self.where = where

    @property
    def ahead(self) -> int:
        """How many tasks may be submitted ahead: enough that no worker waits, few enough that memory stays flat."""
        return 1 if isinstance(self.executor, InlineExecutor) else 3 * self.width

    def submit(self, fn: Callable[..., Any], *args: Any) -> Future[Any]:
        """Submit to the executor; a broken one is replaced by a new one."""
        try:
            return self.executor.submit(fn, *args)
        except BrokenExecutor:
            self.executor.shutdown(wait=False)
            self.executor = self._start()
            return self.executor.submit(fn, *args)

    def result(self, future: Future[Any]) -> Any:
        """What the future gives, or what it raises."""
        return future.result()


class LostResult(BrokenExecutor):
    """The result of a task was lost with its worker."""


class Cluster(WorkerPool):
    """Dask's executor. When workers die with results that nobody has fetched, its futures may never be done: `result`
    notices that nothing is running any more and raises LostResult.
    """

    def __init__(self, client: Any, address: str) -> None:
        from distributed.scheduler import KilledWorker

        self._client = client
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            hint = "start workers: dask worker ADDRESS"
            what = f"the cluster at {address} has no workers"
            raise InputError.single(Span("--cluster"), what, hint, "no-workers") from None
        width = sum(client.nthreads().values())
        super().__init__(lambda: client.get_executor(pure=False), width, (BrokenExecutor, KilledWorker), address)

    def result(self, future: Future[Any]) -> Any:
        """What the future gives, or what it raises."""
        worked = here = time.monotonic()  # when somebody last had something to do; when somebody last was there
        while True:
            try:
                return future.result(timeout=CHECK_SECONDS)
            except TimeoutError:
                if future.done():
                    return future.result()
            now = time.monotonic()
            if not self._client.nthreads():
                worked = now  # nobody can be idle
                if now - here > GONE_SECONDS:
                    raise RuntimeError("all its workers are gone")
                continue
            here = now
            if any(self._client.processing().values()):
                worked = now
            elif now - worked > IDLE_SECONDS:
                raise LostResult


@contextmanager
def open_executor(workers: int = 1, cluster: str = "") -> Iterator[WorkerPool]:
    """A pool of `workers` processes (1: this one), or the cluster whose scheduler has this address."""
    if cluster:
        with _cluster(cluster) as worker_pool:
            yield worker_pool
    elif workers <= 1:
        yield WorkerPool(InlineExecutor, 1)
    else:
        with _processes(workers) as worker_pool:
            yield worker_pool


@contextmanager
def _processes(workers: int) -> Iterator[WorkerPool]:
    before = set(multiprocessing.active_children())
    worker_pool = WorkerPool(lambda: Pool(workers), workers)
    try:
        yield worker_pool
    except BaseException:
        # The user waits for the command to end: running tasks are no longer needed.
        worker_pool.executor.shutdown(wait=False, cancel_futures=True)
        children = set(multiprocessing.active_children()) - before
        for child in children:
            child.terminate()
        for child in children:
            child.join()
        raise
    finally:
        worker_pool.executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[WorkerPool]:
    at = Span("--cluster")
    try:
        from distributed import Client
    except ImportError as fault:
        hint = 'pip install "pnp-table[cluster]"'
        raise InputError.single(at, "Dask is not installed", hint, "no-dask") from fault
    for name in ("distributed", "distributed.client"):  # what goes wrong is told once, in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as fault:
        hint = "check that the scheduler is running; expected an address such as tcp://host:8786"
        raise InputError.single(at, f"no Dask scheduler answers at {address}", hint, "no-cluster") from fault
    try:
        worker_pool = Cluster(client, address)
        try:
            yield worker_pool
        finally:
            worker_pool.executor.shutdown(wait=False)
    finally:
        client.close()
