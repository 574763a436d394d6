"""Tables of a terminal. In: names and numbers as text. Out: lines of at most 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80
NAME = 26  # columns of the first column
BAR = 16


def bar(part: float | None, width: int = BAR) -> str:
    """A bar of eighths of a column."""
    eighths = round((part or 0) * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def fit(text: str, width: int) -> str:
    """Text of at most `width` columns."""
    return text if len(text) <= width else text[: width - 1] + "…"


def row(name: str, *columns: tuple[str, int]) -> str:
    """A name and its numbers, each with the width of its column."""
    line = f"  {fit(name, NAME):{NAME}}" + "".join(f"{text:>{width}}" for text, width in columns)
    return line.rstrip()


def head(title: str, columns: Sequence[tuple[str, int]]) -> str:
    """The line above such rows."""
    return f"{fit(title, NAME + 2):{NAME + 2}}" + "".join(f"{text:>{width}}" for text, width in columns)


def wrapped(text: str, first: str = "", rest: str = "  ") -> list[str]:
    """A sentence in lines; what stands before the first of them, and before the rest."""
    from textwrap import wrap

    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest) or [""]
