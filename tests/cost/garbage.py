"""When Python looks for garbage in a run of tests. In: the beginning of a run, and the end of collecting.

Invariant: what imports and collecting made, hundreds of thousands of objects that live as long as the run, is never
looked at; later garbage is still found, so a test that leaves a file open is still told of it.
"""

from __future__ import annotations

import gc

# After so many new objects the youngest are looked at. Python's 700 cost a sixth of the processor's time: a game that
# is played makes values by the thousand, and nearly all of them go by themselves.
OFTEN = 10_000


def wait() -> None:
    """Nothing that is made from here on is garbage."""
    gc.disable()


def begin() -> None:
    """Look, seldom, at what is made from here on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, 10, 10)
    gc.enable()
