"""Coverage of programs that tests start. In: a test whose lines count. Out: what makes a program count its own."""

from __future__ import annotations

import os
from pathlib import Path

import coverage

ROOT = Path(__file__).parents[3]


def environment() -> dict[str, str]:
    """Of a program whose lines count if those of the test do; `coverage` begins with it by itself."""
    counts = coverage.Coverage.current() is not None
    more = {"COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"), "COVERAGE_FILE": str(ROOT / ".coverage")}
    return {**os.environ, **(more if counts else {})}
