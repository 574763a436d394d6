"""Colours of what the referee says. In: lines made of toned words. Out: the same lines, in colour where people see it.

Invariant: without colour the text is what it always was, and with it, colours taken away, too. What people wrote never
reaches the terminal as a control character.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TextIO

import typer

from pnp.base.diagnostics import Span, UsageError
from pnp.ui.cli.streams import show_controls, write_as_it_is

Tone = Literal["", "legal", "warning", "illegal", "asked", "new", "faint"]
Word = tuple[Tone, str]
Line = Sequence[Word]

AUTO, ALWAYS, NEVER = "auto", "always", "never"
# The sixteen colours that people choose for their terminal themselves, so that they are readable on light and dark.
_CODES: dict[Tone, str] = {
    "legal": "32",
    "warning": "33",
    "illegal": "31",
    "asked": "1",
    "new": "1",
    "faint": "2",
}

ColorOption = Annotated[str, typer.Option("--color", help="auto, always or never; NO_COLOR is heeded")]


def is_terminal(stream: TextIO) -> bool:
    """Whether people look at it, at a terminal that knows more than the next line."""
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


class Ink:
    """Writes toned lines on standard output. Raises UsageError for a word that is none of --color."""

    def __init__(self, choice: str = AUTO) -> None:
        if choice not in (AUTO, ALWAYS, NEVER):
            raise UsageError.single(Span("--color"), f"“{choice}” is no choice", "one of: auto, always, never", "color")
        wants = is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") if choice == AUTO else choice == ALWAYS
        self.is_on = wants

    def paint(self, line: Line) -> str:
        """A line as it is written: what people wrote is shown, never obeyed."""
        return "".join(self._paint(tone, show_controls(text)) for tone, text in line)

    def _paint(self, tone: Tone, text: str) -> str:
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self.is_on and tone and text else text

    def print(self, lines: Iterable[Line]) -> None:
        """Write the lines."""
        text = "".join(f"{self.paint(line)}\n" for line in lines)
        if self.is_on:
            write_as_it_is(sys.stdout, text)
        else:
            print(text, end="")


def toned(text: str, first: Tone, rest: Tone = "") -> list[Line]:
    """Lines of a text: the first in one tone, the others in another; what contradicts earlier lines is a warning."""
    head, *others = text.split("\n")
    return [[(first, head)], *([("warning" if line.startswith("     ! ") else rest, line)] for line in others)]


def plain(lines: Iterable[str]) -> list[Line]:
    """Lines without a tone."""
    return [[("", line)] for line in lines]
