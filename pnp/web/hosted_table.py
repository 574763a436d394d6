"""A table that is hosted: one record for many screens. In: requests of seats. Out: states and answers, as bytes.

Invariant: the record is the only truth: every request reads it first, under its lock where it writes, so that lines of
the command line count at once; all work on one table is done in its own thread, one request after the other. What a
seat is answered is made from its own view (`SeatFeed`, `ReplayView`).
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

from msgspec import Struct, json

from pnp.base.diagnostics import InputError
from pnp.library.words import in_language
from pnp.playtest.seat_bots import BotTrouble, SeatBots, Turn
from pnp.referee.message import referee_message
from pnp.referee.replay import Entry
from pnp.referee.ruling import Illegal, Invalid, Ruling
from pnp.referee.seat import Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.clock import ClockSetting, TableClock
from pnp.table.plain_values import ruling_values
from pnp.table.seat_feed import SeatFeed
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.table.story.branch import why_no_branch
from pnp.table.why import why_of, why_values
from pnp.web.consent import BACK, SEAT, UNDO, Consent, Proposal
from pnp.web.drawing import Memory
from pnp.web.new_phones import NewPhone, NewPhones
from pnp.web.presence import Presence
from pnp.web.seat_lines import full_line, why_not_alone
from pnp.web.thinking.table_bots import TableBots
from pnp.web.thinking.taken_hints import TakenHints
from pnp.web.words import words

KEPT_ANSWERS = 1000  # so many requests are recognised when they come again
NO_BOTS: dict[str, Any] = {"bots": {}, "pieces": [], "thinking": [], "stuck": []}
KEPT = 200  # states, and parts of pages; of each as the screens of a table want it

T = TypeVar("T")


class Answer(Struct, frozen=True):
    """What a request is answered: a status of HTTP and JSON."""

    status: int
    body: bytes


def answer(status: int, **values: Any) -> Answer:
    """An answer of plain values."""
    return Answer(status, json.encode(values, enc_hook=str))


class HostedTable:
    """One table, its seats' feeds and what waits for consent. What has no `async` runs in the table's own thread."""

    def __init__(
        self,
        session: Session,
        keys: SeatKeys,
        bots: SeatBots | None = None,
        clock: ClockSetting | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.session, self.keys = session, keys
        self.table_bots = None if bots is None else TableBots(session, bots)
        self._clock = None if clock is None else TableClock(session.store.path, session.setup.seats, clock)
        self.is_closed = False
        self.version = 0  # rises with everything that a screen may show
        self.memory = Memory()  # of how its screen was drawn
        self._thread = ThreadPoolExecutor(1, "table")
        self._feeds = {viewer: SeatFeed(viewer) for viewer in (None, *range(len(self.seats)))}
        self._kept: dict[tuple[Any, ...], Any] = {}  # of what is now; the viewer stands in each key
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._consent = Consent()
        self.presence = Presence(now)
        self.phones = NewPhones(self._consent, keys, self.presence, now)
        self._trouble = ""
        self.hints: TakenHints | None = None  # None: there are none at this table
        self._stamp = self._stamp_now()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.session.record.header.seats

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its game, the first one for whoever asks for none."""
        return (*self.session.book.languages, *self.session.book.drafts)

    # In the loop of the server.

    async def ask(self, work: Callable[..., T], *words: Any) -> T:
        """Let the table's thread do something, and wake the screens when it changed what they show."""
        before = self.version
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*words))
        finally:
            if self.version != before:
                self.presence.wake()

    @property
    def is_to_look(self) -> bool:
        """Whether the record's file changed since it was last looked at, or a new phone waits for its seat."""
        return self._stamp_now() != self._stamp or bool(self.phones.waiting)

    async def look(self) -> None:
        """Read what others wrote into the record, and give seats to new phones that have waited long enough."""
        if self._stamp_now() != self._stamp:
            self._stamp = self._stamp_now()
            await self.ask(self.refresh)
        await self.ask(self.look_at_phones)

    def close(self) -> None:
        """Let the last request be done, and stop."""
        self.is_closed = True
        self._thread.shutdown(wait=True)
        if self._clock is not None:
            self._run_clock()
            self._clock.keep()
        self.presence.wake()

    def _stamp_now(self) -> tuple[int, int, int]:
        """Differs when the file does."""
        try:
            found = os.stat(self.session.store.path)
        except OSError:
            return (0, 0, 0)
        return found.st_mtime_ns, found.st_size, found.st_ino

    # In the table's thread.

    def refresh(self) -> None:
        """Read the record; what cannot be read is named on every screen, and the table stays as it was."""
        trouble = ""
        try:
            if self.session.refresh():
                self.changed()
            if self.session.is_owed:
                self.session.settle()
                self.changed()
            fault = self.session.fault_diagnostic
            trouble = fault.message if fault is not None else ""
        except InputError as error:
            trouble = "; ".join(item.message for item in error.report.items)
        if trouble != self._trouble:
            self._trouble = trouble
            self.changed()

    def changed(self) -> None:
        """Screens may show something else from now on."""
        self.version += 1
        self._run_clock()
        self._kept.clear()
        self._consent.drop_stale(self.session.replay.plies)

    def kept(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What was made for a viewer, until anything changes. A clock goes on meanwhile: what shows one is not kept."""
        found: T | None = self._kept.get(key) if self._clock is None else None
        if found is None:
            found = make()
            if self._clock is None:
                self._keep(key, found)
        return found

    def _keep(self, key: tuple[Any, ...], made: Any) -> None:
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[key] = made

    def state(self, viewer: Seat | None, lang: str, since: int | None = None, within: Sequence[str] = ()) -> bytes:
        """What a seat, or the public screen, is sent."""
        key = ("state", viewer, lang, since, *within)
        found: bytes | None = self._kept.get(key)
        if found is None:
            found = self._feeds[viewer].encode(self.session.replay, lang, since, within, self._around(lang))
            self._keep(key, found)
        return found if self._clock is None else self._with_clock(found)

    def _around(self, lang: str) -> dict[str, Any]:
        """What everybody is told of the table itself."""
        return {
            "joined": [*self.keys.taken, *(name for name in self.bots if name not in self.keys.taken)],
            **(NO_BOTS if self.table_bots is None else self.table_bots.values(lang)),
            "proposals": self._consent.values(self.keys.taken),
            "ended": self._consent.ended(),
            "trouble": self._trouble,
            **({} if self.hints is None else {"hints": self.hints.values(self.seats)}),
        }

    def _with_clock(self, state: bytes) -> bytes:
        """The state with the clock as it is now; the rest of it is kept."""
        assert self._clock is not None
        self._run_clock()
        return b'%s,"clock":%s}' % (state[:-1], json.encode(self._clock.values(monotonic())))

    def _run_clock(self) -> None:
        if self._clock is not None:
            replay = self.session.replay
            acting = [seat_name(self.seats, seat) for seat in replay.to_act]
            self._clock.update(monotonic(), acting, len(replay.positions))

    def past(self, viewer: Seat | None, lang: str, ply: int) -> bytes:
        """The table after a line, as a seat or the public screen knew it then."""
        self.refresh()
        replay = self.session.replay
        why = why_no_branch(replay, min(ply, replay.plies))
        branch = {"file": self.session.store.path.name, "why_not": None if why is None else in_language(why, lang)}
        return self._feeds[viewer].past(replay, lang, ply, {"branch": branch})

    def text(self, viewer: Seat | None, lang: str) -> str:
        """The table in words, for a page that draws nothing."""
        return self._feeds[viewer].text(self.session.replay, lang)

    def move(self, key: str, seat: Seat, line: str, ply: int, id: str, lang: str) -> Answer:
        """Make a move. The same `id` again gives the first answer."""
        return self._once(key, id, lambda: self._move(seat, line, ply, lang))

    def _once(self, key: str, id: str, work: Callable[[], Answer]) -> Answer:
        known = self._answers.get((key, id)) if id else None
        if known is not None:
            return known
        made = work()
        if id:
            self._answers[key, id] = made
            if len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        return made

    def _move(self, seat: Seat, line: str, ply: int, lang: str) -> Answer:
        self.refresh()
        replay = self.session.replay
        if ply != replay.plies and not self._feeds[seat].is_still_asked(replay, ply):
            return self.moved_on(seat, ply, lang)
        full = full_line(replay, seat, line)
        refused = why_not_alone(replay, seat, full)
        if refused is not None:
            return self._refused(seat, refused, lang)
        result = self.session.submit([full], only_if_current=True)
        if not result.entries:  # others wrote meanwhile
            self.changed()
            return self._move(seat, line, ply, lang)
        if not result.written:
            return self._refused(seat, ReplayView(self.session.replay, seat).redacted(result.entries[-1]).ruling, lang)
        self._consent.forget(self.seats[seat])
        self.changed()
        seen = ReplayView(self.session.replay, seat)
        made: list[Entry] = [entry for entry in result.entries if entry.seat == seat] or result.entries[:1]
        own = made[-1]  # what went without saying stands before it
        return answer(200, accepted=True, ply=self.session.replay.plies, line=seen.format(seen.redacted(own)))

    def moved_on(self, seat: Seat, ply: int, lang: str) -> Answer:
        """The table is elsewhere by now: what happened since."""
        seen = ReplayView(self.session.replay, seat)
        news = self._feeds[seat].news(seen, lang, ply)
        return answer(409, accepted=False, ply=self.session.replay.plies, news=news)

    def _refused(self, seat: Seat, ruling: Ruling, lang: str) -> Answer:
        seen = ReplayView(self.session.replay, seat)
        values = {"words": "", **ruling_values(ruling, seen, lang)}
        return answer(422, accepted=False, ply=self.session.replay.plies, **values)

    def why(self, seat: Seat, line: str, lang: str) -> Answer:
        """The ruling of a line without making it, judged on what the seat knows."""
        self.refresh()
        found = why_of(self.session, full_line(self.session.replay, seat, line), seat)
        values = {"words": "", **why_values(found, lang)}
        return answer(200, accepted=found.accepted, ply=self.session.replay.plies, **values)

    def undo(self, key: str, seat: Seat, ply: int, count: int, id: str, lang: str) -> Answer:
        """Propose to take back moves; 0: as many as there are since, and with, the last one of this seat."""
        return self._once(key, id, lambda: self._propose_undo(seat, ply, count, lang))

    def _propose_undo(self, seat: Seat, ply: int, count: int, lang: str) -> Answer:
        self.refresh()
        if ply != self.session.replay.plies:
            return self.moved_on(seat, ply, lang)
        count = count or self.session.count_back_to(seat) or 1
        lines = self.session.undone_by(count)
        if isinstance(lines, Illegal):
            return self._refused(seat, lines, lang)
        return self._propose(UNDO, seat, count=count, lines=lines)

    def change_seat(self, key: str, seat: Seat, other: str, id: str, lang: str) -> Answer:
        """Propose to sit on another seat; who sits there comes to this one."""
        return self._once(key, id, lambda: self._propose_seat(seat, other, lang))

    def _propose_seat(self, seat: Seat, other: str, lang: str) -> Answer:
        if other not in self.seats or other == self.seats[seat]:
            others = tuple(name for name in self.seats if name != self.seats[seat])
            return self._refused(seat, Invalid(referee_message("referee.no_other_seat"), others), lang)
        return self._propose(SEAT, seat, seat=other)

    def _propose(self, kind: str, by: Seat, **what: Any) -> Answer:
        proposal = self._consent.propose(kind, self.seats[by], self.session.replay.plies, **what)
        self.changed()
        return self._settle(proposal)

    def read_end(self, seat: Seat) -> Answer:
        """The seat has read how its last proposal ended."""
        if self._consent.forget(self.seats[seat]):
            self.changed()
        return answer(200, accepted=True, ply=self.session.replay.plies)

    def agree(self, seat: Seat, id: int, is_agreed: bool) -> Answer:
        """Answer a proposal."""
        self.refresh()
        proposal = self._consent.find(id)
        if proposal is None:
            return answer(409, accepted=False, ply=self.session.replay.plies, proposals=self._waiting())
        if not is_agreed:
            self._consent.drop(proposal, "refused", self.seats[seat])
            if proposal.kind == BACK:
                self.phones.refuse(proposal)
            self.changed()
            return answer(200, accepted=True, done=False, ply=self.session.replay.plies, proposals=self._waiting())
        if self.seats[seat] not in proposal.agreed:
            proposal.agreed.append(self.seats[seat])
            self.changed()
        return self._settle(proposal)

    def _settle(self, proposal: Proposal) -> Answer:
        """Do what everybody has agreed to."""
        self._update_phones()
        is_done = not proposal.missing(self.keys.taken)
        if is_done and proposal.kind == UNDO:
            is_done = self.session.undo(proposal.count, only_if_current=True).written
            self._consent.drop(proposal, "done" if is_done else "stale")
        elif is_done:
            if proposal.kind == BACK:
                self.session.note_new_phone(proposal.seat)
                self.phones.give(proposal)
            else:
                self.keys.swap(proposal.by, proposal.seat)
            self._consent.drop_all()
        if is_done:
            self.changed()
        return answer(
            200, accepted=True, done=is_done, id=proposal.id, ply=self.session.replay.plies, proposals=self._waiting()
        )

    def _waiting(self) -> list[dict[str, Any]]:
        return self._consent.values(self.keys.taken)

    def take(self, name: str, again: bool = True) -> bool:
        """Somebody sits down here. False when the seat is taken and that matters, or when there is none."""
        if name not in self.seats or (not again and name in self.keys.taken):
            return False
        if self.keys.take(name):
            self.changed()
        return True

    def ask_back(self, name: str) -> tuple[str, str]:
        """Ask for a taken seat from a new phone: the token with which that phone gets the answer, or why not."""
        self._update_phones()
        why_not = self.phones.why_not(name)
        if why_not:
            return "", why_not
        self.refresh()
        token = self.phones.ask(name, self.session.replay.plies)
        self.changed()
        return token, ""

    def answer_to(self, token: str) -> NewPhone | None:
        """Return a phone that asked, with its key once it has one; None when it was refused."""
        return self.phones.find(token)

    def look_at_phones(self) -> None:
        """Give seats to the new phones that may have them by now; the screens show how long the others wait."""
        self._update_phones()
        for proposal in self.phones.waiting:
            if not proposal.missing(self.keys.taken):
                with suppress(InputError):  # the record cannot be written; all screens show why
                    self._settle(proposal)

    def _update_phones(self) -> None:
        if self.phones.update():
            self.changed()

    def give_seat(self, number: int) -> str:
        """Agree for the host's terminal to the phone that shows this number; the seat it gets, empty for no phone."""
        proposal = self.phones.numbered(number)
        if proposal is None:
            return ""
        proposal.agreed.append(proposal.seat)
        self._settle(proposal)
        return proposal.seat

    def free_seats(self) -> list[str]:
        """The seats that nobody has taken yet."""
        return [name for name in self.seats if name not in self.keys.taken and name not in self.bots]

    @property
    def bots(self) -> dict[str, str]:
        """The seats that bots play, each with the bot's name."""
        return {} if self.table_bots is None else self.table_bots.names

    def bot_turn(self) -> Turn | None:
        """The turn of a bot that is to act; None when people are."""
        self.refresh()
        return None if self.table_bots is None else self.table_bots.turn()

    def bot_answer(self, turn: Turn, answered: str | BotTrouble, lang: str) -> str:
        """Make a bot's move, or note why there is none; the sentence that people are told then."""
        assert self.table_bots is not None
        if isinstance(answered, str):
            self.table_bots.move(turn, answered)
        elif self.table_bots.is_awaited(turn):
            self.table_bots.note(answered)
        self.changed()
        return self.table_bots.sentence(turn, lang)

    def ask_bot(self, seat: Seat, name: str, ply: int, is_again: bool, lang: str) -> Answer:
        """A bot that does not move is asked again, or one that thinks is stopped."""
        self.refresh()
        if ply != self.session.replay.plies:
            return self.moved_on(seat, ply, lang)
        bots = self.table_bots
        is_done = bots is not None and (bots.ask_again(name) if is_again else bots.stop(name, seat))
        if not is_done:
            return answer(422, accepted=False, ply=ply, words=words("bot_not", lang, name=name))
        self.changed()
        return answer(200, accepted=True, ply=ply)

    def notes(self, lang: str) -> list[str]:
        """What became of the dealer's seed, once."""
        found = [in_language(note, lang) for note in self.session.dealer.notes]
        self.session.dealer.notes.clear()
        return found
