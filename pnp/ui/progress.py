"""A progress bar. In: how much of a work is done. Out: one line at the terminal, drawn over itself.

Invariant: nothing is drawn unless stderr is a terminal and the work has lasted long enough to be worth a word; the line
is taken away when the work is over, so the output reads the same with and without it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pnp.ui.cli.streams import draw

_PATIENCE = 0.6  # seconds before anything is drawn
_PACE = 0.1  # seconds between two drawings
_CELLS = 24


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A function to be told what is being made, how many are done, and of how many."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    begun = drawn = time.monotonic()
    is_drawn = False

    def show(what: str, done: int, total: int) -> None:
        nonlocal drawn, is_drawn
        now = time.monotonic()
        if now - begun < _PATIENCE or now - drawn < _PACE:
            return
        drawn, is_drawn = now, True
        filled = _CELLS * min(done, total) // max(total, 1)
        draw(f"{what} {'█' * filled}{'░' * (_CELLS - filled)} {done:,}/{total:,}")

    try:
        yield show
    finally:
        if is_drawn:
            draw("")
