"""Lists of tests, one name a line under a line that says where they come from. In: a file. Out: its names, or it anew.

Invariant: names stand sorted, so that a list which is made again shows what is different.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path


@cache
def read_list(file: Path) -> frozenset[str]:
    """The names."""
    lines = file.read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def write_list(file: Path, head: str, names: Iterable[str]) -> None:
    """Write them under the head."""
    file.write_text(f"# {head}\n" + "".join(f"{name}\n" for name in sorted(names)), "utf-8", newline="\n")
