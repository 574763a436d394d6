"""How many examples Hypothesis tries: all of them where `make check` runs, a quarter in `make test`.

In: the number for a test. Out: the number for this run. Invariant: decided before a test module is imported.
"""

from __future__ import annotations

SHARE = 4
_shorter = [False]


def try_fewer(marks: str) -> None:
    """Try fewer where this expression of marks leaves tests to CI."""
    _shorter[0] = "not ci" in marks


def examples(most: int) -> int:
    """So many, or a share of them."""
    return max(1, most // SHARE) if _shorter[0] else most
