"""Bots at hosted tables. In: the tables of a server. Out: their moves.

Invariant: the bots of a table think in a process of its own, so that no request and no other table ever waits for them,
whatever they do: one that hangs, fails or ends its process is told at its table, which people go on with, and one that
nobody waits for any more is ended. What a bot sees is taken, and its line is written, in the table's thread like
everything else; a line thought of before somebody else wrote is dropped. Between two moves there is a breath, in which
people see what happened.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor
from time import monotonic

from msgspec import Struct

from pnp.base.diagnostics import InputError
from pnp.playtest.bot_process import BotProcess, OtherCards
from pnp.playtest.seat_bots import BotTrouble, Turn, where_it_failed
from pnp.web.hosted_table import HostedTable

LOOK_EVERY = 0.1


class Patience(Struct, frozen=True):
    """Seconds: before a bot moves, until one is said to be slow, until it is ended; what it was told to think aside."""

    breath: float = 0.7
    slow: float = 10.0
    endless: float = 300.0


class BotSeats:
    """Lets the bots of all tables move, as long as it runs."""

    def __init__(
        self,
        tables: Callable[[], Iterable[HostedTable]],
        new_process: Callable[[], BotProcess],
        patience: Patience | None = None,
        lang: str = "en",
    ) -> None:
        self._tables, self._new_process, self._lang = tables, new_process, lang
        self._patience = patience or Patience()

    async def run(self) -> None:
        """Until it is cancelled."""
        playing: dict[HostedTable, asyncio.Task[None]] = {}
        try:
            while True:
                for table in self._tables():
                    if table not in playing and table.bots.names:
                        playing[table] = asyncio.create_task(self._play(table))
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in playing.values():
                task.cancel()
            await asyncio.gather(*playing.values(), return_exceptions=True)

    async def _play(self, table: HostedTable) -> None:
        """The bots of one table."""
        process = self._new_process()
        process.warm(table.session.book.slug)
        try:
            while True:
                seen = table.version
                try:
                    await self._move(table, process)
                except InputError as fault:  # the record cannot be written
                    print(*fault.report.by_place(), sep="\n", file=sys.stderr)
                except Exception as fault:
                    if table.is_closed:
                        return
                    traceback.print_exception(fault, file=sys.stderr)
                while table.version == seen:
                    await asyncio.sleep(LOOK_EVERY)
        finally:
            process.end()

    async def _move(self, table: HostedTable, process: BotProcess) -> None:
        """One move, if a bot is to act; when it is written the table is another version, and the next comes."""
        if await table.ask(table.bots.turn) is None:
            return
        await asyncio.sleep(self._patience.breath)
        turn = await table.ask(table.bots.turn)
        if turn is None:
            return
        answered = await self._answer(table, process, turn)
        if answered is not None:
            await self._give(table, turn, answered)

    async def _give(self, table: HostedTable, turn: Turn, answered: str | BotTrouble) -> None:
        if sentence := await table.ask(table.bots.answer, turn, answered, self._lang):
            print(sentence, file=sys.stderr)

    async def _answer(self, table: HostedTable, process: BotProcess, turn: Turn) -> str | BotTrouble | None:
        """The line of a bot, or why there is none; None when nobody waits for it any more."""
        began, seen, is_slow = monotonic(), table.version, False
        try:
            thinking = asyncio.wrap_future(process.line(turn))
        except Exception as fault:  # what it sees cannot be handed to a process
            return turn.trouble("failed", reason=where_it_failed(fault))
        try:
            while not (await asyncio.wait([thinking], timeout=LOOK_EVERY))[0]:
                took = monotonic() - began - turn.seconds
                if took > self._patience.endless:
                    return turn.trouble("endless", minutes=round((took + turn.seconds) / 60))
                if took > self._patience.slow and not is_slow:
                    is_slow = True
                    await self._give(table, turn, turn.trouble("slow"))
                if table.version != seen:
                    seen = table.version
                    if not await table.ask(table.bots.is_awaited, turn):
                        return None
            stopped = thinking.exception()
            return thinking.result() if stopped is None else _trouble_of(turn, stopped)
        finally:
            if not thinking.done():
                thinking.cancel()
                process.end()


def _trouble_of(turn: Turn, fault: BaseException) -> BotTrouble:
    """Why there is no line, where it is the process that says so."""
    if isinstance(fault, OtherCards):
        return turn.trouble("cards")
    if isinstance(fault, BrokenExecutor):
        return turn.trouble("died")
    return turn.trouble("failed", reason=where_it_failed(fault))
