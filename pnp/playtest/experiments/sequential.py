"""Intervals that hold however often somebody looks. In: a standard deviation and a number of rows. Out: how far an
estimate may be from the truth, at every look; and when to look next.

Who looks at an ordinary interval again and again, and stops at one that looks good, is wrong far more often than one
time in twenty. The intervals here are a confidence sequence (a mixture of normal distributions: Robbins 1970; for means
of any distribution Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021): the truth lies in all of them at once, from
the first look to the last, in 95 % of all runs. That costs about 1.6 times the width.

Invariant: when it is looked does not depend on clock or workers.
"""

from __future__ import annotations

from math import log, sqrt

from pnp.playtest.moments import Deviation
from pnp.playtest.statistics import CONFIDENCE

FIRST_LOOK = 100  # rows: means of fewer are not yet normal
NARROWEST = 2000  # rows for which the intervals are narrowest, compared with ordinary ones; hardly wider elsewhere
ALPHA = 1 - CONFIDENCE
_RHO = (-2 * log(ALPHA) + log(-2 * log(ALPHA) + 1)) / NARROWEST  # ρ²


def next_look(rows: int) -> int:
    """After how many rows it is looked again: 100, 200, … 1,000, 1,100, … 2,000, 2,200, …"""
    step = FIRST_LOOK
    while rows >= 20 * step:
        step *= 2
    return (rows // step + 1) * step


def is_look(rows: int) -> bool:
    """Whether it is looked after so many rows."""
    return rows > 0 and next_look(rows - 1) == rows


def margin_at_every_look(deviation: Deviation) -> float | None:
    """The estimate is known to ± this; None before the first look."""
    n = deviation.rows
    if n < FIRST_LOOK:
        return None
    spread = n * _RHO + 1
    return deviation.of_row * sqrt(2 * spread / (n * n * _RHO) * log(sqrt(spread) / ALPHA))
