"""What the screens of one table are sent, kept until something changes. In: a table, a viewer, a language. Out: bytes.

Invariant: what a viewer gets is made from the viewer's own view (`SeatFeed`), and kept under the viewer; a clock goes
on meanwhile, so a state that shows one gets it when it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, TypeVar

from msgspec import json

from pnp.library.words import in_language
from pnp.referee.seat import Seat, seat_name
from pnp.table.clock import ClockSetting, TableClock
from pnp.table.seat_feed import SeatFeed
from pnp.table.story.branch import why_no_branch
from pnp.web.live_table import LiveTable
from pnp.web.seating import Seating
from pnp.web.thinking.table_bots import TableBots

MOST_KEPT = 200  # states, and parts of pages; of each as the screens of a table want it
NAMED_HINTS = 5  # that screens name, the last ones

T = TypeVar("T")


class TableFeeds:
    """See the module."""

    def __init__(self, table: LiveTable, seating: Seating, bots: TableBots, clock: ClockSetting | None) -> None:
        self._table, self._seating, self._bots = table, seating, bots
        self._clock = None if clock is None else TableClock(table.session.store.path, table.seats, clock)
        self._of = {viewer: SeatFeed(viewer) for viewer in (None, *range(len(table.seats)))}
        self._kept: dict[tuple[Any, ...], Any] = {}  # of what is now; the viewer is in each key
        table.on_change.append(self.forget)

    def of(self, viewer: Seat | None) -> SeatFeed:
        """The feed of a seat, or of the public."""
        return self._of[viewer]

    def forget(self) -> None:
        """The table changed: make everything again."""
        self._run_clock()
        self._kept.clear()

    def close(self) -> None:
        """Write down what was used of the clock."""
        if self._clock is not None:
            self._run_clock()
            self._clock.keep()

    def kept(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What was made for a viewer, until anything changes; at a table with a clock it is made each time."""
        return make() if self._clock is not None else self._keep(key, make)

    def _keep(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        found: T | None = self._kept.get(key)
        if found is None:
            found = make()
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def state(self, viewer: Seat | None, lang: str, since: int | None = None, within: Sequence[str] = ()) -> bytes:
        """What a seat, or the public screen, is sent."""
        replay = self._table.session.replay

        def make() -> bytes:
            return self._of[viewer].encode(replay, lang, since, within, self._around(lang))

        found = self._keep(("state", viewer, lang, since, *within), make)
        if self._clock is None:
            return found
        self._run_clock()
        return b'%s,"clock":%s}' % (found[:-1], json.encode(self._clock.values(monotonic())))

    def past(self, viewer: Seat | None, lang: str, ply: int) -> bytes:
        """The table after a line, as a seat or the public screen knew it then."""
        self._table.refresh()
        session = self._table.session
        why = why_no_branch(session.replay, min(ply, session.replay.plies))
        branch = {"file": session.store.path.name, "why_not": None if why is None else in_language(why, lang)}
        return self._of[viewer].past(session.replay, lang, ply, {"branch": branch})

    def _around(self, lang: str) -> dict[str, Any]:
        """What everybody is told of the table itself."""
        table, taken = self._table, self._table.keys.taken
        hints = () if table.hints is None else [*table.hints][-NAMED_HINTS:]
        return {
            "joined": [*taken, *(name for name in self._bots.names if name not in taken)],
            **self._bots.values(lang),
            "proposals": self._seating.proposals(),
            "ended": self._seating.consent.ended(),
            "trouble": table.trouble,
            **({} if table.hints is None else {"hints": [{"ply": at, "seat": table.seats[by]} for at, by in hints]}),
        }

    def _run_clock(self) -> None:
        if self._clock is not None:
            replay = self._table.session.replay
            acting = [seat_name(self._table.seats, seat) for seat in replay.to_act]
            self._clock.update(monotonic(), acting, len(replay.positions))
