"""What a seat may ask of its table. In: who asks, the body of a request. Out: what is answered, by HTTP's status.

Invariant: an answer is made from the seat's own view; what was thought of at another line of the game is refused with
what happened since; the same id again gives the first answer and does nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from msgspec import Struct, json

from pnp.referee.message import referee_message
from pnp.referee.replay import Entry
from pnp.referee.ruling import Illegal, Invalid, Ruling
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.plain_values import ruling_values
from pnp.table.why import why_of, why_values
from pnp.web.bodies import AgreeBody, BotBody, MoveBody, SeatBody, UndoBody, WhyBody
from pnp.web.consent import SEAT, UNDO, Proposal
from pnp.web.live_table import LiveTable
from pnp.web.seat_lines import full_line, why_not_alone
from pnp.web.seating import Seating
from pnp.web.table_feeds import TableFeeds
from pnp.web.thinking.table_bots import TableBots
from pnp.web.words import words

KEPT_ANSWERS = 1000  # so many requests are recognised when they come again


class Answer(Struct, frozen=True):
    """What a request is answered: a status of HTTP, and values for JSON."""

    status: int
    values: dict[str, Any]

    @property
    def body(self) -> bytes:
        """The values as JSON."""
        return json.encode(self.values, enc_hook=str)


class Asker(Struct, frozen=True):
    """Who asks: the key that was used, its seat, the language of the answer."""

    key: str
    seat: Seat
    lang: str


class SeatRequests:
    """The requests at one table."""

    def __init__(self, table: LiveTable, feeds: TableFeeds, seating: Seating, bots: TableBots) -> None:
        self._table, self._feeds, self._seating, self._bots = table, feeds, seating, bots
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def answer(self, by: Asker, body: Any) -> Answer:
        """Do what is asked, and return what the seat is answered."""
        id = getattr(body, "id", "")
        known = self._answers.get((by.key, id)) if id else None
        if known is not None:
            return known
        made = ANSWERS[type(body)](self, by, body)
        if id:
            self._answers[by.key, id] = made
            if len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        return made

    def _answer(self, status: int, accepted: bool, **values: Any) -> Answer:
        return Answer(status, {"accepted": accepted, "ply": self._table.session.replay.plies, **values})

    def moved_on(self, by: Asker, ply: int) -> Answer | None:
        """Read the record; where the table is at another line by now, return what happened since."""
        self._table.refresh()
        replay = self._table.session.replay
        return None if ply == replay.plies else self._stale(by, ply)

    def _stale(self, by: Asker, ply: int) -> Answer:
        seen = ReplayView(self._table.session.replay, by.seat)
        return self._answer(409, False, news=self._feeds.of(by.seat).news(seen, by.lang, ply))

    def _refused(self, by: Asker, ruling: Ruling) -> Answer:
        seen = ReplayView(self._table.session.replay, by.seat)
        return self._answer(422, False, **{"words": "", **ruling_values(ruling, seen, by.lang)})

    def _move(self, by: Asker, body: MoveBody) -> Answer:
        """Make a move."""
        self._table.refresh()
        session = self._table.session
        replay = session.replay
        if body.ply != replay.plies and not self._feeds.of(by.seat).is_still_asked(replay, body.ply):
            return self._stale(by, body.ply)
        full = full_line(replay, by.seat, body.line)
        refused = why_not_alone(replay, by.seat, full)
        if refused is not None:
            return self._refused(by, refused)
        result = session.submit([full], only_if_current=True)
        if not result.entries:  # others wrote meanwhile
            self._table.changed()
            return self._move(by, body)
        seen = ReplayView(session.replay, by.seat)
        if not result.written:
            return self._refused(by, seen.redacted(result.entries[-1]).ruling)
        self._seating.consent.forget(self._table.seats[by.seat])
        self._table.changed()
        made: list[Entry] = [entry for entry in result.entries if entry.seat == by.seat] or result.entries[:1]
        own = made[-1]  # what went without saying stands before it
        return self._answer(200, True, line=seen.format(seen.redacted(own)))

    def _why(self, by: Asker, body: WhyBody) -> Answer:
        """The ruling of a line without making it, judged on what the seat knows."""
        self._table.refresh()
        session = self._table.session
        found = why_of(session, full_line(session.replay, by.seat, body.line), by.seat)
        return self._answer(200, found.accepted, **{"words": "", **why_values(found, by.lang)})

    def _undo(self, by: Asker, body: UndoBody) -> Answer:
        """Propose to take back moves; 0: as many as there are since, and with, the last one of this seat."""
        if stale := self.moved_on(by, body.ply):
            return stale
        session = self._table.session
        count = body.count or session.count_back_to(by.seat) or 1
        lines = session.undone_by(count)
        if isinstance(lines, Illegal):
            return self._refused(by, lines)
        return self._settled(self._seating.propose(UNDO, by.seat, count=count, lines=lines))

    def _change_seat(self, by: Asker, body: SeatBody) -> Answer:
        """Propose to sit on another seat; who sits there comes to this one."""
        others = tuple(name for at, name in enumerate(self._table.seats) if at != by.seat)
        if body.seat not in others:
            return self._refused(by, Invalid(referee_message("referee.no_other_seat"), others))
        return self._settled(self._seating.propose(SEAT, by.seat, seat=body.seat))

    def _agree(self, by: Asker, body: AgreeBody) -> Answer:
        """Answer a proposal."""
        self._table.refresh()
        proposal = self._seating.consent.find(body.proposal)
        if proposal is None:
            return self._answer(409, False, proposals=self._seating.proposals())
        if not body.agree:
            self._seating.refuse(proposal, self._table.seats[by.seat])
            return self._decided(False)
        self._seating.agree(proposal, self._table.seats[by.seat])
        return self._settled(proposal)

    def _settled(self, proposal: Proposal) -> Answer:
        return self._decided(self._seating.settle(proposal), id=proposal.id)

    def _decided(self, is_done: bool, **id: int) -> Answer:
        ply, proposals = self._table.session.replay.plies, self._seating.proposals()
        return Answer(200, {"accepted": True, "done": is_done, **id, "ply": ply, "proposals": proposals})

    def read_end(self, by: Asker) -> Answer:
        """The seat has read how its last proposal ended."""
        if self._seating.consent.forget(self._table.seats[by.seat]):
            self._table.changed()
        return self._answer(200, True)

    def _ask_bot(self, by: Asker, body: BotBody) -> Answer:
        """A bot that does not move is asked again, or one that thinks is stopped."""
        if stale := self.moved_on(by, body.ply):
            return stale
        if not (self._bots.ask_again(body.bot) if body.again else self._bots.stop(body.bot, by.seat)):
            return self._answer(422, False, words=words("bot_not", by.lang, name=body.bot))
        self._table.changed()
        return self._answer(200, True)


ANSWERS: dict[type[Struct], Callable[[SeatRequests, Asker, Any], Answer]] = {
    MoveBody: SeatRequests._move,
    WhyBody: SeatRequests._why,
    UndoBody: SeatRequests._undo,
    SeatBody: SeatRequests._change_seat,
    AgreeBody: SeatRequests._agree,
    BotBody: SeatRequests._ask_bot,
}
