"""A terminal of 80 columns for tests. In: keys. Out: what the program wrote on it."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.cli.terminal.counted import environment as program_environment
from tests.deadline import PATIENCE, Deadline

CLEAR = "\x1b[H\x1b[2J"
_SIGNS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Keyboard:
    """A program at a terminal of its own."""

    def __init__(self, words: list[str], folder: Path, **environment: str) -> None:
        import fcntl  # only systems with such terminals have them
        import termios

        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.raw = ""
        self.program = subprocess.Popen(
            [sys.executable, "-m", "pnp", *words],
            cwd=folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**program_environment(), "TERM": "xterm", "PNP_CACHE_DIR": str(folder / "cache"), **environment},
            start_new_session=True,
        )
        os.close(theirs)

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._ours, keys.encode())

    def wait_for(self, text: str) -> str:
        """What was written until this text came, itself included; without colours."""
        deadline, begin = Deadline(f"“{text}”"), len(self.raw)
        while True:
            written = plain(self.raw[begin:])
            if text in written:
                return written
            deadline.check(plain(self.raw))
            if select.select([self._ours], [], [], 0.1)[0]:
                try:
                    self.raw += os.read(self._ours, 65536).decode("utf-8", "replace")
                except OSError:
                    raise AssertionError(f"it ended without “{text}”; there is:\n{plain(self.raw)}") from None

    def close(self) -> int:
        """Leave, and the exit code."""
        if self._ours >= 0:
            self.type("\x15quit\n")
            ours, self._ours = self._ours, -1
            deadline = Deadline("the program to end")
            with suppress(OSError):  # until it has ended; who ends waits for what is written to be read
                while select.select([ours], [], [], PATIENCE)[0] and os.read(ours, 65536):
                    deadline.check(plain(self.raw))
            self.program.kill()
            os.close(ours)
        return self.program.wait(PATIENCE)


def plain(text: str) -> str:
    """The text without what moves, clears and colours."""
    return _SIGNS.sub("", text)
