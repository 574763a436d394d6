"""The streams of a command. In: whatever standard input and output are: closed, full, in an old encoding. Out: streams
that take every word we say. Invariant: a sign that the encoding lacks is replaced by a plainer one, never refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# What has no plainer form by itself; letters lose their dots (ä becomes a).
_PLAIN = {
    "…": "...", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'", "·": ".", "►": ">", "▲": "^", "▼": "v", "×": "x",
    "±": "+-", "Δ": "d", "→": "->", "●": "*", "ø": "o", "ß": "ss",
}  # fmt: skip
_HANDLER = "pnp.plain"


def ready_streams() -> None:
    """Make the standard streams safe to use, before anything is said."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the program
        elif stream.encoding.lower() == "utf-8":
            stream.reconfigure(errors="backslashreplace")  # names of files may hold bytes that are no text
        else:
            _register()
            stream.reconfigure(errors=_HANDLER)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    elif sys.stdin.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968"):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")  # type: ignore[union-attr]


def drop_output() -> None:
    """Send what is still to be written nowhere: the reader went away, or the disk is full."""
    with suppress(OSError):  # a stream of Python's own has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def even_unheard() -> Iterator[None]:
    """Say something that may be cut off (`pnp check | head`), without losing the verdict that the exit code gives."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def leave(code: int) -> None:
    """End the process at once, when nothing else is going on in it: taking every object apart first is a tenth of a
    command's time. Whoever waits for the end is told, as always.
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
