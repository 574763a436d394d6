"""The stream of one screen. In: a table, what tells the newest. Out: server-sent events, for ever.

Packed, where the screen can read that, by one compressor for the whole stream: a state is told by what differs from the
last one, some hundred bytes instead of ten thousand.

Programs are sent `event: state`, `id:` the ply, the JSON of `GET …/state`; pages their parts (`live_parts.py`);
everybody `event: ping` every four seconds. Invariant: the newest state wins: what changed while one was sent is sent
as one; whose key leads elsewhere meanwhile is sent what belongs there.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable

from starlette.exceptions import HTTPException

from pnp.referee.seat import Seat
from pnp.web.hosted_table import HostedTable

PING_EVERY = 4.0  # seconds
PING = b"event: ping\ndata: {}\n\n"
RETRY = b"retry: 500\n\n"  # milliseconds until a screen that was cut off comes back
LATER = b"retry: 30000\n\n"  # what a stream ends with when a newer one of its key takes its place: no race of the two
WINDOW, MEMORY = 15, 4  # of the compressor, 140 kB a screen: the last state and this one lie in its window
GZIP = 16  # says which format is meant


class KeyGone(HTTPException):
    """A key that leads to no seat any more: its seat has another."""

    def __init__(self) -> None:
        super().__init__(404)


Newest = Callable[[], tuple[int, bytes]]  # the version of a table and its event, as they belong together


class NewState:
    """The events of a program: the whole state, with what happened since the last one."""

    def __init__(self, table: HostedTable, viewer_of: Callable[[], Seat | None], lang: str, since: int | None) -> None:
        self.table, self.viewer_of, self.lang, self.since = table, viewer_of, lang, since

    def __call__(self) -> tuple[int, bytes]:
        """The version of the table, and the event that tells it."""
        ply = self.table.session.replay.plies
        data = self.table.feeds.state(self.viewer_of(), self.lang, self.since)
        self.since = ply
        return self.table.version, b"event: state\nid: %d\ndata: %s\n\n" % (ply, data)


async def events(
    table: HostedTable, key: str, most: int, newest: Newest, closing: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """The events of one screen, one of `most` with this key. `newest` is asked in the table's thread."""
    listener = table.presence.listen(key, most)
    sent = -1
    try:
        yield RETRY
        while not closing():
            if listener.is_over:
                yield LATER
                return
            listener.event.clear()  # before looking: what changes from here on sets it again
            if sent != table.version:
                try:
                    sent, event = await table.ask(newest)
                except KeyGone:
                    return
                if event:
                    yield event
                continue
            try:
                async with asyncio.timeout(PING_EVERY):
                    await listener.event.wait()
            except TimeoutError:
                yield PING
    finally:
        table.presence.leave(listener)


async def packed(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same stream as gzip, each event to its last byte."""
    packer = zlib.compressobj(5, zlib.DEFLATED, GZIP + WINDOW, MEMORY)
    async for event in events:
        yield packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
