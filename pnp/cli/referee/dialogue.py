"""A conversation with the referee beside the table. In: lines people type (or a pipe). Out: rulings, and the table.

Invariant: what is typed goes through the same session as `pnp referee move`; a refused line changes nothing. Lines of
other programs are printed before every prompt, at a terminal as soon as they are written, and a line without a seat is
meant for the seat that was asked when it was begun: it is never taken for another that came to act meanwhile.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from pnp.base.diagnostics import InputError, shorten_line
from pnp.cli.referee.commands import lines_meant, print_entries, tone_of
from pnp.cli.referee.open_record import print_notes
from pnp.cli.referee.viewer import find_seat, viewer_of
from pnp.cli.terminal.ink import Ink, Line, Tone, Word, print_faults, toned
from pnp.library.words import in_language
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.record import RecordLine, format_line, parse_line
from pnp.referee.replay import Entry
from pnp.referee.ruling import Ambiguous, Invalid
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.line_completion import names_seat, number_typed, with_seat
from pnp.table.messages import (
    MOST_OFFERS,
    format_next,
    format_offers,
    format_refused_line,
    format_rule,
    format_why,
)
from pnp.table.offers import list_offers, remember_listing
from pnp.table.session import MissedChanges, Session, SubmitResult
from pnp.table.short_line import parse_typed, split_line
from pnp.table.why import why_of
from pnp.table.wording import phrase
from pnp.web.thinking.bot_words import bot_sentence
from pnp.web.thinking.piece_words import hand_question, piece_sentences

if TYPE_CHECKING:
    from pnp.playtest.seat_bots import SeatBots
    from pnp.table.clock import ClockSetting, TableClock
    from pnp.web.drawing.look import Look

ALL = ("all", "--all")


# Commands that only read the record answer from what is in it now; those that write look themselves, under the lock.
READING = ("options", "show", "why", "hint")
THINKS = 1.0  # seconds for a hint
PATIENCE = 10.0  # seconds that a bot thinks without a word
COMMANDS = ("options", "show", "why", "hint", "rule", "undo", "adjust", "grammar", "help")


class Dialogue:
    """One conversation with a table: with the seat `viewer`, or (None) with everybody who sits around it."""

    def __init__(self, session: Session, lang: str, interactive: bool, viewer: Seat | None = None) -> None:
        self.session, self.lang, self.interactive, self.viewer = session, lang, interactive, viewer
        self.ink = Ink()
        self.refused = 0
        self.bots: SeatBots | None = None
        self.look: Look | None = None  # what places are called when a bot says where printed pieces go
        self.clock: TableClock | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "options": self._options,
            "show": self._show,
            "why": self._why,
            "hint": self._hint,
            "rule": self._rule,
            "undo": self._undo,
            "adjust": self._adjust,
            "grammar": self._grammar,
        }

    @property
    def prompt(self) -> str:
        """Who is asked."""
        replay = self.seen()
        if replay.outcome is not None:
            return "over> "
        seats = [seat_name(self.session.setup.seats, seat) for seat in replay.to_act]
        return f"{'|'.join(seats)}> "

    def handle(self, line: str) -> bool:
        """Answer one typed line; False when the conversation is over."""
        text = line.strip()
        if not text or text.startswith("#"):
            return True
        word, _, rest = text.partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        with self._reporting_faults():
            command = self._commands.get(word.lower())
            if command is None or self._is_move(word.lower(), rest.strip()):
                self._submit(text)
                return True
            if word.lower() in READING:
                self.catch_up()
            command(rest.strip())
            if not rest:
                self._print_move_of_same_name(word)
        return True

    def _print_move_of_same_name(self, word: str) -> None:
        """Who votes by `show` is told that `show` alone was the table, and how the move is typed."""
        read = parse_typed(self.session.replay, self._full_line(word, has_comment=False))
        moves = read.readings if isinstance(read, Ambiguous) else ()
        line = self.session.replay.notation.format(read) if isinstance(read, Move) else next(iter(moves), "")
        if line and type(read) not in KERNEL_MOVES:
            print(phrase("no_move", self.lang, word=word, line=line))

    def catch_up(self) -> None:
        """Print what other programs wrote since the record was last read."""
        with self._reporting_faults():
            self._print_missed(self.session.refresh())

    def let_bots_move(self) -> None:
        """Make the moves of bots until people are asked."""
        with self._reporting_faults():
            while self.bots is not None and (turn := self.bots.turn(self.session)) is not None:
                name = self.session.setup.name(turn.seat)
                bot = self.bots.names[name]
                self._print_thinking(phrase("bot_thinks", self.lang, name=name, bot=bot))
                try:
                    with warning_later(bot_sentence(turn.trouble("slow"), name, bot, "then_ctrl_c", self.lang)):
                        line = turn.line()
                except KeyboardInterrupt:
                    if not self.interactive:
                        raise
                    line = turn.trouble("stopped")
                if isinstance(line, str):
                    reply = self.bots.submit(self.session, turn, line)
                    if reply.written:
                        pieces = piece_sentences(self.session.replay, reply.entries, self.lang, self.look)
                        self._print_bot_move(reply, pieces)
                    elif not reply.entries:
                        self._print_missed(reply.missed)
                else:
                    self.bots.note(line)
                for trouble in self.bots.troubles(self.session):
                    if trouble.seat == turn.seat:
                        text = bot_sentence(trouble, name, bot, "then_type", self.lang)
                        self.ink.print(toned(text, "illegal"))
            if self.bots is not None and (question := hand_question(self.bots, self.session, self.lang)):
                self.ink.print(toned(question, "asked"))

    def set_clock(self, setting: ClockSetting | None) -> None:
        """Give each seat so much time."""
        if setting is not None:
            from pnp.table.clock import TableClock

            self.clock = TableClock(self.session.store.path, self.session.setup.seats, setting)

    def clock_line(self) -> Line:
        """`aino 9:47 · ilmari 10:00`; nothing without a clock."""
        if self.clock is None:
            return []
        seats, replay, now = self.session.setup.seats, self.session.replay, monotonic()
        self.clock.update(now, [seat_name(seats, seat) for seat in replay.to_act], len(replay.positions))
        words: list[Word] = []
        for name, its in self.clock.values(now)["seats"].items():
            tone: Tone = "warning" if its["out"] else "asked" if its["runs"] else "faint"
            over = f" {phrase('time_out', self.lang)}" if its["out"] else ""
            words += [("faint", " · " if words else ""), (tone, f"{name} {its['text']}{over}")]
        return words

    def print_clock(self) -> None:
        """Say how much time is left, where there is a clock."""
        if self.clock is not None:
            self.ink.print([self.clock_line()])

    def _print_thinking(self, text: str) -> None:
        """A line of its own would be in the way of who reads them all."""

    def _print_bot_move(self, reply: SubmitResult, pieces: Sequence[str]) -> None:
        seen = self.seen()
        self.ink.print([[("asked", f"     {text}")] for text in pieces])
        print_entries(seen, [seen.redacted(entry) for entry in reply.entries], self.lang, write=self._print_entry)

    @contextmanager
    def _reporting_faults(self) -> Iterator[None]:
        try:
            yield
        except InputError as error:
            self.refused += 1
            print_faults(error.report.by_place())

    def _print_missed(self, missed: MissedChanges) -> None:
        if not missed:
            return
        print()
        if missed.gone:
            print(phrase("changed_by_hand", self.lang, ply=self.session.replay.plies - len(missed.entries) + 1))
        print(phrase("meanwhile", self.lang))
        seen = self.seen()
        entries = [seen.redacted(entry) for entry in missed.entries if entry.accepted]
        print_entries(seen, entries, self.lang, write=self._print_entry)
        if (fault := self.session.fault_diagnostic) is not None:
            print_faults([fault])

    def seen(self, name: str = "") -> ReplayView[Any]:
        """The table as the seat of that name knows it, or without a name as whoever this conversation is with."""
        return ReplayView(self.session.replay, viewer_of(self.session.replay, name) if name else self.viewer)

    def _is_move(self, word: str, rest: str) -> bool:
        """`show white-8` where a game has such a move; `show ben` is the table as ben sees it."""
        notation = self.session.replay.notation
        return bool(rest) and word in notation.forms and not isinstance(notation.names.find_seat(rest), int)

    def _grammar(self, verb: str) -> None:
        notation = self.session.replay.notation
        for usage, meaning in notation.usages(verb) or notation.usages():
            print(*(in_language(text, self.lang) for text in (usage, meaning) if text), sep="\n    ")
        if not verb:
            print(phrase("short_lines", self.lang))

    def _help(self, rest: str) -> None:
        move, other = self._examples()
        examples = {"move": f" (`{move}`)" if move else "", "other": f" (`{other}`)" if other else ""}
        print(phrase("help", self.lang, **examples))

    def _examples(self) -> tuple[str, str]:
        """A line of the seat that is asked, and one of another: of this game and this table."""
        replay, seats = self.seen(), self.session.setup.seats
        asked = replay.to_act[0] if replay.to_act else TABLE
        moves = replay.game.legal_moves(replay.state, asked) if replay.outcome is None else ()
        move = replay.notation.format_move(moves[0]) if moves else ""
        return move, f"{next(name for at, name in enumerate(seats) if at != asked)}: resign" if move else ""

    def _full_line(self, text: str, has_comment: bool = True) -> str:
        """`! place ukko 1,0 # why` of the asked seat as it stands in a record: `red: !place ukko 1,0  # why`.

        So does `! red: place ukko 1,0`, which names the seat.
        """
        seen = self.seen()
        before, colon, move = text.removeprefix("!").partition(":")
        if text.startswith("!") and colon and len(before.split()) == 1:
            text = f"{before.strip()}: !{move.strip()}"
        full = with_seat(seen, *lines_meant(self.session, [text]))
        if self.viewer is not None and self.viewer in seen.to_act and not names_seat(seen, full):
            full = f"{seat_name(self.session.setup.seats, self.viewer)}: {full}"  # the others type elsewhere
        line = parse_line(full) or RecordLine(0, "")
        return format_line(line.text, line.overruled, line.comment if has_comment else "").rstrip("\n")

    def _submit(self, text: str) -> None:
        """One typed line; where the deal is sealed one move of it after the other, up to the first that is refused."""
        for typed in split_line(text) if self.session.record.header.seal else (text,):
            line = self._full_line(typed)
            # A number, and a move without a seat, mean what was asked when they were typed.
            is_clear = number_typed(typed) is None and names_seat(self.session.replay, typed)
            reply = self.session.submit([line], only_if_current=not is_clear)
            self._print_result(reply, typed)
            if not reply.written:
                return

    def _print_result(self, reply: SubmitResult, typed: str) -> None:
        self._print_missed(reply.missed)
        if reply.written:
            print_notes(self.session, self.lang)
            self._print_written(reply)
        elif not reply.entries:
            self.refuse_stale(typed)
        else:
            self.refused += 1
            seen = self.seen()
            refused = seen.redacted(reply.entries[-1])
            text = format_refused_line(refused.text or seen.format(refused), refused.ruling, seen, self.lang)
            self.ink.print(toned(text, "illegal"))
            if isinstance(refused.ruling, Invalid):
                print(format_next(seen, self.lang))

    def refuse_stale(self, typed: str) -> None:
        """A line that was typed before the table changed means nothing now."""
        self.refused += 1
        self.ink.print(toned(phrase("not_taken", self.lang, line=shorten_line(typed)), "warning"))

    def _print_written(self, reply: SubmitResult) -> None:
        if self.interactive:
            self._show("")
            print()
        seen = self.seen()
        entries = [seen.redacted(entry) for entry in reply.entries]
        print_entries(seen, entries, self.lang, reply.implied_by, self._print_entry)

    def _print_entry(self, text: str, entry: Entry) -> None:
        self.ink.print(toned(text, tone_of(entry)))

    def _options(self, rest: str) -> None:
        words = rest.split()
        names = [word for word in words if word not in ALL]
        most = MOST_OFFERS if names == words else None
        viewer = find_seat(self.session.replay, " ".join(names)) if names else self.viewer
        replay = self.session.replay
        remember_listing(self.session.store.path, replay, viewer)
        for line in format_offers(list_offers(replay, viewer), self.session.setup.seats, most, self.lang):
            print(line)
        seen = ReplayView(replay, viewer)
        print(format_next(seen, self.lang))

    def _show(self, rest: str) -> None:
        seen = self.seen(rest)
        print(seen.game.show(seen.state, seen.viewer, self.lang))

    def _why(self, rest: str) -> None:
        if not rest:
            example, _ = self._examples()
            print(phrase("why_such_as" if example else "why_what", self.lang, line=example))
            return
        answer = why_of(self.session, self._full_line(rest, has_comment=False), self.viewer)
        self.ink.print(toned(format_why(answer, self.lang), "legal" if answer.accepted else "illegal"))

    def _hint(self, hand: str) -> None:
        from pnp.cli.referee.hint import print_hint

        print_hint(self.seen(), self.viewer, THINKS, hand, self.lang)

    def _rule(self, rest: str) -> None:
        text = format_rule(self.session.replay, rest, self.lang)
        print(text or phrase("no_rule" if rest else "which_rule", self.lang, id=rest))

    def _adjust(self, rest: str) -> None:
        line = self._full_line(f"table: adjust {rest}")
        self._print_result(self.session.submit([line], only_if_current=True), f"adjust {rest}".strip())

    def _undo(self, rest: str) -> None:
        if rest and not (rest.isdecimal() and len(rest) < 6):
            self.refused += 1
            print(phrase("undo_number", self.lang, text=rest))
            return
        count = int(rest or 1)
        if self.bots is not None:
            count = self.bots.lines_to_undo(self.session, count)
        self._print_result(self.session.undo(count, only_if_current=True), f"undo {rest}".strip())


@contextmanager
def warning_later(text: str) -> Iterator[None]:
    """Say something on standard error if what follows takes long."""
    timer = threading.Timer(PATIENCE, lambda: print(text, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
