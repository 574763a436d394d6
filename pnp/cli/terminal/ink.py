"""Colours of what commands print. In: lines made of toned words, `--color`. Out: the same lines, in colour where people
see it.

Invariant: without colour the text is what it always was, and with it, colours taken away, too. What people wrote never
reaches the terminal as a control character. What programs read (`--json`) and files are never coloured.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Literal, TextIO

from pnp.base.diagnostics import Diagnostic, Span, UsageError, shorten_words
from pnp.base.system import shows_colours
from pnp.cli.streams import show_controls, write_as_it_is

Tone = Literal["", "legal", "warning", "illegal", "asked", "new", "faint", "place"]
Word = tuple[Tone, str]
Line = Sequence[Word]

OPTION = "--color"
AUTO, ALWAYS, NEVER = CHOICES = ("auto", "always", "never")
# The sixteen colours that people choose for their terminal themselves, so that they are readable on light and dark.
_CODES: dict[Tone, str] = {
    "legal": "32",
    "warning": "33",
    "illegal": "31",
    "asked": "1",
    "new": "1",
    "faint": "2",
    "place": "1",
}
_choice = AUTO


def take_choice(words: Sequence[str]) -> list[str]:
    """The words of a command without `--color CHOICE`, which goes with every command and holds from now on. Raises
    UsageError for a word that is no choice.
    """
    global _choice
    _choice, rest = AUTO, list(words)
    end = rest.index("--") if "--" in rest else len(rest)
    for at in reversed(range(end)):
        option, mark, value = rest[at].partition("=")
        if option == OPTION:
            taken = 1 if mark else 2
            _choice = value if mark else "".join(rest[at + 1 : at + 2])
            if _choice not in CHOICES:
                typed, hint = shorten_words(_choice), f"one of: {', '.join(CHOICES)}"
                _choice = AUTO
                raise UsageError.single(Span(OPTION), f"unknown choice “{typed}”", hint, "color")
            del rest[at : at + taken]
    return rest


def is_terminal(stream: TextIO) -> bool:
    """Whether people look at it, at a terminal that knows more than the next line."""
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


class Ink:
    """Writes toned lines on standard output, or another stream."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        is_wanted = is_terminal(self.stream) and not os.environ.get("NO_COLOR") and shows_colours()
        self.is_on = is_wanted if _choice == AUTO else _choice == ALWAYS

    @property
    def stream(self) -> TextIO:
        """Where it writes: on what is standard output just then."""
        return self._stream or sys.stdout

    def paint(self, line: Line) -> str:
        """A line as it is written: what people wrote is shown, never obeyed."""
        return "".join(self._paint(tone, show_controls(text)) for tone, text in line)

    def _paint(self, tone: Tone, text: str) -> str:
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self.is_on and tone and text else text

    def print(self, lines: Iterable[Line]) -> None:
        """Write the lines."""
        text = "".join(f"{self.paint(line)}\n" for line in lines)
        if self.is_on:
            write_as_it_is(self.stream, text)
        else:
            print(text, end="", file=self.stream)


def toned(text: str, first: Tone, rest: Tone = "") -> list[Line]:
    """Lines of a text: the first in one tone, the others in another; what contradicts earlier lines is a warning."""
    head, *others = text.split("\n")
    return [[(first, head)], *([("warning" if line.startswith("     ! ") else rest, line)] for line in others)]


def plain(lines: Iterable[str]) -> list[Line]:
    """Lines without a tone."""
    return [[("", line)] for line in lines]


def print_toned(text: str, first: Tone, rest: Tone = "", stream: TextIO | None = None) -> None:
    """Write a text whose first line has a tone."""
    Ink(stream).print(toned(text, first, rest))


def print_faults(faults: Iterable[Diagnostic], stream: TextIO | None = None) -> None:
    """Write faults, on standard error unless said: where in bold, errors and warnings in their colours."""
    ink = Ink(stream or sys.stderr)
    ink.print([_fault_line(item) if ink.is_on else [("", str(item))] for item in faults])
    ink.stream.flush()


def _fault_line(item: Diagnostic) -> Line:
    place = str(item.span)
    rest = str(item).removeprefix(place)
    mark = f": {item.severity}: "
    if item.severity == "error" or not rest.startswith(mark):
        mark = ": "
    tone: Tone = {"error": "illegal", "warning": "warning"}.get(item.severity, "faint")  # type: ignore[assignment]
    hint = f" ({shorten_words(item.hint)})" if item.hint else ""
    text = rest[len(mark) :].removesuffix(hint)
    hint = hint if rest.endswith(hint) else ""
    loud, plain_text = (text, "") if item.severity == "error" else ("", text)
    return [("place", place), (tone, mark), (tone, loud), ("", plain_text), ("faint", hint)]
