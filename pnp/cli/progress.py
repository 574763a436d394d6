"""A progress bar. In: how much of a work is done. Out: one line at the terminal, drawn over itself.

Invariant: nothing is drawn unless stderr is a terminal and the work has lasted long enough to be worth a word; the line
is taken away when the work is over, so the output reads the same with and without it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pnp.cli.streams import draw, line_room

_PATIENCE = 0.6  # seconds before anything is drawn
_PACE = 0.1  # seconds between two drawings
_CELLS, _FEWEST = 24, 8


@contextmanager
def progress(of: str = "") -> Iterator[Callable[[str, int, int], None]]:
    """A function to be told what is being made, how many are done, and of how many; `of` is put before what it is."""
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
        draw_bar(f"{of}{what}", done, total, f"{done:,}/{total:,}")

    try:
        yield show
    finally:
        if is_drawn:
            draw("")


def draw_bar(what: str, done: int, total: int, count: str, *more: str) -> None:
    """Draw how far it is: a bar and the count, and of what else there is to say as much as stands in the line."""
    room, words = line_room() - len(what) - 2, count
    for part in more:
        if len(words) + 3 + len(part) + _FEWEST <= room:
            words += f" · {part}"
    cells = min(_CELLS, room - len(words))
    filled = cells * min(done, total) // max(total, 1)
    bar = f"{'█' * filled}{'░' * (cells - filled)} " if cells >= _FEWEST else ""
    draw(f"{what} {bar}{words}")
