"""What is wrong with a game beyond its faces: rules, messages, the lesson, layouts that no face uses, its screen. In: a
game, as its files are now. Out: the faults that `pnp check` tells, some seconds after the last save.

A process of its own looks, for that runs the rules of the game as they are written now, and takes as long as it takes.
Invariant: whose rules may not run here may not run there; a newer save ends the look at an older one.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec import DecodeError, json

from pnp.catalog import CatalogEntry
from pnp.checking.fault_values import fault_values

QUIET = 1.0  # seconds without a save after which it begins
GENTLE = 10  # steps behind the process that paints
_CODE = "from pnp.studio.game_check import main; main()"


class GameCheck:
    """See the module. faults: those found last."""

    def __init__(self, game: CatalogEntry, notify: Callable[[], object]) -> None:
        """`notify` is called when there are others."""
        self.faults: list[dict[str, Any]] = []
        self._game = game
        self._notify = notify
        self._looks: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look soon."""
        self.end()
        self._looks = asyncio.create_task(self._look())

    def end(self) -> None:
        """Look no more."""
        if self._looks is not None:
            self._looks.cancel()

    async def _look(self) -> None:
        await asyncio.sleep(QUIET)
        found = await self._ask()
        if found is not None and found != self.faults:
            self.faults = found
            self._notify()

    async def _ask(self) -> list[dict[str, Any]] | None:
        """The faults; None when that process ended in another way."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = [sys.executable, "-P", "-c", _CODE]  # -P: no module is looked for in the current folder
        with suppress(OSError, DecodeError):
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=none, env=environment
            )
            try:
                out, _ = await process.communicate(json.encode(self._game))
                return json.decode(out, type=list[dict[str, Any]])
            finally:
                if process.returncode is None:
                    with suppress(ProcessLookupError):
                        process.kill()
        return None


def main() -> None:
    """The process: a game on standard input, its faults on standard output."""
    from pnp.checking.game import inspect_beyond_faces

    if hasattr(os, "nice"):
        os.nice(GENTLE)
    game = json.decode(sys.stdin.buffer.read(), type=CatalogEntry)
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the rules of the game print is none of the answer
    data = json.encode([fault_values(item) for item in inspect_beyond_faces(game)])
    with os.fdopen(own, "wb") as out:
        out.write(data)
