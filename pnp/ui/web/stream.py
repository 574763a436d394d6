"""The stream of states. In: a table, a key, the last line its screen knows. Out: server-sent events, for ever.

Packed, where the screen can read that, by one compressor for the whole stream: a state is told by what differs from the
last one, some hundred bytes instead of ten thousand.

`event: state`, `id:` the ply, the JSON of `GET …/state`; `event: ping` every four seconds. Invariant: the newest state
wins: what changed while one was sent is sent as one; whose key leads elsewhere meanwhile is sent what belongs there.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable

from pnp.referee.seat import Seat
from pnp.ui.web.hosted_table import HostedTable

PING_EVERY = 4.0  # seconds
PING = b"event: ping\ndata: {}\n\n"
RETRY = b"retry: 500\n\n"  # milliseconds until a screen that was cut off comes back
WINDOW, MEMORY = 15, 4  # of the compressor, 140 kB a screen: the last state and this one lie in its window
GZIP = 16  # says which format is meant


async def states(
    table: HostedTable, viewer_of: Callable[[], Seat | None], lang: str, since: int | None, closing: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """The events of one screen."""
    sleeper = table.sleeper()
    sent = -1
    try:
        yield RETRY
        while not closing():
            sleeper.clear()  # before looking: what changes from here on sets it again, what came before wakes nobody
            if sent != table.version:
                version, ply, data = await table.ask(_newest, table, viewer_of(), lang, since)
                sent, since = version, ply
                yield b"event: state\nid: %d\ndata: %s\n\n" % (ply, data)
                continue
            try:
                async with asyncio.timeout(PING_EVERY):
                    await sleeper.wait()
            except TimeoutError:
                yield PING
    finally:
        table.forget(sleeper)


def _newest(table: HostedTable, viewer: Seat | None, lang: str, since: int | None) -> tuple[int, int, bytes]:
    """The version, the ply and the state now, as they belong together."""
    return table.version, table.session.replay.plies, table.state(viewer, lang, since)


async def packed(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same stream as gzip, each event to its last byte."""
    packer = zlib.compressobj(5, zlib.DEFLATED, GZIP + WINDOW, MEMORY)
    async for event in events:
        yield packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
