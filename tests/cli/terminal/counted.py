"""Coverage of programs that tests start. In: a run that counts. Out: what makes a program count its own lines, also
those of tests that do not count theirs.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[3]


_counts = [False]


def count(counts: bool) -> None:
    """Say whether this run counts."""
    _counts[0] = counts


def environment() -> dict[str, str]:
    """Of a program that counts its lines if this run does; `coverage` begins with it by itself."""
    more = {"COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"), "COVERAGE_FILE": str(ROOT / ".coverage")}
    return {**os.environ, **(more if _counts[0] else {})}
