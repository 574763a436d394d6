"""`pnp prove`: checks the promises that every game keeps. In: a game. Out: a line for each; exit code 0 or 1.

Invariant: needs nothing that is not installed with pnp; a broken promise is shown with its table and line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.ui.cli.arguments import Games, Json, print_json, wrap

if TYPE_CHECKING:
    from pnp.catalog import CatalogEntry
    from pnp.conformance.proof import Verdict

Names = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="short names; those in --games unless said")]
Seeds = Annotated[int, typer.Option("-n", "--number", min=1, help="games for each number of seats and kind of table")]
Players = Annotated[list[int] | None, typer.Option("--players", help="seats; the fewest and the most unless said")]
Words = Annotated[str, typer.Option("-k", metavar="WORDS", help="only promises with these words: -k “rule”, -k retold")]


def prove(
    game: Names = None,
    number: Seeds = 3,
    players: Players = None,
    only: Words = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Hold the promises every game keeps against a game: cards, records, secrets, rule ids, prompts, words.

    Bots play it at digital and at physical tables. The first fault of each promise is told, with its line.
    """
    import gc

    gc.enable()  # a long run, unlike other commands
    verdicts: list[Verdict] = []
    for entry in _entries(game or [], games or []):
        verdicts += _prove(entry, number, players or [], only, json)
    broken = sum(verdict.state == "broken" for verdict in verdicts)
    if json:
        print_json(verdicts)
    elif not verdicts:
        _no_promise(only)
    if broken or not verdicts:
        raise typer.Exit(1)


def _entries(names: list[str], folders: Iterable[object]) -> list[CatalogEntry]:
    from pnp.base.diagnostics import Span, UsageError
    from pnp.catalog import all_games, find_game

    named: list[str] = [str(folder) for folder in folders]
    if names:
        return [find_game(slug, named) for slug in dict.fromkeys(names)]
    if not named:
        hint = "pnp prove mygame --games ."
        raise UsageError.single(Span("GAME"), "name a game, or a folder of games with --games", hint, "no-game")
    return [entry for entry in all_games(named) if entry.origin == "folder"]


def _prove(entry: CatalogEntry, number: int, players: list[int], only: str, json: bool) -> list[Verdict]:
    from pnp.base.diagnostics import Span, UsageError
    from pnp.conformance.proof import prove as hold_all
    from pnp.conformance.proof import subject_of
    from pnp.ui.progress import progress

    subject = subject_of(entry, number, players)
    fewest, most = subject.game.players
    for seats in players:
        if not fewest <= seats <= most:
            raise UsageError.single(Span("--players"), f"{entry.slug} is for {fewest} to {most} seats", code="players")
    found: list[Verdict] = []
    with progress() as report:
        total = (len(subject.cases) * _count()) + 2
        for verdict in hold_all(subject, only):
            found.append(verdict)
            report(f"proving {entry.slug}", len(found), total)
    if not json and found:
        _print_verdicts(entry.slug, found)
    return found


def _count() -> int:
    from pnp.conformance.promises import PROMISES

    return len(PROMISES)


def _print_verdicts(slug: str, verdicts: list[Verdict]) -> None:
    """Promises in order, each once; a broken one with the first table that shows it."""
    printed: set[str] = set()
    for promise in dict.fromkeys(verdict.promise for verdict in verdicts):
        mine = [verdict for verdict in verdicts if verdict.promise == promise]
        words = promise.replace("_", " ")
        broken = next((verdict for verdict in mine if verdict.state == "broken"), None)
        looks = sum(verdict.checks for verdict in mine)
        if broken is not None:
            print(f"BROKEN  {words}{': as above' if broken.words in printed else ''}")
            for line in () if broken.words in printed else broken.words.splitlines():
                print(wrap(line, "        ", "        "))
            printed.add(broken.words)
        elif looks:
            print(f"kept    {words} ({looks:,} looks)")
        else:
            print(f"–       {words}: {mine[0].words}")
    states = [verdict.state for verdict in verdicts]
    seats = ", ".join(dict.fromkeys(verdict.case.rpartition("-")[2] for verdict in verdicts if "-" in verdict.case))
    kept, broken_ones = states.count("kept"), states.count("broken")
    print(f"{slug}: {kept} kept, {broken_ones} broken; {seats or 'no'} seats")


def _no_promise(only: str) -> None:
    import sys

    print(f"pnp: no promise has the words “{only}”; pnp prove GAME lists all", file=sys.stderr)
