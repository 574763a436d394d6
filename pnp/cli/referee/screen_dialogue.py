"""`pnp referee play` at a terminal: the table is drawn anew after every line. In: keys. Out: a drawn table, answers.

Invariant: what others write is on the screen within half a second, also while somebody types; a line that was begun
before it counts for nobody unless it names its seat. A line that others may not know is not left on the screen, nor
offered again by the arrow keys.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import Any

from pnp.cli.referee.dialogue import COMMANDS, Dialogue
from pnp.cli.streams import write_as_it_is
from pnp.cli.terminal.completion import completions
from pnp.cli.terminal.ink import Line
from pnp.cli.terminal.line_reader import Interrupted, LineReader
from pnp.cli.terminal.table_frame import option_lines, table_frame
from pnp.referee.record import parse_line
from pnp.referee.seat import TABLE, Seat
from pnp.table.line_completion import names_seat, number_typed
from pnp.table.offers import OfferedLine, list_offers, remember_listing
from pnp.table.option_tree import word_label
from pnp.table.session import MissedChanges, Session, SubmitResult
from pnp.table.wording import phrase

CLEAR = "\x1b[H\x1b[2J"
MOST_SHOWN = 24  # options, unless all are wanted


class ScreenDialogue(Dialogue):
    """A conversation on a whole terminal."""

    def __init__(self, session: Session, lang: str, viewer: Seat | None = None) -> None:
        super().__init__(session, lang, True, viewer)
        self._since = session.replay.plies
        self._stamp = self.session.store.stamp()
        self._pieces: list[Line] = []  # what is to be done with printed ones since somebody typed last
        self._offered: tuple[Any, list[OfferedLine]] | None = None
        self._reader = LineReader(self._complete, lambda: self.session.store.stamp() != self._stamp)

    def run(self) -> None:
        """Until somebody goes."""
        self._draw([[("faint", phrase("help_says", self.lang))]])
        try:
            while self._take_line():
                pass
        finally:
            self._reader.close()

    def _take_line(self) -> bool:
        """One line, or the news that came before it; False when the conversation is over."""
        self._stamp = self.session.store.stamp()
        self.catch_up()
        self.let_bots_move()
        try:
            line = self._reader.read(self._painted_prompt())
        except Interrupted:
            write_as_it_is(sys.stdout, "\r\x1b[J")
            return True
        except EOFError:
            print()
            return False
        except UnicodeDecodeError:
            print("this line is not UTF-8 text", file=sys.stderr)
            return True
        plies = self.session.replay.plies
        self._pieces, self._since = [], plies
        if self._reader.is_stale(line) and self._needs_turn(line):
            self.refuse_stale(line.strip())
        elif not self.handle(line):
            return False
        if not self._is_secret(line, plies):
            self._reader.remember(line)
        return True

    def _painted_prompt(self) -> str:
        """readline counts what is between these signs as nothing."""
        return f"\x01\x1b[1m\x02{self.prompt}\x01\x1b[0m\x02" if self.ink.is_on else self.prompt

    def _needs_turn(self, line: str) -> bool:
        """Whether the line would be taken for whoever is asked now."""
        word = line.strip().partition(" ")[0].lower()
        if word in COMMANDS and word not in ("undo", "adjust"):
            return False
        return number_typed(line) is not None or not names_seat(self.session.replay, line)

    def _is_secret(self, line: str, plies: int) -> bool:
        """Whether others may not know the line: it was hidden from them when it was written, or is such a line."""
        replay = self.session.replay
        written = [entry.move for entry in replay.entries[plies:] if entry.move is not None]
        parsed = [] if written else [self._read(line)]
        return any(
            replay.game.redact(move, None) != move
            for move in (*written, *parsed)
            if type(move) in replay.game.moves and move.seat != TABLE
        )

    def _read(self, line: str) -> Any:
        line = line.strip().removeprefix("why ")
        read = parse_line(self._full_line(line)) if line and number_typed(line) is None else None
        return self.session.replay.notation.parse(read.text) if read is not None else None

    def _draw(self, remarks: list[Line], reply: SubmitResult | None = None) -> None:
        """The table as it is now, over what stood there."""
        seen, offers = self.seen(), self._offers()
        size = shutil.get_terminal_size((80, 24))
        implied_by = reply.implied_by if reply is not None else {}
        frame, is_listed = table_frame(
            seen,
            offers,
            self._since,
            (size.columns, size.lines - (self.clock is not None)),
            self.lang,
            implied_by,
            remarks,
        )
        if is_listed:
            remember_listing(self.session.store.path, self.session.replay, self.viewer)
        write_as_it_is(sys.stdout, CLEAR)
        self.ink.print([self.clock_line(), *frame] if self.clock is not None else frame)

    def _print_written(self, reply: SubmitResult) -> None:
        self._stamp = self.session.store.stamp()
        self._since = min(self._since, reply.entries[0].ply - 1) if reply.entries else self._since
        self._draw(self._meanwhile(reply.missed) if reply.missed else [], reply)

    def _print_missed(self, missed: MissedChanges) -> None:
        if not missed:
            return
        self._since = min(self._since, self.session.replay.plies - len(missed.entries))
        self._draw(self._meanwhile(missed))
        if (fault := self.session.fault_diagnostic) is not None:
            print(fault, file=sys.stderr)

    def _print_thinking(self, text: str) -> None:
        self.ink.print([[("faint", text)]])

    def _print_bot_move(self, reply: SubmitResult, pieces: Sequence[str]) -> None:
        self._stamp = self.session.store.stamp()
        self._since = min(self._since, reply.entries[0].ply - 1)
        self._pieces += [[("asked", text)] for text in pieces]
        self._draw(self._pieces, reply)

    def _meanwhile(self, missed: MissedChanges) -> list[Line]:
        """That others wrote, and whether they changed what stood there."""
        texts = [phrase("meanwhile", self.lang).rstrip(":")]
        if missed.gone:
            texts.append(phrase("changed_by_hand", self.lang, ply=self._since + 1))
        return [[("warning", text)] for text in texts]

    def _options(self, rest: str) -> None:
        seen, offers = self.seen(), self._offers()
        if rest or not 0 < len(offers) <= MOST_SHOWN:
            super()._options(rest)
            return
        remember_listing(self.session.store.path, self.session.replay, self.viewer)
        self.ink.print(option_lines(seen, offers, self.lang, shutil.get_terminal_size((80, 24)).columns))

    def _offers(self) -> list[OfferedLine]:
        """What may be done now, worked out once."""
        now = self.session.replay.positions[-1]
        if self._offered is None or self._offered[0] is not now:
            self._offered = (now, list_offers(self.session.replay, self.viewer))
        return self._offered[1]

    def _complete(self, before: str, word: str) -> list[str]:
        lines = [offer.line for offer in self._offers()]
        label = word_label(self.session.book, self.lang)
        return completions(lines, self.session.setup.seats, (*COMMANDS, "quit"), before, word, label)
