"""`pnp referee play`: a referee beside the table. In: lines people type (or a pipe). Out: rulings, and the table.

Invariant: what is typed goes through the same session as `pnp referee move`; a refused line changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError
from pnp.referee.notation import verb_of
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE, seat_name
from pnp.referee.view import reasons_before, view_of
from pnp.table.session import Reply, Session
from pnp.ui.cli.arguments import pick_language
from pnp.ui.cli.referee import find_seat, tell_reply
from pnp.ui.cli.tables import Games, Lang, RecordFile, open_session
from pnp.ui.telling import tell_next, tell_outcome, tell_refused, tell_rule, tell_ruling

HELP = """\
Type a move of the seat that is asked (`place ukko 1,0`), or of another (`blue: pass`). Besides:
  options [SEAT]     what may be done now            why MOVE           the ruling without making the move
  show [SEAT]        the table, as SEAT sees it      rule ID            the words of a rule
  undo [N]           take back N moves               ! MOVE # why       allow a move that the rules forbid
  adjust WHAT        correct a fact                  grammar            how each move is written
  help, quit"""


class Dialogue:
    """One conversation with a table."""

    def __init__(self, session: Session, lang: str, interactive: bool) -> None:
        self.session, self.lang, self.interactive = session, lang, interactive
        self.refused = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: print(HELP),
            "?": lambda rest: print(HELP),
            "options": self._options,
            "show": self._show,
            "why": self._why,
            "rule": self._rule,
            "undo": self._undo,
            "adjust": lambda rest: self._say(f"table: adjust {rest}"),
            "grammar": lambda rest: print("\n".join(self.session.replay.notation.usages())),
        }

    @property
    def prompt(self) -> str:
        """Who is asked."""
        replay = self.session.replay
        if replay.outcome is not None:
            return "over> "
        seats = [seat_name(self.session.setup.seats, seat) for seat in replay.to_act]
        return f"{'|'.join(seats)}> "

    def hear(self, line: str) -> bool:
        """Answer one line; False when the conversation is over."""
        text = line.strip()
        if not text or text.startswith("#"):
            return True
        word, _, rest = text.partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        try:
            command = self._commands.get(word.lower())
            if command is not None:
                command(rest.strip())
            else:
                self._say(text)
        except InputError as error:
            self.refused += 1
            for item in error.report.by_place():
                print(item, file=sys.stderr)
        return True

    def _seat(self, name: str) -> int | None:
        return find_seat(self.session, name) if name else None

    def _full_line(self, text: str) -> tuple[str, bool, str]:
        """`! place ukko 1,0 # why` of the asked seat as (`red: place ukko 1,0`, overruled, why)."""
        from pnp.referee.record import parse_line

        head = text.partition("#")[0]
        if ":" not in head:
            seats = self.session.replay.to_act
            seat = seat_name(self.session.setup.seats, seats[0]) if seats else "table"
            own = {verb_of(kind) for kind in self.session.game.moves}
            if text.split()[0].lower().lstrip("!") in {"end"} - own:  # a game where a turn is ended: the seat's word
                seat = "table"
            text = f"{seat}: {text}"
        line = parse_line(text)
        return (line.text, line.overruled, line.comment) if line else ("", False, "")

    def _say(self, text: str) -> None:
        line, overruled, comment = self._full_line(text)
        self._tell(self.session.submit([line], overruled, comment))

    def _tell(self, reply: Reply) -> None:
        if not reply.written:
            self.refused += 1
            refused = reply.entries[-1]
            replay = self.session.replay
            print(tell_refused(refused.text or replay.format(refused), refused.ruling, replay, self.lang))
            return
        if self.interactive:
            self._show("")
            print()
        tell_reply(self.session, reply, self.lang)

    def _options(self, rest: str) -> None:
        replay, game = self.session.replay, self.session.game
        seat = self._seat(rest)
        for at in () if replay.outcome else replay.to_act if seat is None else (seat,):
            view = replay.state if at == TABLE else view_of(replay, at)
            for line in _grouped([replay.notation.format_move(move) for move in game.legal_moves(view, at)]):
                print(f"  {line}")
        print(tell_next(replay))

    def _show(self, rest: str) -> None:
        seat = self._seat(rest)
        seat = None if seat == TABLE else seat
        print(self.session.game.show(view_of(self.session.replay, seat), seat, self.lang))

    def _why(self, rest: str) -> None:
        if not rest:
            print("why what? such as: why place ukko 1,0")
            return
        line, overruled, _ = self._full_line(rest)
        move, ruling = self.session.replay.weigh(line, overruled)
        if move is None or not isinstance(ruling, Legal | Unverified):
            print(tell_refused(line, ruling, self.session.replay, self.lang))
            return
        print(f"{line} — {ruling.name}")
        reasons = reasons_before(self.session.replay, move) if type(move) in self.session.game.moves else ()
        for text in (
            *tell_ruling(ruling, self.session.replay, self.lang),
            *(f"{r.because} [{r.rule}]" for r in reasons),
        ):
            print(f"  {text}")

    def _rule(self, rest: str) -> None:
        told = tell_rule(self.session.replay, rest, self.lang)
        print(told or (f"there is no rule “{rest}”" if rest else "which rule? such as: rule 1"))

    def _undo(self, rest: str) -> None:
        if rest and not (rest.isdecimal() and len(rest) < 6):
            self.refused += 1
            print(f"undo takes a number of moves, not “{rest}”")
            return
        self._tell(self.session.undo(int(rest or 1)))


def _grouped(lines: list[str]) -> list[str]:
    """Moves that differ in their last word only, on one line: `place ukko 1,0 · 0,1`."""
    groups: dict[str, list[str]] = {}
    for line in lines:
        head, _, last = line.rpartition(" ")
        groups.setdefault(head, []).append(last)
    return [f"{head} {' · '.join(lasts)}".strip() for head, lasts in groups.items()]


def play(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="show the table as this seat sees it")] = "",
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Referee a game line by line; `help` says what can be typed. Piped lines work too (exit 1 if one was refused)."""
    session = open_session(file, games, to_write=True)
    lang = pick_language(session.book, lang)
    session.settle()
    interactive = sys.stdin.isatty()
    dialogue = Dialogue(session, lang, interactive)
    if interactive:
        _ready_line_editing(session)
        dialogue.hear(f"show {seat}")
        print("\nhelp says what can be typed.")
    print(tell_next(session.replay))
    while True:
        try:
            line = input(dialogue.prompt) if interactive else next(sys.stdin, None)
        except EOFError:
            print()
            break
        except UnicodeDecodeError:
            print("this line is not UTF-8 text", file=sys.stderr)
            dialogue.refused += 1
            continue
        if line is None or not dialogue.hear(line):
            break
    if session.replay.outcome is not None and interactive:
        print(tell_outcome(session.replay.outcome, session.setup.seats))
    if dialogue.refused and not interactive:
        raise typer.Exit(1)


def _ready_line_editing(session: Session) -> None:
    """History and completion of move words at a terminal."""
    try:
        import readline
    except ImportError:  # not on every system
        return
    words = sorted({*session.replay.notation.verbs(), *session.book.playing_cards, *session.setup.seats})

    def complete(text: str, state: int) -> str | None:
        hits = [word for word in words if word.startswith(text.lower())]
        return f"{hits[state]} " if state < len(hits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" :")
    readline.parse_and_bind("tab: complete")
