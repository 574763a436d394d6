"""`pnp prove`: checks the promises that every game keeps. In: a game. Out: a line for each; exit code 0 or 1.

Invariant: needs nothing that is not installed with pnp; a broken promise is shown with its table and line, and with the
command that shows it again; a game that cannot be proven, because it cannot be loaded or has no rules, is never passed.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.base.diagnostics import InputError, Span, UsageError, fold_faces
from pnp.base.files import write_file
from pnp.base.system import quote_word
from pnp.catalog import CatalogEntry, all_games, find_game
from pnp.cli import completing
from pnp.cli.arguments import Games, Json, print_json, wrap
from pnp.cli.progress import progress
from pnp.cli.terminal.ink import Ink, print_faults

if TYPE_CHECKING:
    from pnp.conformance.proof import Verdict

USUAL = 3  # games

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]…",
        help="short names (default: all games in --games or in this folder)",
        autocompletion=completing.games,
    ),
]
Seeds = Annotated[
    int, typer.Option("-n", "--number", min=1, help="games to play for each number of seats and kind of table")
]
Players = Annotated[
    list[int] | None, typer.Option("--players", help="number of seats (default: the fewest and the most)")
]
Records = Annotated[Path | None, typer.Option("--records", help="folder for the records of failed properties")]
Words = Annotated[
    str, typer.Option("-k", metavar="WORDS", help="only properties with these words in the name: -k “rule”, -k retold")
]


def prove(
    game: Names = None,
    number: Seeds = USUAL,
    players: Players = None,
    only: Words = "",
    records: Records = None,
    json: Json = False,
    games: Games = None,
) -> None:
    """Run the conformance tests of a game: cards, records, secrets, rule ids, prompts, messages.

    Bots play it with a digital deal and with real cards. The first failure of each property is shown with its line.
    """
    gc.enable()  # a long run, unlike other commands
    folders = [str(folder) for folder in games or []]
    again = " ".join(
        [*(f"--games {quote_word(folder)}" for folder in folders), *([f"-n {number}"] if number != USUAL else [])]
    )
    verdicts: list[Verdict] = []
    is_sound = True
    for entry in _entries(game or [], folders):
        try:
            found = _prove(entry, number, players or [], only)
        except UsageError:
            raise
        except InputError as fault:
            is_sound = False
            _print_load_faults(entry, fault)
            continue
        verdicts += found
        files = _write_records(entry.slug, found, records) if records is not None else {}
        if not json and found:
            _print_verdicts(entry.slug, found, again, files)
    if json:
        print_json(verdicts)
    if not verdicts and is_sound:
        _print_no_promise(only, folders)
    if not is_sound or not verdicts or any(verdict.state == "broken" for verdict in verdicts):
        raise typer.Exit(1)


def _entries(names: list[str], folders: list[str]) -> list[CatalogEntry]:
    """The games that are to be proven: those that are named, or all that folders have, and have rules."""
    if names:
        found = [find_game(slug, folders) for slug in dict.fromkeys(names)]
    else:
        found = [entry for entry in all_games(folders) if entry.origin == "folder"]
        if not found:
            hint = "pnp prove mygame, or pnp prove --games FOLDER"
            raise UsageError.single(
                Span("GAME"), "found no games here; name a game or a folder of games", hint, "no-game"
            )
    without = [entry.slug for entry in found if not entry.rules]
    if without and (names or len(without) == len(found)):
        hint = "write rules.py (docs/rules.md); pnp check needs no rules"
        raise UsageError.single(Span(without[0]), "the game has no rules to check", hint, "no-rules")
    for slug in without:
        print(f"{slug}: not checked, because it has no rules", file=sys.stderr)
    return [entry for entry in found if entry.rules]


def _print_load_faults(entry: CatalogEntry, fault: Exception) -> None:
    """The faults of a game that cannot be loaded; the others are proven all the same."""
    assert isinstance(fault, InputError)
    print_faults(fold_faces(fault.report.by_place()))
    print(f"{entry.slug}: not checked, because it cannot be loaded", file=sys.stderr)


def _prove(entry: CatalogEntry, number: int, players: list[int], only: str) -> list[Verdict]:
    from pnp.conformance.proof import prove as hold_all
    from pnp.conformance.proof import subject_of

    subject = subject_of(entry, number, players)
    fewest, most = subject.game.players
    for seats in players:
        if not fewest <= seats <= most:
            raise UsageError.single(
                Span("--players"), f"expected {fewest} to {most} seats for {entry.slug}, got {seats}", code="players"
            )
    found: list[Verdict] = []
    with progress() as report:
        total = (len(subject.cases) * _count()) + 2
        for verdict in hold_all(subject, only):
            found.append(verdict)
            report(f"checking {entry.slug}", len(found), total)
    return found


def _count() -> int:
    from pnp.conformance.promises import PROMISES

    return len(PROMISES)


def _write_records(slug: str, verdicts: Sequence[Verdict], folder: Path) -> dict[str, Path]:
    """The table of each broken promise, up to the line that shows it, by promise."""
    files: dict[str, Path] = {}
    for verdict in verdicts:
        if verdict.record and verdict.promise not in files:
            files[verdict.promise] = folder / f"{slug}-{verdict.promise.replace('_', '-')}.record"
            write_file(files[verdict.promise], verdict.record)
    return files


def _print_verdicts(slug: str, verdicts: list[Verdict], again: str, files: dict[str, Path]) -> None:
    """Promises in order, each once; a broken one with the first table that shows it."""
    ink, printed = Ink(), dict[str, str]()
    kept = broken = 0
    for promise in dict.fromkeys(verdict.promise for verdict in verdicts):
        mine = [verdict for verdict in verdicts if verdict.promise == promise]
        words = promise.replace("_", " ")
        first = next((verdict for verdict in mine if verdict.state == "broken"), None)
        looks = sum(verdict.checks for verdict in mine)
        if first is not None:
            broken += 1
            ink.print([[("illegal", "FAILED"), ("", f"  {words}")]])
            same = printed.setdefault(first.words, words)
            _print_fault(first, "" if same == words else same)
            players = f"--players {first.players}" if first.players else ""
            print(f'        reproduce: {" ".join(filter(None, ["pnp prove", slug, again, players]))} -k "{words}"')
            if promise in files:
                print(f"        record: {files[promise]}")
        elif looks:
            kept += 1
            ink.print([[("legal", "passed"), ("", f"  {words} ({looks:,} check{'s' if looks > 1 else ''})")]])
        else:
            print(f"–       {words}: {mine[0].words}")
    seats = ", ".join(dict.fromkeys(verdict.case.rpartition("-")[2] for verdict in verdicts if "-" in verdict.case))
    counts = f"{slug}: {kept} passed, {broken} failed"
    ink.print([[("illegal" if broken else "legal", counts), ("", f"; {seats or 'no'} seats")]])


def _print_fault(verdict: Verdict, above: str) -> None:
    """What was found, unless it was printed above already, and where."""
    if above:
        print(f"        same failure as above: {above}")
        return
    for line in (*verdict.words.splitlines(), *([verdict.at] if verdict.at else [])):
        print(wrap(line, "        ", "        ", has_paths=True))


def _print_no_promise(only: str, folders: list[str]) -> None:
    from pnp.conformance.promises import PROMISES, WHOLE

    if any(entry.slug == only for entry in all_games(folders, with_gallery=True)):
        hint = f"it is the name of a game: pnp prove {only}"
    else:
        hint = f"pnp prove GAME lists all {len(PROMISES) + len(WHOLE)}"
    print(f"pnp: no property has the words “{only}” ({hint})", file=sys.stderr)
