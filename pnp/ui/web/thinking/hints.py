"""Hints at hosted tables. In: a seat that asks at its turn. Out: what it could do, and why, as this seat may know it.

Invariant: a hint is made from the view of its seat alone, in a process of its own and one at a time, so that no request
of anybody waits for it. That one was taken, by whom and at which line, everybody is told; what it said, nobody else is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from pnp.playtest.advice.hint import Hint
from pnp.playtest.advice.hint_process import HintProcess, HintTurn
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.ui.advice.hint_text import hint_lines, hint_values
from pnp.ui.web.hosted_table import Answer, HostedTable, answer
from pnp.ui.web.requests import Refused
from pnp.ui.web.thinking.taken_hints import TakenHints
from pnp.ui.web.words import words

THINK = 0.8  # seconds; with the way there and back it is one
WAITING = 6  # hints that may wait for those before them


class Hints:
    """Answers the seats of one server's tables, where it may (`begin`)."""

    def __init__(self) -> None:
        self._process: HintProcess | None = None
        self._thinking = asyncio.Semaphore(1)
        self._waiting = 0

    def begin(self, process: HintProcess, tables: Iterable[HostedTable]) -> None:
        """Whoever hosts these tables, and those that are opened later, lets their seats ask."""
        self._process = process
        for table in tables:
            self.serve(table)

    def serve(self, table: HostedTable) -> None:
        """The seats of this table may ask, if any may."""
        if self._process is not None:
            table.hints = TakenHints()

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
                found = taken.given(seat, ply) or await asyncio.to_thread(process.hint, turn, THINK)
        finally:
            self._waiting -= 1
        return await table.ask(_given, table, turn, found, lang)

    def close(self) -> None:
        """End what is thought about."""
        if self._process is not None:
            self._process.close()


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
    return HintTurn(seen.game, seen.state, seat, ply)


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
