"""Golden files: texts that people read once and tests hold ever after.

In: a file, and the text it should hold. Out: a failing test where they differ, with the first lines that do. With the
option `--golden` (`make golden`) only the tests with golden files run, and they write these anew instead of comparing.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

OPTION = "--golden"
FIXTURE = "golden"
SHOWN = 40  # lines of the difference

Golden = Callable[[Path, str], None]


def hold(file: Path, text: str, anew: bool) -> None:
    """Compare, or write."""
    if anew:
        file.write_text(text, encoding="utf-8", newline="\n")
        return
    kept = file.read_text(encoding="utf-8") if file.is_file() else ""
    if kept != text:
        lines = unified_diff(kept.splitlines(), text.splitlines(), file.name, "now", lineterm="", n=1)
        shown = "\n".join(islice(lines, SHOWN))
        pytest.fail(f"{file.name} is another; `make golden` writes it anew, read what changed\n{shown}", pytrace=False)


def keep_only_golden(items: list[pytest.Item]) -> None:
    """Of the tests collected, those that compare a golden file."""
    items[:] = [item for item in items if FIXTURE in getattr(item, "fixturenames", ())]
