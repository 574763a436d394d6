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
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.web.advice.hint_text import hint_lines, hint_values
from pnp.web.hosted_table import Answer, HostedTable, answer
from pnp.web.requests import Refused
from pnp.web.thinking.taken_hints import TakenHints
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
            table.hints = TakenHints()

    def warm(self, slug: str) -> None:
        """Have the process at hand before anybody asks, with a game that is played here."""
        if self._process is not None:
            self._process.warm(slug)

    async def hint(self, table: HostedTable, seat: Seat, ply: int, lang: str) -> Answer:
        """A hint for a seat that sees the table at this ply; asked again there, it is the same. Raises Refused."""
        taken, process = table.hints, self._process
        if taken is None or process is None:
            raise Refused(403, words("hint_none", lang))
        turn = await table.ask(_turn_of, table, seat, ply, lang)
        if isinstance(turn, Answer):
            return turn
        if self._waiting >= WAITING:
            raise Refused(503, words("hint_busy", lang))
        self._waiting += 1
        try:
            async with self._thinking:
                found = taken.given(seat, ply) or await self._think(process, turn, lang)
        finally:
            self._waiting -= 1
        return await table.ask(_given, table, turn, found, lang)

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


def _turn_of(table: HostedTable, seat: Seat, ply: int, lang: str) -> HintTurn | Answer:
    """What is to be thought about, or why nothing is."""
    table.refresh()
    replay = table.session.replay
    if ply != replay.plies:
        return table.moved_on(seat, ply, lang)
    seen = ReplayView(replay, seat)
    if seen.outcome is not None or seat not in seen.to_act:
        return _nothing(ply, "none", lang)
    if seen.game.fill is None:
        return _nothing(ply, "hint_never", lang)
    return HintTurn(seen.state, seat, ply)


def _given(table: HostedTable, turn: HintTurn, found: Hint | None, lang: str) -> Answer:
    """The hint in words; the others are told that there was one."""
    table.refresh()
    replay = table.session.replay
    if turn.ply != replay.plies:
        return table.moved_on(turn.seat, turn.ply, lang)
    if found is None:
        return _nothing(turn.ply, "hint_hand", lang)
    if table.hints is not None and table.hints.add(found):
        table.changed()
    seen = ReplayView(replay, turn.seat)
    lines = [line.strip() for line in hint_lines(replace(found, others=found.others[:1]), seen, lang)]
    return answer(200, accepted=True, words=lines, **hint_values(found, seen, lang))


def _nothing(ply: int, why: str, lang: str) -> Answer:
    return answer(422, accepted=False, ply=ply, words=words(why, lang))
