"""Lines typed at a terminal. In: a prompt. Out: the next line, completed by Tab, with those of earlier evenings above.

Invariant: whoever waits for a line hears of news at once: what was typed until then is kept, and the caller learns that
it was typed before. Only where the system has readline and signals; elsewhere a line is a line.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from pnp.base.places import cache_dir

LOOK_EVERY = 0.25  # seconds
TOO_SOON = 0.5  # seconds: who presses Enter so soon after news has not read them
KEPT_LINES = 500

Completer = Callable[[str, str], list[str]]


class Interrupted(Exception):
    """There are news; `typed` is what stands behind the prompt."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


class LineReader:
    """Reads lines as long as a conversation lasts."""

    def __init__(self, complete: Completer, has_news: Callable[[], bool]) -> None:
        """complete: (what stands before the word, the word) -> words · has_news: asked four times a second"""
        self._complete, self._has_news = complete, has_news
        self._readline = _find_readline()
        self._is_waiting = False
        self._found: list[str] = []
        self._news_at = float("-inf")  # when the news came
        self._typed = ""  # what stood behind the prompt then
        if self._readline is not None:
            self._ready(self._readline)

    def read(self, prompt: str) -> str:
        """The next line. Raises EOFError at the end, and Interrupted when there are news."""
        if self._readline is None:
            return input(prompt)
        import signal

        self._readline.set_startup_hook(lambda: self._readline.insert_text(self._typed))
        before = signal.signal(signal.SIGALRM, self._look)
        try:
            signal.setitimer(signal.ITIMER_REAL, LOOK_EVERY, LOOK_EVERY)
            self._is_waiting = True
            return input(prompt)
        finally:
            self._is_waiting = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            self._readline.set_startup_hook(None)

    def is_stale(self, line: str) -> bool:
        """Whether a line that was just read was begun, or sent, before anybody could read the news. Asked once."""
        typed, news_at = self._typed.strip(), self._news_at
        self._typed, self._news_at = "", float("-inf")
        return time.monotonic() - news_at < TOO_SOON or bool(typed and line.startswith(typed))

    def remember(self, line: str) -> None:
        """Offer the line again when somebody looks up; not what is nobody else's business."""
        if self._readline is None or not line.strip():
            return
        count = self._readline.get_current_history_length()
        if not count or self._readline.get_history_item(count) != line:
            self._readline.add_history(line)

    def close(self) -> None:
        """Keep the lines for the next evening."""
        if self._readline is None:
            return
        with suppress(OSError):
            path = _history_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            self._readline.set_history_length(KEPT_LINES)
            self._readline.write_history_file(path)
            os.chmod(path, 0o600)

    def _ready(self, readline: Any) -> None:
        readline.set_auto_history(False)
        readline.set_completer(self._hit)
        readline.set_completer_delims(" ")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        readline.parse_and_bind("set bell-style none")
        with suppress(OSError):
            readline.read_history_file(_history_file())

    def _hit(self, word: str, number: int) -> str | None:
        if not number:
            before = self._readline.get_line_buffer()[: self._readline.get_begidx()]
            self._found = self._complete(before, word)
        return f"{self._found[number]} " if number < len(self._found) else None

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Runs in the thread that waits, between two keys."""
        if self._is_waiting and self._has_news():
            self._is_waiting = False
            self._news_at, self._typed = time.monotonic(), self._readline.get_line_buffer()
            raise Interrupted(self._typed)


def _history_file() -> Path:
    return Path(cache_dir()) / "typed" / "history"


def _find_readline() -> Any:
    """The module, where there are signals to look up with meanwhile; not on every system."""
    if sys.platform == "win32":
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline
