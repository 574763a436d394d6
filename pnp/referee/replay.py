"""Replay: the fold of a record. In: a game, its setup and lines. Out: one Entry a line, and the position after it.

Invariant: a line that is not accepted changes nothing; a line's events are derived, never stored; `undo` drops
positions and leaves its line, so the history is whole.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Generic

from msgspec import Struct, json
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span, shorten_line
from pnp.base.digest import digest_bytes
from pnp.library.values import tell_value, tell_values
from pnp.referee.game import DIGITAL, PHYSICAL, Decision, Game, Outcome, S, Setup, State
from pnp.referee.kernel_rules import REF_OVER, REF_SEAT, REF_TABLE, REF_UNDO
from pnp.referee.move import End, Move, Resign, Undo
from pnp.referee.notation import Notation
from pnp.referee.record import DigestLine, Header, Line, Record
from pnp.referee.ruling import ACCEPTED, Ambiguous, Cleared, Illegal, Invalid, Irregularity, Legal, Ruling
from pnp.referee.seat import TABLE, Seat

NO_VALUE = "none"  # a limit that is not set; `null` in a header means the same
STOPS = ("stopped", "resigned")  # ends that people make, whatever lies on the table
MOST_REFUSED = 1000  # so many refused lines are no game: reading ends, or a wrong file would be judged for minutes
STOPPED = Outcome((), "the table ended the game, and nobody wins", kind="stopped")


class Entry(Struct, frozen=True, gc=False):
    """One line of the record and what became of it.

    move is None when the line could not be read; state is the one after the line (unchanged when it was refused);
    breach is what the judge says of an overruled move.
    """

    ply: int
    line: int
    seat: Seat
    text: str
    ruling: Ruling
    state: Any
    move: Move | None = None
    overruled: bool = False
    outcome: Outcome | None = None
    comment: str = ""
    breach: Illegal | None = None

    @property
    def accepted(self) -> bool:
        """True when the line was applied."""
        return isinstance(self.ruling, ACCEPTED)

    @property
    def findings(self) -> tuple[Irregularity | Cleared, ...]:
        """What came to light with this line, and what it took back."""
        if not isinstance(self.ruling, ACCEPTED):
            return ()
        return tuple(event for event in self.ruling.events if isinstance(event, Irregularity | Cleared))

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """What came to light with this line."""
        return tuple(event for event in self.findings if isinstance(event, Irregularity))


class Position(Struct, frozen=True, gc=False):
    """A state and the ply that led to it (0: before the first line)."""

    state: Any
    ply: int = 0
    outcome: Outcome | None = None


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

    viewer: whose knowledge answers for it, None for everybody's (see `view.Seen`).
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
        self.views: dict[Seat | None, tuple[Position, S]] = {}  # made last by `view.view_of`, and at which position

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
        """What must be decided now, told from what its viewer knows."""
        return self.game.pending(self.known)

    @property
    def irregularities(self) -> list[Irregularity]:
        """All that came to light on the lines that still stand and was not taken back."""
        return self._found_by({position.ply for position in self.positions})

    def _found_by(self, standing: Collection[int]) -> list[Irregularity]:
        found: dict[tuple[int, ...], Irregularity] = {}
        for entry in self.entries:
            for number, event in enumerate(entry.findings if entry.ply in standing else ()):
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

    def reopened(self, entry: Entry) -> tuple[list[Irregularity], list[Irregularity]]:
        """What an `undo` puts back in force and what it withdraws of lines that stand: a proof goes with its line."""
        if type(entry.move) is not Undo or not entry.accepted:
            return [], []
        standing = self._standing_after(entry.ply)
        before, after = self._found_by(self._standing_after(entry.ply - 1)), self._found_by(standing)
        still = {(item.ply, item.claim) for item in after}
        gone = [item for item in before if item.ply in standing and (item.ply, item.claim) not in still]
        return [item for item in after if item not in before], gone

    def read(self, text: str, overruled: bool = False, line: int = 0, comment: str = "") -> Entry:
        """Read one line, judge it, apply it when it is accepted, and return what became of it."""
        move = self.parse(text, overruled)
        if type(move) is not Invalid and type(move) is not Ambiguous:
            return self.make(move, text, overruled, line, comment)
        split = self.notation.split_seat(text)
        seat = split[0] if isinstance(split, tuple) else TABLE
        ply = len(self.entries) + 1
        entry = Entry(ply, line, seat, text, move, self.state, None, overruled, self.outcome, comment)
        self.entries.append(entry)
        return entry

    def parse(self, text: str, overruled: bool = False) -> Move | Invalid | Ambiguous:
        """The move of a line. Of several readings those that are not forbidden, by what everybody knows."""
        move = self.notation.parse(text)
        return move if type(move) is not Ambiguous or overruled else self._only_possible(move)

    def _only_possible(self, doubt: Ambiguous) -> Move | Ambiguous:
        moves = [move for line in doubt.readings if isinstance(move := self.notation.parse(line), Move)]
        if self.outcome is not None or len(moves) < len(doubt.readings):
            return doubt
        # Judged by hidden cards a reading would tell what they are.
        known = self.game.project(self.state, None)
        there = [move for move in moves if self.game.lies_open(known, move)]
        if len(there) == 1:
            return there[0]  # should it be forbidden, that is what is to be told
        moves = there or moves
        if not all(type(move) in self.game.moves for move in moves):
            return Ambiguous(doubt.because, tuple(map(self.notation.format, moves)))
        # What the judge cannot tell apart itself (which of two copies) is possible, too.
        possible = [move for move in moves if not isinstance(self.game.judge(known, move), Illegal | Invalid)]
        if len(possible) == 1:
            return possible[0]
        return Ambiguous(doubt.because, tuple(map(self.notation.format, possible))) if possible else doubt

    def mark(self) -> tuple[int, tuple[Position, ...]]:
        """A place to come back to with `reset`, when what follows turns out not to be written."""
        return len(self.entries), tuple(self.positions)

    def reset(self, mark: tuple[int, tuple[Position, ...]]) -> None:
        """Forget every line read since `mark`."""
        del self.entries[mark[0] :]
        self.positions[:] = mark[1]

    def make(self, move: Move, text: str = "", overruled: bool = False, line: int = 0, comment: str = "") -> Entry:
        """The same for a move that is already read; `text` is the canonical line when it is not given."""
        ply = len(self.entries) + 1
        try:
            ruling, position = self._weigh(move, overruled, ply)
        except Exception as fault:
            self._note(fault, move, ply)
            raise
        breach = self._breach(move, ply) if overruled and position is not None else None
        after = self.positions[-1] if position is None else position
        if position is not None:
            if type(move) is Undo:
                del self.positions[len(self.positions) - move.plies :]
            else:
                self.positions.append(position)
        entry = Entry(ply, line, move.seat, text, ruling, after.state, move, overruled, after.outcome, comment, breach)
        self.entries.append(entry)
        return entry

    def weigh(self, text: str, overruled: bool = False) -> tuple[Move | None, Ruling]:
        """The ruling of a line without making it."""
        move = self.parse(text, overruled)
        if isinstance(move, Invalid | Ambiguous):
            return None, move
        try:
            return move, self._weigh(move, overruled, len(self.entries) + 1)[0]
        except Exception as fault:
            self._note(fault, move, len(self.entries) + 1)
            raise

    def _note(self, fault: Exception, move: Move, ply: int) -> None:
        """Say on a fault of ours which line it was met with."""
        rules = f"the rules of {self.game.slug}, version {self.game.version}"
        fault.add_note(f"A fault in {rules}: “{self.notation.format(move)}” cannot be judged as ply {ply}.")

    def _breach(self, move: Move, ply: int) -> Illegal | None:
        ruling, _ = self._weigh(move, False, ply)
        return ruling if isinstance(ruling, Illegal) else None

    def format(self, entry: Entry) -> str:
        """The canonical text of an accepted entry."""
        return entry.text if entry.move is None else self.notation.format(entry.move)

    def news(self, entry: Entry) -> tuple[str, ...]:
        """What follows from an accepted line of this replay, for all to hear."""
        return self.game.news(self.state_before(entry), entry.move)

    def state_before(self, entry: Entry) -> S:
        """The state in which a line was judged."""
        state = self.entries[entry.ply - 2].state if entry.ply > 1 else self.positions[0].state
        return state if state.ply == entry.ply - 1 else replace(state, ply=entry.ply - 1)  # type: ignore[no-any-return]

    def _weigh(
        self, move: Move, overruled: bool, ply: int, last: Position | None = None
    ) -> tuple[Ruling, Position | None]:
        """The ruling of a move at the position `last` (now, unless said), and the position it leads to."""
        last = last or self.positions[-1]
        state = last.state
        if state.ply != ply - 1:
            state = replace(state, ply=ply - 1)
        kind = type(move)
        if kind is Undo:
            return self._undo(move, ply)  # type: ignore[arg-type]
        adjustment = self.notation.adjustments.get(kind)
        if adjustment is not None:
            if move.seat != TABLE:
                return Illegal(REF_TABLE, "corrections are for the table: `table: adjust …`"), None
            after = adjustment.apply(state, move)
            if isinstance(after, Illegal):
                return after, None
            after = replace(after, ply=ply)
            # Who has resigned has resigned: a corrected score does not open the game again.
            stays = last.outcome is not None and last.outcome.kind in STOPS
            return Legal((), after), Position(after, ply, last.outcome if stays else self.game.outcome(after))
        if last.outcome is not None and kind not in self.game.moves_after_end:
            because = f"the game is over: {last.outcome.reason}"
            return Illegal(last.outcome.closing or last.outcome.rule or REF_OVER, because), None
        if kind is End or kind is Resign:
            return self._stop(move, state, ply)
        ruling: Ruling = self.game.judge(state, move)
        if overruled and isinstance(ruling, Illegal):
            ruling = self.game.force(state, move)
        if not isinstance(ruling, ACCEPTED):
            return ruling, None
        if Irregularity in map(type, ruling.events):
            events = tuple(
                replace(event, found_at=ply) if isinstance(event, Irregularity) else event for event in ruling.events
            )
            ruling = replace(ruling, events=events)
        after = ruling.after
        # What is made afterwards (cards are shown) changes nothing of how the game ended.
        return ruling, Position(after, ply, last.outcome or self.game.outcome(after))

    def _undo(self, move: Undo, ply: int) -> tuple[Ruling, Position | None]:
        if move.seat != TABLE:
            return Illegal(REF_UNDO, "only the table takes plies back: `table: undo`"), None
        count = move.plies
        if not 0 < count < len(self.positions):
            there = len(self.positions) - 1
            stand = "1 ply stands" if there == 1 else f"{there} plies stand"
            return Illegal(REF_UNDO, f"cannot take back {count}: {stand}"), None
        back = self.positions[-1 - count]
        return Legal((), back.state), back

    def _stop(self, move: Move, state: S, ply: int) -> tuple[Ruling, Position | None]:
        names, scores = self.setup.seats, self.game.scores(state)
        if isinstance(move, End):
            if move.seat != TABLE:
                return Illegal(REF_TABLE, "the table ends the game: `table: end`"), None
            outcome = STOPPED
        else:
            if move.seat == TABLE:
                return Illegal(REF_SEAT, "the table cannot resign"), None
            others = [seat for seat in range(len(names)) if seat != move.seat]
            best = max(scores[seat] for seat in others) if others and scores else 0
            winners = tuple(seat for seat in others if len(others) == 1 or not scores or scores[seat] == best)
            outcome = Outcome(winners, f"{names[move.seat]} resigned", kind="resigned")
        after = replace(state, ply=ply)
        return Legal((), after), Position(after, ply, outcome)


class Loaded(Struct):
    """A record replayed: the table, and what must be said about the file.

    `stands` counts the lines of the file that count; what lies behind them was torn, and the next writer cuts it off.
    """

    replay: Replay[Any]
    report: Report
    fault: Entry | None = None  # the first line that was refused, when reading stopped there
    stands: int = 0


def setup_of(header: Header, game: Game[Any], book: Any, span: Span | None = None) -> Setup:
    """The Setup a header describes, which stands at `span`. Raises InputError for switches the game does not have."""
    from pnp.base.suggest import hint_nearest

    report, span = Report(), span or Span("record", 1)
    options = {name: option.default for name, option in book.options.items()}
    deal = header.options.get("deal", PHYSICAL)
    if deal not in (PHYSICAL, DIGITAL):
        report.error(span, f"deal cannot be “{deal}”", f"{PHYSICAL} or {DIGITAL}", "option-value")
    for name, value in header.options.items():
        if name in ("deal", "seed"):
            continue
        option = book.options.get(name)
        if option is None:
            report.error(span, f"{game.slug} has no option “{name}”", hint_nearest(name, options), "unknown-option")
        elif value is None and NO_VALUE in option.values:
            options[name] = NO_VALUE
        elif option.values and value not in option.values:
            hint = f"one of: {tell_values(option.values)}"
            report.error(span, f"{name} cannot be {tell_value(value)}", hint, "option-value")
        else:
            options[name] = value
    teams = _teams_of(header, report, span)
    if teams and not game.has_teams:
        report.error(span, f"{game.slug} is played without teams", "leave `teams:` out", "record-teams")
    report.raise_errors()
    return Setup(header.seats, book, options, deal, teams)


def _teams_of(header: Header, report: Report, span: Span) -> tuple[tuple[Seat, ...], ...]:
    """Who plays with whom: every seat in one of at least two teams."""
    named = [name for team in header.teams for name in team]
    if not named:
        return ()
    if sorted(named) != sorted(header.seats) or len(header.teams) < 2 or not all(header.teams):
        report.error(span, "teams: at least two, and every seat in one of them", "", "record-teams")
        return ()
    return tuple(tuple(header.seats.index(name) for name in team) for team in header.teams)


def replay_record(record: Record, game: Game[Any], book: Any, stop_at_fault: bool = False) -> Loaded:
    """Fold a whole record. With `stop_at_fault` reading ends at the first refused line (it is `fault`)."""
    header, file = record.header, record.file
    report = Report(record.warnings)
    if header.rules != game.version:
        what = f"written with rules version {header.rules} of {game.slug}, this is {game.version}"
        report.warning(Span(file, 3), what, "digests below show where they differ", "rules-version")
    if header.cards and book.digest and header.cards != book.digest:
        what = f"written with card database {header.cards}, this is {book.digest}"
        report.warning(Span(file, 4), what, "numbers on the cards may have changed since", "cards-digest")
    replay = Replay(game, setup_of(header, game, book, Span(file, 1)))
    stands = record.stands
    refused = 0
    agreed = 0  # the last ply at which a digest agreed
    differs = False
    for item in record.body:
        if type(item) is DigestLine:
            if differs or item.ply != replay.plies:
                continue
            now = digest_of(game, replay.state)
            if now == item.digest:
                agreed = item.ply
            else:
                differs = True
                what = (
                    f"from ply {agreed + 1} to ply {item.ply} something differs from what the writer of the record had"
                )
                report.warning(Span(file, item.number), what, f"digest {now}, the record says {item.digest}", "digest")
            continue
        if type(item) is not Line:
            continue
        entry = _read_line(replay, item, report, file, stop_at_fault)
        if entry is not None and item.torn:
            stands = item.number
        if entry is None or entry.accepted:
            continue
        if stop_at_fault:
            return Loaded(replay, report, entry, stands)
        refused += 1
        if refused == MOST_REFUSED:
            what = f"{refused:,} lines were refused; what follows is not read"
            report.warning(Span(file, item.number), what, f"is this a record of {game.slug}?", "too-many")
            break
    return Loaded(replay, report, None, stands)


def _read_line(replay: Replay[Any], line: Line, report: Report, file: str, for_play: bool) -> Entry | None:
    if line.torn:
        _, ruling = replay.weigh(line.text, line.overruled)
        span = Span(file, line.number)
        # Who goes on playing needs a sound end; who verifies wants to hear of a refused line.
        if isinstance(ruling, Invalid | Ambiguous) or (for_play and isinstance(ruling, Illegal)):
            what = f"the last line was not finished and is left out: “{shorten_line(line.text)}”"
            report.warning(span, what, "type it again", "torn-line")
            return None
        what = "the last line has no line end; it is taken as it stands"
        report.warning(span, what, "undo it if it is wrong", "torn-line")
    return replay.read(line.text, line.overruled, line.number, line.comment)
