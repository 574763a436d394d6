"""Lines of a hint or a review. In: lines with their indents. Out: what is printed, no wider than a text may be
(`text_width`) where people read it; other programs get every line whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cli.streams import has_width, text_width
from pnp.playtest.reports.columns import fold


def print_folded(lines: Iterable[str]) -> None:
    """Print them; an empty line stays one."""
    width = text_width() if has_width() else 0
    for text in lines:
        for line in text.split("\n"):
            print(*(fold(line, width) if line and width else [line]), sep="\n")
