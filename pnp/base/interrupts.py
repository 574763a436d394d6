"""Ctrl-C that waits. In: a few lines that belong together. Out: a KeyboardInterrupt after them instead of in between.

Invariant: no Ctrl-C is lost, and the handler that was there is there again.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C until the block has ended; other threads than the first never get one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held and callable(before):
        before(*held[-1])


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Inside such a block: work that may be cut short, and that Ctrl-C stops at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
