"""The streams of a command. In: whatever standard input and output are: closed, full, in an old encoding. Out: streams
that accept every text. Invariant: a character that the encoding lacks is replaced by a plainer one, never refused; a
control character from a file or a typed line never reaches a terminal as one.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

# What has no plainer form by itself; letters lose their dots (ä becomes a).
_PLAIN = {
    "…": "...", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'", "·": ".", "►": ">", "▲": "^", "▼": "v", "×": "x",
    "±": "+-", "Δ": "d", "→": "->", "●": "*", "ø": "o", "ß": "ss",
    "−": "-", "÷": "/", "≥": ">=", "≤": "<=", "≈": "~", "─": "-", "░": ".", "█": "#", **dict.fromkeys("▏▎▍▌▋▊▉", "#"),
    **dict(zip("▁▂▃▄▅▆▇", "1234567", strict=True)),
}  # fmt: skip
_HANDLER = "pnp.plain"
STDOUT = Path("-")  # as the file of `-o`
_USUAL, _LEAST, _MOST = 80, 24, 100  # columns of a text: where there is no terminal, at least, at most
# All but tabs and line ends: they move the cursor, colour the screen, name the window, or hide what stands there.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")


class _PlainText(TextIOWrapper):
    """A stream that shows control characters as escapes."""

    def write(self, text: str) -> int:
        super().write(show_controls(text))
        return len(text)


def show_controls(text: str) -> str:
    """The text with control characters as `\\u001b`, which JSON reads as the character it was."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if _CONTROL.search(text) else text


def ready_streams() -> None:
    """Make the standard streams safe to use, before anything is printed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the program
            continue
        if stream.encoding.lower() == "utf-8":
            stream.reconfigure(errors="backslashreplace")  # names of files may hold bytes that are no text
        else:
            _register()
            stream.reconfigure(errors=_HANDLER)
        setattr(sys, name, _plain_text(getattr(sys, name)))
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    elif sys.stdin.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968"):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")  # type: ignore[union-attr]


def _plain_text(stream: TextIOWrapper) -> TextIOWrapper:
    return _PlainText(
        stream.buffer,
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def has_width() -> bool:
    """Whether anybody reads it in lines of some width; other programs read lines as they are."""
    return bool(os.environ.get("COLUMNS")) or sys.stdout.isatty()


def text_width() -> int:
    """How many columns a text has: those of the terminal or of COLUMNS, as far as lines of that length can be read."""
    return max(_LEAST, min(_MOST, _columns()))


def draw(line: str) -> None:
    """Draw a line on standard error over the one that stands there: a bar that grows. What has no room is left out:
    of a line that goes on in the next one, only the end could be drawn over.
    """
    write_as_it_is(sys.stderr, f"\r{show_controls(line)[: line_room()]}\x1b[K")


def line_room() -> int:
    """How long a line may be that is drawn over: one column is the cursor's."""
    return _columns() - 1


def _columns() -> int:
    from shutil import get_terminal_size

    return get_terminal_size((_USUAL, 24)).columns


def write_as_it_is(stream: TextIO, text: str) -> None:
    """Write a text whose control characters are ours: colours, a line drawn over another."""
    if isinstance(stream, _PlainText):
        TextIOWrapper.write(stream, text)
    else:
        stream.write(text)
    stream.flush()


def write_bytes(data: bytes) -> None:
    """Write a file to standard output, as `-o -` asks for."""
    with even_without_reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def drop_output() -> None:
    """Send what is still to be written nowhere: the reader went away, or the disk is full."""
    with suppress(OSError):  # a stream of Python's own has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def even_without_reader() -> Iterator[None]:
    """Print something that may be cut off (`pnp check | head`), without losing the exit code."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def leave(code: int) -> None:
    """End the process at once, when nothing else is going on in it: freeing every object first takes a tenth of a
    command's time. Whoever waits for the end is notified, as always.
    """
    import atexit

    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # Python's own way out says what is wrong with them
    os._exit(code)


def _register() -> None:
    import codecs

    codecs.register_error(_HANDLER, _plainer)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    from unicodedata import normalize

    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    text = "".join(_PLAIN.get(sign) or normalize("NFKD", sign) for sign in signs)
    # What is still not in the encoding is shown as a question mark.
    return text.encode(error.encoding, "ignore").decode(error.encoding) or "?", error.end
