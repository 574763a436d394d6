"""Replay: the fold of a record. In: a game, its setup and lines. Out: one Entry per line, and the position after it.

Each line is parsed, judged and entered once (`parse` → `judge` → `enter`); what it broke, and its events, come from
that one judgement. Invariant: a line that is not accepted changes nothing; a line's events are derived, never stored;
`undo` drops positions and leaves its line, so the history is complete.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Generic

from msgspec import Struct, json
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.referee.game import Adjustment, Decision, Game, Outcome, S, Setup, State, standing_of
from pnp.referee.kernel_rules import REF_OVER, REF_SEAT, REF_TABLE, REF_UNDO
from pnp.referee.message import referee_message
from pnp.referee.move import End, Move, Resign, Undo
from pnp.referee.notation import Notation
from pnp.referee.ruling import ACCEPTED, Ambiguous, Cleared, Event, Illegal, Invalid, Irregularity, Legal, Ruling
from pnp.referee.seat import TABLE, Seat

STOPS = ("stopped", "resigned")  # ends that people make, whatever lies on the table
STOPPED = Outcome((), referee_message("referee.stopped"), kind="stopped")


class Position(Struct, frozen=True, gc=False):
    """A state and the ply that led to it (0: before the first line)."""

    state: Any
    ply: int = 0
    outcome: Outcome | None = None


class Entry(Struct, frozen=True, gc=False):
    """One line of the record and what became of it.

    move is None when the line could not be read; before is the position in which it was judged, after the one it leads
    to (the same when it was refused); breach is what the judge says of a move that the table overruled.
    """

    ply: int
    line: int
    seat: Seat
    text: str
    ruling: Ruling
    before: Position
    after: Position
    move: Move | None = None
    overruled: bool = False
    comment: str = ""
    breach: Illegal | None = None

    @property
    def state(self) -> Any:
        """The state after the line."""
        return self.after.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on after the line."""
        return self.after.outcome

    @property
    def accepted(self) -> bool:
        """True when the line was applied."""
        return isinstance(self.ruling, ACCEPTED)

    @property
    def state_before(self) -> Any:
        """The state in which the line was judged."""
        state, ply = self.before.state, self.ply - 1
        return state if state.ply == ply else replace(state, ply=ply)  # refused and undone lines lie between

    @property
    def by_the_rules(self) -> Entry:
        """The same line as it is judged where nobody overrules."""
        if self.breach is None:
            return replace(self, overruled=False)
        return replace(self, ruling=self.breach, after=self.before, overruled=False, breach=None)

    @property
    def irregularity_events(self) -> tuple[Irregularity | Cleared, ...]:
        """What came to light with this line, and what it took back."""
        if not isinstance(self.ruling, ACCEPTED):
            return ()
        return tuple(event for event in self.ruling.events if isinstance(event, Irregularity | Cleared))

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """What came to light with this line."""
        return tuple(event for event in self.irregularity_events if isinstance(event, Irregularity))


# Of a move: its ruling, where it leads (the same position when it is refused), what it breaks when it is overruled.
Verdict = tuple[Ruling, Position, Illegal | None]


class Savepoint(Struct, frozen=True):
    """How far a replay had come: how many lines were read, and the positions that stood."""

    plies: int
    positions: tuple[Position, ...]


def digest_of(game: Game[Any], state: State) -> str:
    """Six hex digits that differ when anything on the table differs."""
    return digest_bytes(json.encode(game.facts(state), order="deterministic"), 3)


def start_of(game: Game[S], setup: Setup) -> S:
    """The state before the first line. Raises InputError when the game cannot be set up so."""
    start = game.setup(setup)
    if isinstance(start, Illegal):
        raise InputError.single(Span(game.slug), f"{start.because} [{start.rule}]", code="setup")
    return start


class Replay(Generic[S]):
    """A table as its record tells it, line by line.

    viewer: whose knowledge answers for it, None for everybody's (see `view.ReplayView`).
    """

    viewer: Seat | None = None

    def __init__(self, game: Game[S], setup: Setup) -> None:
        """Raises InputError when the game cannot be set up so (number of seats, switches)."""
        start = start_of(game, setup)
        self.game = game
        self.setup = setup
        self.notation = Notation(game, setup)
        self.entries: list[Entry] = []
        self.positions: list[Position] = [Position(start, 0, game.outcome(start))]
        self.views: dict[Seat | None, Any] = {}  # what `view.view_of` keeps

    @property
    def state(self) -> S:
        """The state now."""
        return self.positions[-1].state  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.positions[-1].outcome

    @property
    def plies(self) -> int:
        """Number of lines read, refused ones included."""
        return len(self.entries)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may move now."""
        return () if self.outcome else self.game.to_act(self.state)

    @property
    def known(self) -> S:
        """The state now as its viewer knows it."""
        return self.game.project(self.state, self.viewer)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What must be decided now, as far as its viewer knows."""
        return self.game.pending(self.known)

    @property
    def irregularities(self) -> list[Irregularity]:
        """All that came to light on the lines that still stand and was not taken back."""
        return self._found_by({position.ply for position in self.positions})

    def _found_by(self, standing: Set[int]) -> list[Irregularity]:
        found: dict[tuple[int, ...], Irregularity] = {}
        for entry in self.entries:
            for number, event in enumerate(entry.irregularity_events if entry.ply in standing else ()):
                key = (event.ply, event.claim) if event.claim else (-entry.ply, number)
                found.pop(key, None)
                if isinstance(event, Irregularity):
                    found[key] = event
        return list(found.values())

    def _standing_after(self, ply: int) -> list[int]:
        """The plies that stood after this one."""
        standing: list[int] = []
        for entry in self.entries[:ply]:
            if type(entry.move) is Undo and entry.accepted:
                del standing[len(standing) - entry.move.plies :]
            elif entry.accepted:
                standing.append(entry.ply)
        return standing

    def undone_by(self, entry: Entry) -> list[Entry]:
        """The lines that an `undo` took back, in their order."""
        if type(entry.move) is not Undo or not entry.accepted:
            return []
        found: list[Entry] = []
        gone, at = 0, entry.ply - 1  # gone: lines that an earlier undo took back
        while len(found) < entry.move.plies:
            at -= 1
            line = self.entries[at]
            if type(line.move) is Undo and line.accepted:
                gone += line.move.plies
            elif line.accepted and gone:
                gone -= 1
            elif line.accepted:
                found.append(line)
        return found[::-1]

    def reopened(self, entry: Entry) -> tuple[list[Irregularity], list[Irregularity]]:
        """What an `undo` puts back in force and what it withdraws of lines that stand: a proof goes with its line."""
        if not any(line.irregularity_events for line in self.undone_by(entry)):
            return [], []
        standing = set(self._standing_after(entry.ply))
        before, after = self._found_by(set(self._standing_after(entry.ply - 1))), self._found_by(standing)
        still = {(item.ply, item.claim) for item in after}
        gone = [item for item in before if item.ply in standing and (item.ply, item.claim) not in still]
        return [item for item in after if item not in before], gone

    def read(self, text: str, overruled: bool = False, line: int = 0, comment: str = "") -> Entry:
        """Read one line, judge it, apply it when it is accepted, and return what became of it."""
        return self.enter(self.judge_line(text, overruled, line, comment))

    def apply_move(self, move: Move, overruled: bool = False, comment: str = "") -> Entry:
        """The same for a move that is already read."""
        return self.enter(self.judge(move, "", overruled, 0, comment))

    def judge_line(self, text: str, overruled: bool = False, line: int = 0, comment: str = "") -> Entry:
        """What a line would do now; nothing is changed before it is entered."""
        return self.judge(self.parse(text, overruled), text, overruled, line, comment)

    def parse(self, text: str, overruled: bool = False) -> Move | Invalid | Ambiguous:
        """The move of a line. Of several readings those that are not forbidden, unless the rules do not count."""
        parsed = self.notation.parse(text)
        return parsed if overruled else self.resolve_reading(parsed)

    def resolve_reading(self, parsed: Move | Invalid | Ambiguous) -> Move | Invalid | Ambiguous:
        """Of several readings those that are not forbidden, by what everybody knows."""
        if type(parsed) is not Ambiguous:
            return parsed
        moves = [move for line in parsed.readings if isinstance(move := self.notation.parse(line), Move)]
        if self.outcome is not None or len(moves) < len(parsed.readings):
            return parsed
        # Judged by hidden cards, a reading would reveal what they are.
        known = self.game.project(self.state, None)
        there = [move for move in moves if self.game.lies_open(known, move)]
        if len(there) == 1:
            return there[0]  # should it be forbidden, that is the answer
        moves = there or moves
        if not all(type(move) in self.game.moves for move in moves):
            return Ambiguous(parsed.because, tuple(map(self.notation.format, moves)))
        # What the judge cannot tell apart itself (which of two copies) is possible, too.
        possible = [move for move in moves if not isinstance(self.game.judge(known, move), Illegal | Invalid)]
        if len(possible) == 1:
            return possible[0]
        return Ambiguous(parsed.because, tuple(map(self.notation.format, possible))) if possible else parsed

    def judge(
        self,
        parsed: Move | Invalid | Ambiguous,
        text: str = "",
        overruled: bool = False,
        line: int = 0,
        comment: str = "",
    ) -> Entry:
        """The same for a line that was parsed already; `text` is how it was typed, where that is not canonical."""
        if type(parsed) is Invalid or type(parsed) is Ambiguous:
            return self.refuse(None, parsed, text, overruled, line, comment)
        move: Move = parsed
        before, ply = self.positions[-1], len(self.entries) + 1
        ruling, after, breach = self.judge_at(move, overruled, before, ply)
        return Entry(ply, line, move.seat, text, ruling, before, after, move, overruled, comment, breach)

    def refuse(
        self,
        move: Move | None,
        ruling: Ruling,
        text: str,
        overruled: bool = False,
        line: int = 0,
        comment: str = "",
    ) -> Entry:
        """A line that is refused before the rules are asked."""
        now, seat = self.positions[-1], self._seat_of(text) if move is None else move.seat
        return Entry(len(self.entries) + 1, line, seat, text, ruling, now, now, move, overruled, comment)

    def enter(self, entry: Entry) -> Entry:
        """Record a line that was judged here and now, and go where it leads."""
        self.entries.append(entry)
        if entry.after is not entry.before:
            if type(entry.move) is Undo:
                del self.positions[len(self.positions) - entry.move.plies :]
            else:
                self.positions.append(entry.after)
        return entry

    def _seat_of(self, text: str) -> Seat:
        """Whose line it is that could not be read."""
        split = self.notation.split_seat(text)
        return split[0] if isinstance(split, tuple) else TABLE

    def savepoint(self) -> Savepoint:
        """A place to go back to with `rollback`, should what follows not be written."""
        return Savepoint(len(self.entries), tuple(self.positions))

    def rollback(self, to: Savepoint) -> None:
        """Forget every line read since the savepoint."""
        del self.entries[to.plies :]
        self.positions[:] = to.positions

    def format(self, entry: Entry) -> str:
        """The canonical text of an accepted entry."""
        return entry.text if entry.move is None else self.notation.format(entry.move)

    def news(self, entry: Entry) -> tuple[str, ...]:
        """What follows from an accepted line of this replay; it is for everybody."""
        return self.game.news(entry.state_before, entry.move, entry.ruling)

    def events(self, entry: Entry) -> tuple[Event, ...]:
        """What happened with an accepted line; nothing that only the referee keeps books of."""
        return tuple(event for event, public in self.noticed(entry, None) if public is not None)

    def noticed(self, entry: Entry, seat: Seat | None) -> list[tuple[Event, Event | None]]:
        """The events of a line, each with what a seat noticed of it: None for nothing."""
        events = entry.ruling.events if isinstance(entry.ruling, ACCEPTED) else ()
        redact = self.game.redact_event
        return [(it, it if isinstance(it, Irregularity | Cleared) else redact(it, seat)) for it in events]

    def judge_at(self, move: Move, overruled: bool, before: Position, ply: int) -> Verdict:
        """What a move would do as line `ply` at a position."""
        try:
            return self._ruled(move, overruled, before, ply)
        except Exception as fault:
            rules = f"the rules of {self.game.slug}, version {self.game.version}"
            fault.add_note(f"Error in {rules}: “{self.notation.format(move)}” cannot be judged as line {ply}.")
            raise

    def _ruled(self, move: Move, overruled: bool, before: Position, ply: int) -> Verdict:
        """The kernel's own lines and rules first; what the game forbids, an overruling table may force."""
        state, kind = before.state, type(move)
        if state.ply != ply - 1:
            state = replace(state, ply=ply - 1)  # refused and undone lines lie between
        if kind is Undo:
            return self._undo(move, before)  # type: ignore[arg-type]
        adjustment = self.notation.adjustments.get(kind)
        if adjustment is not None:
            return self._adjust(adjustment, move, state, before)
        if before.outcome is not None and kind not in self.game.moves_after_end:
            because = referee_message("referee.over", reason=before.outcome.reason)
            return Illegal(before.outcome.closing or before.outcome.rule or REF_OVER, because), before, None
        if kind is End or kind is Resign:
            return self._stop(move, state, before)
        ruling: Ruling = self.game.judge(state, move)
        breach = None
        if overruled and type(ruling) is Illegal:
            breach, ruling = ruling, self.game.force(state, move)
        if not isinstance(ruling, ACCEPTED):
            return ruling, before, breach
        if Irregularity in map(type, ruling.events):
            events = tuple(
                replace(event, found_at=ply) if isinstance(event, Irregularity) else event for event in ruling.events
            )
            ruling = replace(ruling, events=events)
        after = ruling.after
        # A move after the end (cards are shown) does not change how the game ended.
        return ruling, Position(after, ply, before.outcome or self.game.outcome(after)), breach

    def _adjust(self, adjustment: Adjustment, move: Move, state: S, before: Position) -> Verdict:
        if move.seat != TABLE:
            return Illegal(REF_TABLE, referee_message("referee.corrections")), before, None
        after = adjustment.apply(state, move)
        if isinstance(after, Illegal):
            return after, before, None
        after = replace(after, ply=state.ply + 1)
        # Who has resigned has resigned: a corrected score does not open the game again.
        stays = before.outcome is not None and before.outcome.kind in STOPS
        return _gone_to(after, before.outcome if stays else self.game.outcome(after))

    def _undo(self, move: Undo, before: Position) -> Verdict:
        if move.seat != TABLE:
            return Illegal(REF_UNDO, referee_message("referee.undo")), before, None
        count = move.plies
        if not 0 < count < len(self.positions):
            return (
                Illegal(REF_UNDO, referee_message("referee.cannot_undo", count=count, there=len(self.positions) - 1)),
                before,
                None,
            )
        back = self.positions[-1 - count]
        return Legal((), back.state), back, None

    def _stop(self, move: Move, state: S, before: Position) -> Verdict:
        names, scores = self.setup.seats, standing_of(self.game, state)
        if isinstance(move, End):
            if move.seat != TABLE:
                return Illegal(REF_TABLE, referee_message("referee.ends")), before, None
            outcome = STOPPED
        else:
            if move.seat == TABLE:
                return Illegal(REF_SEAT, referee_message("referee.table_resigns")), before, None
            others = [seat for seat in range(len(names)) if seat != move.seat]
            best = max(scores[seat] for seat in others) if others and scores else 0
            winners = tuple(seat for seat in others if len(others) == 1 or not scores or scores[seat] == best)
            outcome = Outcome(winners, referee_message("referee.resigned", name=names[move.seat]), kind="resigned")
        return _gone_to(replace(state, ply=state.ply + 1), outcome)


def _gone_to(state: State, outcome: Outcome | None) -> Verdict:
    """The verdict on a line of the kernel's own that was accepted."""
    return Legal((), state), Position(state, state.ply, outcome), None
