"""Faults in what people wrote. In: places and messages. Out: a Report that prints as `file:line:col: message (hint)`.

Invariant: bad input never raises from deep inside; it is collected, so that all problems are reported at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct

LOST = ("no-column", "unread")  # codes of what a sheet of cards has lost, or has and nothing shows
_ELEMENT = ", “"  # between a face and the element of it that is faulty
_LONG_WORD = re.compile(r"\S{90,}")


def shorten_words(text: str) -> str:
    """The text with words of absurd length shortened; those with slashes are paths and stay as they are."""
    return _LONG_WORD.sub(lambda word: word[0] if os.sep in word[0] else f"{word[0][:60]}…", text)


def shorten_line(text: str, most: int = 160) -> str:
    """A line that people wrote, as it is quoted: only its beginning and its length when it is absurdly long."""
    if len(text) <= most:
        return shorten_words(text)
    return f"{shorten_words(text[:most]).removesuffix('…')}… ({len(text):,} characters)"


class Span(Struct, frozen=True, order=True):
    """A place in a file; line and column count from 1, 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return shorten_words(self.file)
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class Diagnostic(Struct, frozen=True):
    """One fault: where, what, what to do about it. `code` is a stable name such as `unknown-key`."""

    span: Span
    message: str
    hint: str = ""
    severity: str = "error"  # error | warning | note (information, not a fault)
    code: str = ""

    def __str__(self) -> str:
        mark = "" if self.severity == "error" else f"{self.severity}: "
        text = f"{self.message} ({self.hint})" if self.hint else self.message
        return f"{self.span}: {mark}{shorten_words(text)}"


class Report:
    """The diagnostics of one run, in the order found."""

    __slots__ = ("items",)

    def __init__(self, items: Iterable[Diagnostic] = ()) -> None:
        self.items: list[Diagnostic] = list(items)

    def error(self, span: Span, message: str, hint: str = "", code: str = "") -> None:
        """Add a fault that makes the input unusable."""
        self.items.append(Diagnostic(span, message, hint, "error", code))

    def warning(self, span: Span, message: str, hint: str = "", code: str = "") -> None:
        """Add a fault that does not stop the work; `--strict` treats it as an error."""
        self.items.append(Diagnostic(span, message, hint, "warning", code))

    def extend(self, other: Iterable[Diagnostic]) -> None:
        """Add the diagnostics of another report."""
        self.items.extend(other)

    @property
    def errors(self) -> list[Diagnostic]:
        """Only the errors."""
        return [item for item in self.items if item.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        """Only the warnings."""
        return [item for item in self.items if item.severity != "error"]

    def by_place(self) -> list[Diagnostic]:
        """All diagnostics sorted by file, line and column."""
        return sorted(self.items, key=lambda item: item.span)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def raise_errors(self) -> None:
        """Raise InputError when the report holds an error."""
        if self.errors:
            raise InputError(self)


def fold_faces(items: Iterable[Diagnostic]) -> list[Diagnostic]:
    """One typo in a layout is one fault, however many faces show it: `card of ant and 28 more, “name”: …`."""
    alike: dict[object, list[Diagnostic]] = {}
    for item in items:
        alike.setdefault(fault_key(item), []).append(item)
    return [_folded(found) for found in alike.values()]


def fault_key(item: Diagnostic) -> tuple[Span, str, str, str, str]:
    """What tells one fault from another, on whatever face it shows."""
    _, mark, rest = item.message.partition(_ELEMENT)
    return item.span, item.severity, item.code, item.hint, f"{mark}{rest}" if mark else item.message


def _folded(found: list[Diagnostic]) -> Diagnostic:
    first = found[0]
    faces = dict.fromkeys(item.message.partition(_ELEMENT)[0] for item in found)
    if len(faces) < 2:
        return first
    face, mark, rest = first.message.partition(_ELEMENT)
    return Diagnostic(
        first.span, f"{face} and {len(faces) - 1} more{mark}{rest}", first.hint, first.severity, first.code
    )


class InputError(Exception):
    """Input that cannot be used; carries the Report with every fault found. The shell prints it and exits 1."""

    def __init__(self, report: Report) -> None:
        super().__init__("; ".join(str(item) for item in report.errors) or "bad input")
        self.report = report

    @classmethod
    def single(cls, span: Span, message: str, hint: str = "", code: str = "") -> InputError:
        """An InputError with one diagnostic."""
        return cls(Report([Diagnostic(span, message, hint, "error", code)]))


class UsageError(InputError):
    """Words of a command that name something unknown: a paper, theme or component. The shell exits 2."""


@contextmanager
def as_usage() -> Iterator[None]:
    """Raise input errors as UsageError: the faults found inside are in the words of a command."""
    try:
        yield
    except InputError as fault:
        raise UsageError(fault.report) from None
