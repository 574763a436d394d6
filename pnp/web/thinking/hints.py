"""Hints at hosted tables. In: a seat that asks at its turn. Out: what it could do, and why, as this seat may know it.

Invariant: a hint is made from the view of its seat alone, in a process of its own and one at a time, so that no request
of anybody waits for it; a process that ended, or does not answer, is replaced. That one was taken, by whom and at which
line, everybody is told; what it said, nobody else is.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor

from msgspec.structs import replace

from pnp.playtest.advice.hint import Hint
from pnp.playtest.advice.hint_process import Effort, HintProcess, HintTurn
from pnp.playtest.seat_bots import where_it_failed
from pnp.referee.view import ReplayView
from pnp.web.advice.hint_text import hint_lines, hint_values
from pnp.web.hosted_table import HostedTable
from pnp.web.requests import Refused
from pnp.web.seat_requests import Answer, Asker
from pnp.web.words import words

THINK = Effort(seconds=0.8)  # with the way there and back it is one second
LONGEST = 20.0  # seconds after which nobody waits any more; a machine that does much else is slow
TRIES = 2  # with a process that ended meanwhile
WAITING = 6  # hints that may wait for those before them


class Hints:
    """Answers the seats of one server's tables, where it may (`begin`)."""

    def __init__(self) -> None:
        self._process: HintProcess | None = None
        self._effort = THINK
        self._thinking = asyncio.Semaphore(1)
        self._waiting = 0

    def begin(self, process: HintProcess, tables: Iterable[HostedTable], effort: Effort = THINK) -> None:
        """Whoever hosts these tables, and those that are opened later, lets their seats ask."""
        self._process, self._effort = process, effort
        for table in tables:
            self.serve(table)

    def serve(self, table: HostedTable) -> None:
        """The seats of this table may ask, if any may."""
        if self._process is not None:
            table.hints = {}

    def warm(self, slug: str) -> None:
        """Have the process at hand before anybody asks, with a game that is played here."""
        if self._process is not None:
            self._process.warm(slug)

    async def hint(self, table: HostedTable, by: Asker, ply: int) -> Answer:
        """A hint for a seat that sees the table at this ply; asked again there, it is the same. Raises Refused."""
        given, process = table.hints, self._process
        if given is None or process is None:
            raise Refused(403, words("hint_none", by.lang))
        turn = await table.ask(_turn_of, table, by, ply)
        if isinstance(turn, Answer):
            return turn
        if self._waiting >= WAITING:
            raise Refused(503, words("hint_busy", by.lang))
        self._waiting += 1
        try:
            async with self._thinking:
                found = given.get((ply, by.seat)) or await self._think(process, turn, by.lang)
        finally:
            self._waiting -= 1
        return await table.ask(_given, table, by, ply, found)

    async def _think(self, process: HintProcess, turn: HintTurn, lang: str) -> Hint | None:
        """The hint of the process. Raises Refused."""
        for _ in range(TRIES):
            try:
                return await asyncio.wait_for(asyncio.wrap_future(process.hint(turn, self._effort)), LONGEST)
            except BrokenExecutor:
                continue
            except Exception as fault:  # the game's own code thinks, too: it may be anybody's
                process.end()
                print(f"hint: {where_it_failed(fault)}", file=sys.stderr)
                break
        raise Refused(503, words("hint_failed", lang))

    def close(self) -> None:
        """End what is thought about."""
        process, self._process = self._process, None
        if process is not None:
            process.end()


# In the table's thread.


def _turn_of(table: HostedTable, by: Asker, ply: int) -> HintTurn | Answer:
    """What is to be thought about, or why nothing is."""
    if stale := table.requests.moved_on(by, ply):
        return stale
    seen = ReplayView(table.session.replay, by.seat)
    if seen.outcome is not None or by.seat not in seen.to_act:
        return _nothing(ply, "none", by.lang)
    if seen.game.fill is None:
        return _nothing(ply, "hint_never", by.lang)
    return HintTurn(seen.state, by.seat, ply)


def _given(table: HostedTable, by: Asker, ply: int, found: Hint | None) -> Answer:
    """The hint in words; the others are told that there was one."""
    if stale := table.requests.moved_on(by, ply):
        return stale
    if found is None:
        return _nothing(ply, "hint_hand", by.lang)
    if table.hints is not None and (ply, by.seat) not in table.hints:
        table.hints[ply, by.seat] = found
        table.changed()
    seen = ReplayView(table.session.replay, by.seat)
    lines = [line.strip() for line in hint_lines(replace(found, others=found.others[:1]), seen, by.lang)]
    return Answer(200, {"accepted": True, "words": lines, **hint_values(found, seen, by.lang)})


def _nothing(ply: int, why: str, lang: str) -> Answer:
    return Answer(422, {"accepted": False, "ply": ply, "words": words(why, lang)})
