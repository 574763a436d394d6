"""`pnp referee play`: a referee beside the table, as a conversation at a terminal or through a pipe. In: a record. Out:
an exit code, 1 when a piped line was refused.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pnp.cli.arguments import BotOption, ClockOption, Games, RecordFile, RecordLang, pick_language
from pnp.cli.referee.dialogue import Dialogue
from pnp.cli.referee.open_record import entry_of, open_session, print_notes, read_clock, seat_bots
from pnp.cli.referee.viewer import ViewerOption, viewer_of
from pnp.cli.terminal.ink import is_terminal
from pnp.table.messages import format_next, format_outcome
from pnp.table.wording import phrase

if TYPE_CHECKING:
    from pnp.table.session import Session
    from pnp.web.drawing.look import Look


def play(
    file: RecordFile,
    seat: ViewerOption = "",
    bot: BotOption = None,
    clock: ClockOption = "",
    lang: RecordLang = "",
    games: Games = None,
) -> None:
    """Referee a game line by line; type `help` for the commands. Lines can be piped (exit 1 if one is rejected)."""
    session = open_session(file, games, True, lang)
    lang = pick_language(session.book, lang)
    session.settle()
    print_notes(session, lang)
    viewer = viewer_of(session.replay, seat)
    bots, setting = seat_bots(session, bot), read_clock(clock)
    look = _look(session, games) if bots is not None else None
    if sys.stdin.isatty() and is_terminal(sys.stdout):
        from pnp.cli.referee.screen_dialogue import ScreenDialogue

        screen = ScreenDialogue(session, lang, viewer)
        screen.bots, screen.look = bots, look
        screen.set_clock(setting)
        screen.run()
        return
    dialogue = Dialogue(session, lang, sys.stdin.isatty(), viewer)
    dialogue.bots, dialogue.look = bots, look
    dialogue.set_clock(setting)
    _converse(dialogue)


def _look(session: Session, games: list[Path] | None) -> Look:
    """What the places of a table are called."""
    from pnp.web.drawing.look import Look

    return Look(entry_of(session, games), session.book)


def _converse(dialogue: Dialogue) -> None:
    """Line after line, where nothing can be drawn."""
    session, lang, interactive = dialogue.session, dialogue.lang, dialogue.interactive
    if interactive:
        dialogue.handle("show")
        print(f"\n{phrase('help_says', lang)}")
    print(format_next(dialogue.seen(), lang))
    while True:
        dialogue.catch_up()
        dialogue.let_bots_move()
        if interactive:
            dialogue.print_clock()
        sys.stdout.flush()  # to a pipe, too: a program that plays waits for what was said
        try:
            line = input(dialogue.prompt) if interactive else next(sys.stdin, None)
        except EOFError:
            print()
            break
        except UnicodeDecodeError:
            print("this line is not UTF-8 text", file=sys.stderr)
            dialogue.refused += 1
            continue
        if line is None or not dialogue.handle(line):
            break
    if session.replay.outcome is not None and interactive:
        print(format_outcome(session.replay.outcome, session.setup.seats, lang))
    if dialogue.refused and not interactive:
        raise typer.Exit(1)
