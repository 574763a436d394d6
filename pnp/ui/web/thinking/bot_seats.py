"""Bots at hosted tables. In: the tables of a server. Out: their moves.

Invariant: a bot thinks in a thread of its own, never in a table's, so no request waits for it; one that thinks ahead
does so in a process of its own. What it sees is taken, and its line is written, in the table's thread like everything
else; a line thought of before somebody else wrote is dropped. Between two moves there is a breath, in which people see
what happened. A bot that fails is told on standard error; its table goes on, and somebody types for it.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from pnp.base.diagnostics import InputError
from pnp.playtest.bot_process import BotProcess
from pnp.ui.web.hosted_table import HostedTable

BREATH = 0.7  # seconds before a bot moves
LOOK_EVERY = 0.1


class BotSeats:
    """Lets the bots of all tables move, as long as it runs."""

    def __init__(
        self, tables: Callable[[], Iterable[HostedTable]], breath: float = BREATH, process: BotProcess | None = None
    ) -> None:
        self._tables, self._breath, self._process = tables, breath, process
        self._threads = ThreadPoolExecutor(1, "bots")
        self._busy: dict[HostedTable, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Until it is cancelled."""
        seen: dict[HostedTable, int] = {}
        try:
            while True:
                for table in self._tables():
                    if self._is_idle(table) and table.has_bots and seen.get(table) != table.version:
                        seen[table] = table.version
                        self._busy[table] = asyncio.create_task(self._move(table))
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in self._busy.values():
                task.cancel()
            if self._process is not None:
                self._process.close()
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _is_idle(self, table: HostedTable) -> bool:
        """Whether no bot of this table is at it; one that failed is told."""
        task = self._busy.get(table)
        if task is None or not task.done():
            return task is None
        del self._busy[table]
        fault = task.exception()
        if isinstance(fault, InputError):
            print(*fault.report.by_place(), sep="\n", file=sys.stderr)
        elif fault is not None:
            traceback.print_exception(fault, file=sys.stderr)
        return True

    async def _move(self, table: HostedTable) -> None:
        """One move, if a bot is to act; when it is written the table is another version, and the next comes."""
        if await table.ask(table.bot_turn) is None:
            return
        await asyncio.sleep(self._breath)
        turn = await table.ask(table.bot_turn)
        if turn is not None:
            think = turn.line if self._process is None else partial(self._process.line, turn)
            line = await asyncio.get_running_loop().run_in_executor(self._threads, think)
            await table.ask(table.bot_move, turn, line)
