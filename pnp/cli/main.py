"""The command `pnp`. In: a command line. Out: an exit code (0 fine, 1 the referee or a check says no, 2 usage).

Invariant: only the command asked for is imported and built, because a referee's answer must come at once; the overview
of all commands is a table here. Input people can mend ends in messages, never in a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

# words of the command -> module, function, one line of help
COMMANDS: dict[tuple[str, ...], tuple[str, str, str]] = {
    ("list",): ("pnp.cli.listing", "list_games", "list the games: players, components, languages"),
    ("build",): ("pnp.cli.build", "build", "write print-ready PDFs (and PNGs) of a game"),
    ("look",): ("pnp.cli.desk.look", "look", "show one face or several as a picture, without a build"),
    ("studio",): ("pnp.cli.desk.studio", "studio", "open a live page with the faces of a game, as they print"),
    ("set",): ("pnp.cli.desk.edit", "set_", "change one value of a card in its file, nothing else"),
    ("calibrate",): ("pnp.cli.calibrate", "calibrate", "correct a printer whose backs are off: sheet and readings"),
    ("check",): ("pnp.cli.check", "check", "report every fault of cards, layouts and rules, file:line:col"),
    ("export",): ("pnp.cli.export", "export", "export card lists, a gallery, files for tabletop programs"),
    ("import",): ("pnp.cli.importing", "import_", "make a game from a spreadsheet: csv, xlsx, ods"),
    ("rules",): ("pnp.cli.rules", "rules", "show the rulebook, one rule, or the options of a game"),
    ("schema",): ("pnp.cli.schema", "schema", "write JSON Schemas: editors complete and check the YAML"),
    ("playtest", "play"): ("pnp.cli.playtest", "play", "simulate thousands of games with bots, and report"),
    ("playtest", "vary"): ("pnp.cli.playtest", "vary", "compare other values of cards and constants"),
    ("playtest", "without"): ("pnp.cli.playtest", "without", "estimate a card's strength by playing without it"),
    ("playtest", "tournament"): ("pnp.cli.playtest", "tournament", "rate bots by a round robin"),
    ("playtest", "endless"): ("pnp.cli.playtest", "endless", "search for endless games and dead ends"),
    ("playtest", "compare"): ("pnp.cli.playtest", "compare", "compare two JSON reports; plays no games"),
    ("playtest", "records"): ("pnp.cli.playtest", "records", "report on records of games that people played"),
    ("prove",): ("pnp.cli.prove", "prove", "test the rules of a game: cards, secrets, rule ids, messages"),
    ("teach",): ("pnp.cli.teach", "teach", "learn a game by playing it: a guided first game"),
    ("new",): ("pnp.cli.new", "new", "start your own game: a folder that builds, checks and plays"),
    ("trust",): ("pnp.cli.desk.trust", "trust", "allow the code of a game to run, after you have read it"),
    ("referee", "new"): ("pnp.cli.referee.commands", "new", "open a table: a record for a game and its seats"),
    ("referee", "play"): ("pnp.cli.referee.play", "play", "referee a game, line by line"),
    ("referee", "move"): ("pnp.cli.referee.commands", "move", "enter one or more moves"),
    ("referee", "options"): ("pnp.cli.referee.commands", "options", "list the legal moves"),
    ("referee", "why"): ("pnp.cli.referee.commands", "why", "judge a move without making it"),
    ("referee", "hint"): ("pnp.cli.referee.hint", "hint", "suggest a good move for a seat, and say why"),
    ("referee", "show"): ("pnp.cli.referee.commands", "show", "show the table as one seat, or the public, sees it"),
    ("referee", "undo"): ("pnp.cli.referee.commands", "undo", "undo the last move, or the last N"),
    ("referee", "overrule"): ("pnp.cli.referee.commands", "overrule", "allow a move the rules forbid"),
    ("referee", "adjust"): ("pnp.cli.referee.commands", "adjust", "correct a fact: a score, a hand, the turn"),
    ("referee", "photo"): ("pnp.cli.referee.photo", "photo", "compare a photo of the table with its record"),
    ("referee", "host"): ("pnp.cli.referee.host", "host", "open a table to phones and a big screen on this network"),
    ("referee", "replay"): ("pnp.cli.referee.replay", "replay", "write a whole game as one page to share"),
    ("referee", "review"): (
        "pnp.cli.referee.review",
        "review",
        "report chances, costly moves, luck and skill in a game",
    ),
    ("referee", "branch"): ("pnp.cli.referee.branch", "branch", "play on from a line in a new record"),
    ("referee", "new-seed"): ("pnp.cli.referee.new_seed", "new_seed", "deal from a new seed if the old one is lost"),
    ("referee", "verify"): ("pnp.cli.referee.verify", "verify", "replay a whole record and judge every line"),
}

DEFAULTS = {"playtest": "play"}  # the command that is meant where none is named: `pnp playtest GAME`

# `pnp referee adjust FILE score red -3`, `pnp set GAME CARD value -1`: a number there is never an option.
TAKES_NEGATIVE_NUMBERS = {("referee", "adjust"), ("set",)}

ASKED = "_PNP_COMPLETE"  # a shell asks what Tab is to complete
COMPLETION = ("--install-completion", "--show-completion")
COLOR = "--color"  # with every command
INK = "pnp.cli.terminal.ink"  # where it is remembered

ABOUT = "pnp: print-ready decks from YAML, and a referee for the game played with them."


def console() -> int:
    """The console script."""
    try:
        return _console()
    except KeyboardInterrupt:  # before there was anything to stop, or when all was done
        print("\npnp: stopped", file=sys.stderr)
        return 130


def _console() -> int:
    import gc

    from pnp.cli.streams import leave, ready_streams

    # A command is short and most of what it makes lives to its end: looking for garbage meanwhile is lost time.
    gc.disable()
    ready_streams()
    code = main(sys.argv[1:])
    leave(code)
    return code


def main(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    words = list(arguments)
    if ASKED in os.environ:
        from pnp.cli.terminal.shell_completion import complete

        return complete(COMMANDS, DEFAULTS, command_of)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if words[:1] == ["--version"]:
        from pnp import __version__

        print(f"pnp {__version__}")
        return 0
    return _guarded(lambda: _dispatch(words))


def _dispatch(words: list[str]) -> int:
    if any(word.startswith(COLOR) for word in words) or INK in sys.modules:
        from pnp.cli.terminal.ink import take_choice

        words = take_choice(words)
    if words and words[0].partition("=")[0] in COMPLETION:
        from pnp.cli.terminal.shell_completion import script_for

        option, _, shell = words[0].partition("=")
        print(script_for(option, shell or "".join(words[1:2])))
        return 0
    path, rest = _find(words)
    return _overview(words) if path is None else _run(path, rest)


def _find(words: list[str]) -> tuple[tuple[str, ...] | None, list[str]]:
    for length in (2, 1):
        path = tuple(words[:length])
        if len(path) == length and path in COMMANDS:
            return path, words[length:]
    names = [word for word in words[1:3] if not word.startswith("-")]
    # Two names: the first is a misspelt command.
    if words and words[0] in DEFAULTS and len(names) < 2 and words[1:] not in ([], ["--help"], ["-h"]):
        return (words[0], DEFAULTS[words[0]]), words[1:]
    return None, words


def _overview(words: list[str]) -> int:
    groups = {path[0] for path in COMMANDS if len(path) > 1}
    inside = words[0] if words and words[0] in groups else ""
    rest = words[1:] if inside else words
    wants_help = not rest or rest[0] in ("-h", "--help")
    if wants_help:
        print(f"{ABOUT}\n\nUsage: pnp {f'{inside} ' if inside else ''}COMMAND …\n")
        shown = {path: entry for path, entry in COMMANDS.items() if not inside or path[0] == inside}
        width = max(len(" ".join(path)) for path in shown)
        for path, (_, _, help_) in shown.items():
            print(f"  {' '.join(path):{width}}  {help_}")
        if inside in DEFAULTS:
            print(f"\npnp {inside} GAME is short for pnp {inside} {DEFAULTS[inside]} GAME.")
        print("\nHelp for a command: pnp COMMAND --help. Version: pnp --version")
        print("All commands accept --color auto|always|never. Tab completion: pnp --install-completion")
        return 0 if rest or not words else 2
    from pnp.base.diagnostics import shorten_words
    from pnp.base.suggest import nearest_names

    typed = shorten_words(f"{inside} {rest[0]}" if inside else rest[0])
    names = [" ".join(path[1:] if inside else path) for path in COMMANDS if not inside or path[0] == inside]
    near = [f"{inside} {name}" if inside else name for name in nearest_names(rest[0], names)]
    hint = f"; did you mean: {', '.join(near)}?" if near else "; pnp --help lists the commands"
    print(f"pnp: unknown command “{typed}”{hint}", file=sys.stderr)
    return 2


def command_of(path: tuple[str, ...]) -> Any:
    """A command with its parameters, imported now."""
    from importlib import import_module

    import typer

    module, name, help_ = COMMANDS[path]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    function: Callable[..., None] = getattr(import_module(module), name)
    settings = {"ignore_unknown_options": True} if path in TAKES_NEGATIVE_NUMBERS else {}
    app.command(help=function.__doc__ or help_, context_settings=settings)(_escaping(function))
    return typer.main.get_command(app)


def _run(path: tuple[str, ...], rest: list[str]) -> int:
    command = command_of(path)
    try:
        result = command.main(args=rest, prog_name=f"pnp {' '.join(path)}", standalone_mode=False)
    except _Escape as escape:
        raise escape.cause from None
    return result if isinstance(result, int) else 0


class _Escape(BaseException):
    """Takes an exception past Typer, which would swallow it."""

    def __init__(self, cause: BaseException) -> None:
        self.cause = cause


def _escaping(function: Callable[..., None]) -> Callable[..., None]:
    from functools import wraps

    @wraps(function)
    def escaping(*args: Any, **options: Any) -> None:
        try:
            function(*args, **options)
        except (KeyboardInterrupt, BrokenPipeError) as error:
            raise _Escape(error) from None

    return escaping


def _guarded(run: Callable[[], int]) -> int:
    """Turn what people can mend into messages and exit codes."""
    try:
        code = run()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("\npnp: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        from pnp.cli.streams import drop_output

        # The reader of our output went away (`pnp … | head`); nothing is wrong.
        drop_output()
        return 0
    except OSError as error:
        from pnp.base.files import reason_of
        from pnp.cli.streams import drop_output

        # Files are named where they are used; what comes here is the output itself, mostly on a full disk.
        print(f"pnp: {error.filename or 'the output'}: {reason_of(error)}", file=sys.stderr)
        drop_output()
        return 1
    except Exception as error:
        exit_code = _print_error(error)
        if exit_code is None:
            raise
        return exit_code


def _print_error(error: Exception) -> int | None:
    from pnp.base.diagnostics import InputError, UsageError, fold_faces, shorten_words
    from pnp.cli.terminal.ink import print_faults

    if isinstance(error, InputError):
        print_faults(fold_faces(error.report.by_place()))
        return 2 if isinstance(error, UsageError) else 1
    exit_code = getattr(error, "exit_code", None)
    if not isinstance(exit_code, int):
        return None
    show = getattr(error, "show", None)  # a usage error of the command line
    if show is not None:
        error.message = shorten_words(str(getattr(error, "message", "")))  # type: ignore[attr-defined]
        show()
    return exit_code


if __name__ == "__main__":
    sys.exit(console())
