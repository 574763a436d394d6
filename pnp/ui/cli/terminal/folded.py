"""Lines of a hint or a review on the terminal. In: lines with their indents. Out: what is printed, no wider than a text
may be (`text_width`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.playtest.reports.columns import fold
from pnp.ui.cli.streams import text_width


def print_folded(lines: Iterable[str]) -> None:
    """Print them; an empty line stays one."""
    width = text_width()
    for text in lines:
        for line in text.split("\n"):
            print(*(fold(line, width) if line else [""]), sep="\n")
