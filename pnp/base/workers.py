"""Worker processes. In: how many. Out: an executor whose workers Ctrl-C does not reach.

Invariant: workers never write to the terminal when a command is stopped, do not outlive the process that started them,
however it ended, and import nothing that only lies in the current folder. They are started the same way on every
system, unless somebody asks for copies of the process where there can be any (`system.can_be_copied`).
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

_SAFE_PATH = "PYTHONSAFEPATH"


class Pool(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach.

    Ctrl-C goes to the whole process group. A worker starts with the signal blocked, from its first instruction on, so
    it never prints a traceback; the main process receives the signal, too, and ends its workers itself.
    """

    def __init__(
        self, workers: int, begin: Callable[..., None] | None = None, *given: Any, are_copies: bool = False
    ) -> None:
        """`begin`: called with `given` in every worker before its first task; `are_copies`: of this process, with all
        that it has read and made, so that nothing given is packed.
        """
        context = multiprocessing.get_context("fork" if are_copies else "spawn")
        with _current_folder_left_out():  # what counts semaphores begins here, as a process of its own
            super().__init__(workers, mp_context=context, initializer=_begin_worker, initargs=(begin, given))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Submit a task; new workers are started here."""
        with _interrupt_held(), _current_folder_left_out():
            return super().submit(fn, *args, **named)

    def end(self) -> None:
        """End the workers at once, whatever they do; what was submitted is cancelled, or fails."""
        workers = list((self._processes or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()  # it may be anybody's code, which may have asked not to be terminated


@contextmanager
def _interrupt_held() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows: `_begin_worker` must suffice
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _current_folder_left_out() -> Iterator[None]:
    """A worker begins as `python -c`, which looks for modules in the current folder until it hears of our path."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _begin_worker(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    # Where the signal cannot be blocked from the start, a worker at least ends silently.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout = sys.stderr  # what a game's code prints is no part of what the command prints
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Its parent waits for its end, and taking all that it made apart first would take a tenth of a second.
    atexit.register(os._exit, 0)
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    """A worker holds both ends of the pipe it waits at, so it would wait for ever for a parent that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
