"""A session at one table. In: lines that people type. Out: lines in the record and what became of them.

Invariant: a line is judged on the whole record under the file's lock and written only when it was accepted; of
several lines given together, the referee's own deals and forced passes among them, either all are written or none;
what was not written is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span, as_usage, shorten_line
from pnp.library.card import CardBook
from pnp.referee.game import DIGITAL, Game, Setup, is_dealt
from pnp.referee.kernel_rules import REF_DEALER, REF_UNDO
from pnp.referee.loading import replay_record, setup_of
from pnp.referee.message import referee_message
from pnp.referee.move import Move, Undo
from pnp.referee.record import (
    DIGEST_EVERY,
    Header,
    Record,
    RecordLine,
    TypedLine,
    format_batch,
    format_digest,
    format_header,
    format_line,
    format_new_phone,
    format_typed,
    line_of,
    parse_line,
    parse_record,
)
from pnp.referee.replay import Entry, Replay, digest_of
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Ruling, Unverified
from pnp.referee.seat import TABLE, Seat, seat_faults
from pnp.referee.view import ReplayView
from pnp.table.dealer import SeededChance, fresh_seed
from pnp.table.lead_up import lead_up
from pnp.table.line_completion import with_seat
from pnp.table.read_on import read_on
from pnp.table.seal import Dealer, drop_secret, fresh_secret, write_secret
from pnp.table.short_line import parse_typed, split_line
from pnp.table.store import Store, Writer
from pnp.table.undo import count_back_to, plies_to_undo

# Finds a game and its cards by the slug in a record's header.
Finder = Callable[[str], tuple[Game[Any], CardBook]]
# A referee may not write for ever on its own; no game here has more automatic plies in a row.
MOST_AUTOMATIC = 1000
# A longer line is marked as a batch of one without trying what its beginnings read as.
SHORT_LINE = 120


class MissedChanges(Struct, frozen=True):
    """What others did to the record since the session last read it: lines they wrote, lines they removed by hand.

    A line that was changed by hand counts as removed, with all behind it, and written anew. True when there is any.
    """

    entries: tuple[Entry, ...] = ()
    gone: int = 0

    def __bool__(self) -> bool:
        return bool(self.entries or self.gone)


class SubmitResult(Struct):
    """What became of submitted lines: the entries in order; the last one is refused when `written` is False.

    A submit that was to count only when others had written nothing has what was `missed`, and no entries.
    implied_by: lines that went without saying before another seat's line, by ply: that seat
    """

    entries: list[Entry]
    written: bool
    missed: MissedChanges = MissedChanges()
    implied_by: dict[int, Seat] = {}


def game_of(header: Header, finder: Finder) -> tuple[Game[Any], CardBook]:
    """The game and the cards that a record names. Where they extend another game and are not there, it says so."""
    try:
        return finder(header.game)
    except InputError as fault:
        if not header.extends or all(item.code != "unknown-game" for item in fault.report):
            raise
        what = f"unknown game, an extension of {header.extends}"
        hint = "name the folder that contains it with --games"
        raise InputError.single(Span(header.game), what, hint, "unknown-game") from None


class Session:
    """An open record."""

    def __init__(self, store: Store, finder: Finder) -> None:
        """Raises InputError when the record cannot be read at all; a faulty line is kept in `fault`."""
        self.store = store
        self._finder = finder
        self._load(store.read())

    @classmethod
    def create(
        cls,
        path: Path,
        game: Game[Any],
        book: CardBook,
        seats: Sequence[str],
        options: dict[str, Any],
        finder: Finder,
        opening: Sequence[Move] = (),
        bots: Mapping[str, str] = MappingProxyType({}),
    ) -> Session:
        """A new table, with its first lines. Raises InputError for wrong seats, switches or lines, or when the file
        exists already.
        """
        report = Report()
        for fault, hint in seat_faults(seats):
            report.error(Span("SEAT"), fault, hint, "record-seat")
        report.raise_errors()
        is_sealed = options.get("deal") == DIGITAL and "seed" not in options
        secret = fresh_secret() if is_sealed else None
        seal = secret.seal if secret is not None else ""
        header = Header(
            game.slug, tuple(seats), game.version, book.digest, dict(options), (), seal, book.extends, dict(bots)
        )
        text = format_header(header)
        parsed = parse_record(text, str(path))
        with as_usage():
            setup = setup_of(parsed.header, game, book, Span("--option"))
        replay = Replay(game, setup)
        for move in opening:
            entry = replay.apply_move(move)
            if not entry.accepted:
                raise InputError.single(Span(replay.format(entry)), format_refusal(entry.ruling), code="record-line")
            text += format_line(replay.format(entry))
        store = Store.create(path, text)
        try:
            if secret is not None:
                write_secret(path, secret)
            session = cls(store, finder)
            session.settle()
        except BaseException:
            path.unlink(missing_ok=True)  # no half-opened table
            if secret is not None:
                drop_secret(path)
            raise
        return session

    def _load(self, text: str, known: Header | None = None) -> None:
        """Read the whole text. Raises InputError, and then nothing has changed, also when its header names another game
        or other seats than the `known` one: whoever has the session open looks at that table.
        """
        record = parse_record(text, str(self.store.path))
        for key in ("game", "seats") if known is not None else ():
            expected, got = getattr(known, key), getattr(record.header, key)
            if expected != got:
                what = f"expected {key}: {_listed(expected)}, got {_listed(got)}: an open table keeps its {key}"
                hint = "restore this line, or open the record again"
                raise InputError.single(Span(str(self.store.path), line_of(text, key)), what, hint, "record-header")
        game, book = game_of(record.header, self._finder)
        loaded = replay_record(record, game, book, stop_at_fault=True)
        self.book = book
        self.replay: Replay[Any] = loaded.replay
        self.game = self.replay.game  # it deals as the one that opened the table
        self.report: Report = loaded.report
        self.fault: Entry | None = loaded.fault
        self._begin(record, text, loaded.stands)

    def _begin(self, record: Record, text: str, stands: int) -> None:
        """Go on from this text of the record."""
        self.record: Record = record
        self.dealer = Dealer(record, self.store.path)
        self._typed: list[TypedLine] = []  # of the lines that are being written
        self._implied_by: dict[int, Seat] = {}  # among them
        self._text: str | None = text  # None: what was read may be other than what stands in the file
        self._stands = stands

    @property
    def setup(self) -> Setup:
        """Seats, switches, cards."""
        return self.replay.setup

    @property
    def fault_diagnostic(self) -> Diagnostic | None:
        """The first line that was refused, as file:line: why."""
        if self.fault is None:
            return None
        span = Span(str(self.store.path), self.fault.line)
        hint = "the record is read up to here; fix the line in an editor, or mark it with `!` if the table allowed it"
        redacted = ReplayView(self.replay, None).redacted(self.fault)
        return Diagnostic(
            span, f"{shorten_line(redacted.text)}: {format_refusal(redacted.ruling)}", hint, "error", "record-line"
        )

    def _refuse_fault(self) -> None:
        """Raise InputError when a line was refused: nothing is written behind it."""
        if self.fault_diagnostic is not None:
            raise InputError(Report([self.fault_diagnostic]))

    def refresh(self) -> MissedChanges:
        """Read what others have written meanwhile, and return it."""
        return self._take(self.store.read())

    def _take(self, text: str) -> MissedChanges:
        if text == self._text:
            return MissedChanges()
        plies = self.replay.plies
        record = read_on(self.replay, self._text, text, str(self.store.path)) if self._text and not self.fault else None
        if record is not None:
            self._begin(record, text, record.stands)
            return MissedChanges(tuple(self.replay.entries[plies:]))
        known = self.replay.entries
        self._load(text, self.record.header)
        now = self.replay.entries
        same = 0
        while same < min(len(known), len(now)) and _identity(known[same]) == _identity(now[same]):
            same += 1
        return MissedChanges(tuple(now[same:]), len(known) - same)

    def submit(self, lines: Sequence[str], because: str = "", only_if_current: bool = False) -> SubmitResult:
        """Submit lines `seat: [!]move  # comment`, or all with the comment `because`. All are written, or none.

        A line may be several, divided by `;`. With `only_if_current` nothing is submitted when others wrote since the
        session last read the record. Raises InputError for several lines where the referee deals in secret: what it
        did after the first would be seen, and be taken back without a trace by a second that is refused.
        """
        parts = [part for line in lines for part in split_line(line)]
        if len(parts) > 1 and self.dealer.seal:
            what = "a table with a sealed deal accepts one line at a time"
            hint = "enter each line separately: an illegal last line would take the others back without a trace"
            raise InputError.single(Span(parts[1]), what, hint, "record-batch")
        return self._change(lambda: self._enter_all(lines, because), only_if_current)

    def overrule(self, line: str, because: str = "") -> SubmitResult:
        """Submit a line that the table allows against the rules. It gets its `!` only where the rules forbid it."""
        return self._change(lambda: [self._overrule(self._line_of(line, because))])

    def undo(self, count: int = 1, only_if_current: bool = False) -> SubmitResult:
        """Take back the last `count` plies that people made (what the referee wrote by itself goes with them)."""
        return self._change(lambda: [self._undo(count)], only_if_current)

    def note_new_phone(self, name: str) -> None:
        """Write into the record that a seat changed phones here. Raises InputError when that cannot be written."""
        with self.store.locked() as writer:
            self._take(writer.read())
            self._refuse_fault()
            mark = format_new_phone(name)
            self._text = writer.append(mark, self._stands)
            self._stands += mark.count("\n")

    def count_back_to(self, seat: Seat) -> int:
        """How many typed lines `undo` has to take back to reach the last one of this seat; 0 when there is none."""
        return count_back_to(self.replay, seat, self._typed_lines())

    def undone_by(self, count: int) -> list[int] | Illegal:
        """The plies that `undo(count)` would take back, or why it would be refused."""
        plies = plies_to_undo(self.replay, count, self._typed_lines())
        if isinstance(plies, Illegal):
            return plies
        there = self.replay.positions[1:]
        if not 0 < plies <= len(there):
            return Illegal(REF_UNDO, referee_message("referee.cannot_undo", count=count, there=len(there)))
        return [it.ply for it in there[-plies:]]

    @property
    def is_owed(self) -> bool:
        """Whether the referee owes the table something: it was stopped before it could write it."""
        if self.fault is not None or self.setup.deal != DIGITAL:
            return False
        state = self.replay.state
        if self.replay.outcome is not None:
            return self.dealer.can_open
        return self.game.to_act(state) == (TABLE,) or self.game.forced(state) is not None

    def settle(self) -> list[Entry]:
        """Write what the referee owes the table by itself: deals and forced passes of a digital table."""
        return self._change(list).entries

    def seal_new_seed(self) -> list[Entry]:
        """Seal a new seed in the place of a missing one, and write what is dealt from it now. Raises InputError."""
        if self.setup.deal != DIGITAL or self.replay.outcome is not None:
            what = (
                "expected an unfinished game, got a finished one"
                if self.setup.deal == DIGITAL
                else "expected a digital deal, got real cards"
            )
            raise InputError.single(Span(str(self.store.path)), what, "this table needs no new seed", "seed")
        return self._change(list, new_seed=True).entries

    def _change(
        self, make_entries: Callable[[], list[Entry]], only_if_current: bool = False, new_seed: bool = False
    ) -> SubmitResult:
        with self.store.locked() as writer:
            missed = self._take(writer.read())
            if missed and only_if_current:
                return SubmitResult([], False, missed)
            self._refuse_fault()
            before = self.replay.savepoint()
            self._typed, self._implied_by = [], {}
            try:
                if new_seed:
                    self.dealer.replace_lost()
                self._run_table()  # what a crash left undone, before anybody chooses for the referee
                entries = make_entries()
                if entries and not entries[-1].accepted:
                    self.replay.rollback(before)
                    return SubmitResult(entries, False, missed)
                self._run_table()
                self._write(writer, before.plies)
            except BaseException as fault:
                self.replay.rollback(before)
                self._text = None
                if isinstance(fault, Exception) and not isinstance(fault, InputError | OSError):
                    fault.add_note(f"Nothing was written; {self.store.path} with the same words repeats it.")
                raise
            return SubmitResult(self.replay.entries[before.plies :], True, missed, self._implied_by)

    def _enter_all(self, lines: Sequence[str], because: str) -> list[Entry]:
        entries: list[Entry] = []
        begins, left = 0, [(place, line) for typed in lines for place, line in enumerate(split_line(typed))]
        for number, (place, text) in enumerate(left, 1):
            if not place:
                begins = self.replay.plies + 1
            entries.append(self._enter(self._line_of(text, because), number == len(left)))
            if not entries[-1].accepted:
                break
            ends = number == len(left) or not left[number][0]
            if ends and self.replay.plies > begins:
                self._typed.append(TypedLine(begins, self.replay.plies + 1 - begins))
            if number < len(left):
                self._run_table()  # an open deal: the next line stands on what was dealt
        return entries

    def _line_of(self, text: str, because: str) -> RecordLine:
        """A typed line as a line of a record: with its seat; `!` and a comment may be typed as they stand there."""
        line = parse_line(with_seat(ReplayView(self.replay, None), _text(text))) or RecordLine(0, "")
        return replace(line, comment=_text(because)) if because else line

    def _enter(self, line: RecordLine, is_last: bool) -> Entry:
        """One line.

        Raises InputError when a refused line after it could take back dice that it leaves to the app.
        """
        parsed = self.replay.parse(line.text, True) if line.overruled else parse_typed(self.replay, line.text)
        refused = None if line.overruled else self._refused_dealing(parsed)
        if refused is not None:
            return self.replay.enter(self.replay.refuse(*refused, line.text))
        if isinstance(parsed, Undo) and parsed.seat == TABLE and not line.overruled:
            plies = plies_to_undo(self.replay, parsed.plies, self._typed_lines())
            parsed = Undo(TABLE, plies) if isinstance(plies, int) else parsed
        moved = self._with_dice(parsed)
        if moved is not parsed and not is_last:
            what, hint = "only the last of several lines may throw dice in the app", "enter this line separately"
            raise InputError.single(Span(line.text), what, hint, "record-batch")
        text = line.text if moved is parsed else ""
        entry = self.replay.judge(moved, text, line.overruled, comment=line.comment)
        led_up = lead_up(self.replay, entry)
        if led_up is not None:
            for implied in led_up.moves:
                ply = self.replay.apply_move(implied).ply
                if entry.seat not in (implied.seat, TABLE):
                    self._implied_by[ply] = entry.seat
            entry = self.replay.judge(moved, text, comment=line.comment)
        return self.replay.enter(entry)

    def _overrule(self, line: RecordLine) -> Entry:
        """One line, with `!` only where it needs it."""
        parsed = self.replay.notation.parse(line.text)
        meant = self.replay.resolve_reading(parsed)
        moved = self._with_dice(meant)
        text = line.text if moved is meant else ""
        entry = self.replay.judge(moved, text, overruled=True, comment=line.comment)
        if not self._needs_overruling(meant, entry):
            refused = self._refused_dealing(meant)
            entry = self.replay.refuse(*refused, line.text) if refused is not None else entry.by_the_rules
        elif parsed is not meant:  # the rules do not say which reading is meant where they do not hold
            entry = self.replay.judge(parsed, line.text, overruled=True)
        return self.replay.enter(entry)

    def _needs_overruling(self, parsed: Move | Invalid | Ambiguous, entry: Entry) -> bool:
        """Whether a line needs `!` to count.

        Where the referee dealt, everybody's ruling decides: `!` is visible to all, and would reveal whether hidden
        cards forbid the line.
        """
        if self.setup.deal != DIGITAL:
            return entry.breach is not None
        return isinstance(ReplayView(self.replay, None).judge(parsed).ruling, Illegal | Unverified)

    def _refused_dealing(self, parsed: Move | Invalid | Ambiguous) -> tuple[Move, Illegal] | None:
        refused = refuse_dealing(self.game, self.setup, parsed) if isinstance(parsed, Move) else None
        return (parsed, refused) if refused is not None else None  # type: ignore[return-value]

    def _with_dice(self, parsed: Move | Invalid | Ambiguous) -> Move | Invalid | Ambiguous:
        """A move with the dice that it leaves to the app: they are thrown now, and are in the record."""
        if not isinstance(parsed, Move):
            return parsed
        return self.game.roll_dice(self.replay.state, parsed, SeededChance(fresh_seed()))

    def _run_table(self) -> None:
        if self.setup.deal != DIGITAL:
            return
        for _ in range(MOST_AUTOMATIC):
            move = self._automatic(self.replay.state) if self.replay.outcome is None else None
            if move is None:
                return
            entry = self.replay.apply_move(move)
            if not entry.accepted:
                raise RuntimeError(f"the referee's own line was refused: {self.replay.format(entry)}: {entry.ruling}")
        raise RuntimeError("the referee wrote a thousand lines in a row")

    def _automatic(self, state: Any) -> Move | None:
        if self.game.to_act(state) == (TABLE,):
            return self.game.chance(state, self.dealer.chance)
        return self.game.forced(state)

    def _undo(self, count: int) -> Entry:
        replay = self.replay
        plies = plies_to_undo(replay, count, self._typed_lines())
        if isinstance(plies, Illegal):
            return replay.enter(replay.refuse(None, plies, f"table: undo {count}"))
        taken = [replay.entries[position.ply - 1] for position in replay.positions[1:][-plies:]] if plies > 0 else []
        seen = "took back " + "; ".join(replay.format(entry) for entry in taken)
        return replay.apply_move(Undo(TABLE, plies), comment=seen)

    def _typed_lines(self) -> tuple[TypedLine, ...]:
        """The typed lines that stand for several plies, those that are being written among them."""
        written = parse_record(self._text, str(self.store.path)).typed if self._text is not None else ()
        return (*written, *self._typed)

    def _write(self, writer: Writer, first: int) -> None:
        new = self.replay.entries[first:]
        marks = {line.first: format_typed(line.plies) for line in self._typed}
        text = "".join(marks.get(entry.ply, "") + self._written(entry) for entry in new)
        if len(new) > 1 or (new and self._is_other_when_torn(new[0])):
            text = format_batch(text, len(new))
        is_over = self.setup.deal == DIGITAL and self.replay.outcome is not None
        opened = self.dealer.open() if is_over else ""
        text = "".join(self.dealer.marks) + text + opened
        if not text:
            return
        self._text = writer.append(text, self._stands)
        self._stands += text.count("\n")
        self.dealer.written(opened)

    def _is_other_when_torn(self, entry: Entry) -> bool:
        """Whether a beginning of the line may read as another move: `1,1` of `1,12`, which a torn end might leave."""
        line, notation = self.replay.format(entry), self.replay.notation
        if len(line) > SHORT_LINE:
            return True
        beginnings = (notation.parse(line[:end]) for end in range(line.find(":") + 2, len(line)))
        return any(isinstance(other, Move) and other != entry.move for other in beginnings)

    def _written(self, entry: Entry) -> str:
        """An entry as it stands in the file, the digest that follows it included."""
        line = format_line(self.replay.format(entry), entry.overruled, entry.comment)
        if entry.ply % DIGEST_EVERY == 0:
            line += format_digest(entry.ply, digest_of(self.game, entry.state))
        return line


def _listed(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _identity(entry: Entry) -> tuple[Move | None, str, bool]:
    """What makes two entries the same line."""
    return entry.move, "" if entry.move else entry.text, entry.overruled


def _text(typed: str) -> str:
    """Typed text without bytes that are no text (a terminal in another encoding): `?` replaces them."""
    return typed if typed.isascii() else typed.encode("utf-8", "replace").decode()


def format_refusal(ruling: Ruling) -> str:
    """One sentence for a ruling that is not an acceptance."""
    if isinstance(ruling, Illegal):
        return f"{ruling.because} [{ruling.rule}]"
    return str(getattr(ruling, "because", ""))


def refuse_dealing(game: Game[Any], setup: Setup, move: Move) -> Illegal | None:
    """Why people cannot do this: at a digital table it is the referee who deals, shuffles and throws."""
    if setup.deal != DIGITAL or move.seat != TABLE or not is_dealt(game, move):
        return None
    return Illegal(REF_DEALER, referee_message("referee.dealer"))
