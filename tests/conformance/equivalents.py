"""Mutants that change nothing, and why: `benchmarks/equivalent_mutants.yaml`.

In: the name of a mutant, `MODULE, line 12: OLD → NEW`. Out: why it is none. Invariant: a mutant is named there by its
module and by how its change begins, never by its line, so that an entry outlives what is written above it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

FILE = Path(__file__).parents[2] / "benchmarks" / "equivalent_mutants.yaml"


@cache
def equivalents() -> dict[str, dict[str, str]]:
    """How the changes begin that change nothing, and why, by module or game."""
    found: dict[str, dict[str, str]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def why_equivalent(name: str) -> str:
    """Why the mutant of this name changes nothing; "" for one that should be found out."""
    module, _, change = name.partition(", line ")
    words = change.partition(": ")[2]
    return next((why for start, why in equivalents().get(module, {}).items() if words.startswith(start)), "")
