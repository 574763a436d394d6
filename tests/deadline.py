"""Bounded waiting for tests and benchmarks. In: what is awaited, or a program. Out: an end, whatever happens."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

PATIENCE = 60.0  # seconds; a busy machine is slow
COMMAND = 300.0  # seconds for a whole program that a test starts


class Deadline:
    """A time limit for a loop that waits: call `check` in each round."""

    def __init__(self, awaited: str, seconds: float = PATIENCE) -> None:
        self.awaited, self.seconds = awaited, seconds
        self._end = time.monotonic() + seconds

    def check(self, seen: object = "") -> None:
        """Fail when the time is up, with what was seen so far."""
        if time.monotonic() >= self._end:
            raise AssertionError(f"waited {self.seconds:g} s for {self.awaited}; seen so far:\n{seen}")


@contextmanager
def running(command: Sequence[str], seconds: float = COMMAND, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program, and kill it when the block ends or the time is up. Leaving a plain Popen would wait for it."""
    with subprocess.Popen(command, **options) as program:
        limit = threading.Timer(seconds, program.kill)
        limit.daemon = True
        limit.start()
        try:
            yield program
        finally:
            limit.cancel()
            program.kill()
