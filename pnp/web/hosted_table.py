"""A table that is hosted: one record for many screens. In: requests of seats. Out: states and answers.

    LiveTable   the record, followed            Seating       who sits where, what waits for consent
    TableFeeds  what screens are sent           SeatRequests  what seats ask, and are answered
    TableBots   bots on seats                   Presence      which screens listen

Invariant: all work on one table is done in its own thread, one request after the other (`ask`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from pnp.library.words import in_language
from pnp.playtest.seat_bots import SeatBots, bots_of_table
from pnp.table.clock import ClockSetting
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.web.drawing import Memory
from pnp.web.live_table import LiveTable
from pnp.web.presence import Presence
from pnp.web.seat_requests import SeatRequests
from pnp.web.seating import Seating
from pnp.web.table_feeds import TableFeeds
from pnp.web.thinking.table_bots import TableBots

T = TypeVar("T")


class HostedTable(LiveTable):
    """One table with its parts and its thread. What has no `async` runs in the table's thread."""

    def __init__(
        self,
        session: Session,
        keys: SeatKeys,
        bots: SeatBots | None = None,
        clock: ClockSetting | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(session, keys)
        self.presence = Presence(now)
        self.bots = TableBots(self, bots or bots_of_table(session))
        self.seating = Seating(self, self.presence, now)
        self.feeds = TableFeeds(self, self.seating, self.bots, clock)
        self.requests = SeatRequests(self, self.feeds, self.seating, self.bots)
        self.memory = Memory()  # of how its screen was drawn
        self.is_closed = False
        self._thread = ThreadPoolExecutor(1, "table")
        self._stamp = session.store.stamp()

    async def ask(self, work: Callable[..., T], *words: Any) -> T:
        """Let the table's thread do something, and wake the screens when it changed what they show."""
        before = self.version
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *words)
        finally:
            if self.version != before:
                self.presence.wake()

    @property
    def is_to_look(self) -> bool:
        """Whether the record's file changed since it was last looked at, or a new phone waits for its seat."""
        return self.session.store.stamp() != self._stamp or bool(self.seating.phones.waiting)

    async def look(self) -> None:
        """Read what others wrote into the record, and give seats to new phones that have waited long enough."""
        stamp = self.session.store.stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            await self.ask(self.refresh)
        await self.ask(self.seating.look_at_phones)

    def close(self) -> None:
        """Let the last request be done, and stop."""
        self.is_closed = True
        self._thread.shutdown(wait=True)
        self.feeds.close()
        self.presence.wake()

    def free_seats(self) -> list[str]:
        """The seats that nobody has taken yet."""
        return [name for name in self.seats if name not in self.keys.taken and name not in self.bots.names]

    def notes(self, lang: str) -> list[str]:
        """What became of the dealer's seed, once."""
        found = [in_language(note, lang) for note in self.session.dealer.notes]
        self.session.dealer.notes.clear()
        return found
