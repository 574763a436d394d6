"""What systems do each in their own way. In: files, sockets, a console. Out: the same behaviour on Linux, macOS and
Windows, as far as there is one.

Locks, names that take the place of others, words of a command, ports, colours of a console, who goes first and whether
a process can be copied are asked for here; folders of the user in `places.py`. Invariant: no other module of this
program asks which system it runs on to work with files, or quotes for a shell.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from socket import socket


PATIENCE = 1.0  # seconds that Windows may keep a file of another program, mostly one that looks for viruses
_PAUSE = 0.02
_PLAIN = r"[\w.:/\\=+-]+"  # what both shells of Windows leave as it is
_CONSOLE, _ANSWERS_CODES = -11, 4  # Windows' numbers: standard output; signs are colours and movements


def is_windows() -> bool:
    """Asked when it matters, so that tests see both ways."""
    return sys.platform == "win32"


def can_be_copied() -> bool:
    """Whether a copy of this process could go on: other threads are missing in it, and on other systems than Linux
    libraries may be of no use there.
    """
    import threading

    return sys.platform == "linux" and threading.active_count() == 1


def try_lock(descriptor: int, at: int) -> bool:
    """Lock an open file for this process, without waiting; Windows locks one byte, that at `at`."""
    if is_windows():
        import msvcrt

        os.lseek(descriptor, at, os.SEEK_SET)
        way: Any = msvcrt
        try:
            way.locking(descriptor, way.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def take_place(fresh: str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Let a file, or a folder that is there for the first time, take a name, at once and whole. Raises OSError.

    Windows refuses that while another program has the file open; what looks for viruses soon lets go.
    """
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            os.replace(fresh, path)
        except PermissionError:
            if not is_windows() or time.monotonic() > give_up:
                raise
            time.sleep(_PAUSE)
        else:
            return


def take_free_name(fresh: Path, path: Path) -> None:
    """Rename without ever replacing an existing file. Raises FileExistsError."""
    if is_windows():
        os.rename(fresh, path)  # refused there when the name is taken
        return
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(fresh, path)


def hint_of(fault: BaseException) -> str:
    """What may be done about a file that cannot be written; "" where its reason says it all."""
    is_held = isinstance(fault, PermissionError) and is_windows()
    return "close it in other programs, such as a PDF viewer, and retry" if is_held else ""


def quote_word(word: str) -> str:
    """A word as a shell takes it into which somebody pastes it; the `"` is what cmd and PowerShell both know."""
    if not is_windows():
        from shlex import quote  # slow to import

        return quote(word)
    import re

    if re.fullmatch(_PLAIN, word):
        return word
    # The program that is started takes a backslash before a quotation mark for its escape.
    return '"' + re.sub(r"(\\+)$", r"\1\1", re.sub(r'(\\*)"', r'\1\1\\"', word)) + '"'


def join_words(words: Iterable[str]) -> str:
    """A whole command, to be pasted into a shell of this system."""
    return " ".join(map(quote_word, words))


def line_goes_on() -> str:
    """What at the end of a line tells a shell that the command goes on; "" where cmd and PowerShell know none alike."""
    return "" if is_windows() else "\\"


def step_back() -> None:
    """Let others have the processor before this process, and let it be ended first where no memory is left."""
    if not is_windows():
        os.nice(5)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as stream:  # Linux
        stream.write("500")


def keep_port(opened: socket) -> None:
    """Let nobody else listen at the port of a socket, and let us at once when we listened there before."""
    import socket as sockets

    # On Windows SO_REUSEADDR would let another program take over a port that is in use.
    option = getattr(sockets, "SO_EXCLUSIVEADDRUSE", None) if is_windows() else None
    opened.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR if option is None else option, 1)


def shows_colours() -> bool:
    """Whether a console takes our signs for colours; that of Windows is asked to."""
    if not is_windows():
        return True
    import ctypes

    try:
        kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there is none elsewhere
        console, mode = kernel.GetStdHandle(_CONSOLE), ctypes.c_ulong()
        if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
            return bool(os.environ.get("TERM"))  # a terminal of another kind, such as that of git
        return bool(kernel.SetConsoleMode(console, mode.value | _ANSWERS_CODES))
    except (AttributeError, OSError):
        return False


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C until the block has ended; other threads than the first never get one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held and callable(before):
        before(*held[-1])


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Inside such a block: work that may be cut short, and that Ctrl-C stops at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
