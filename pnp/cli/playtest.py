"""`pnp playtest`: bots play thousands of games. In: a game and a number. Out: a report; records when asked for.

Invariant: the report does not depend on who played or how fast; that is shown on the terminal only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.arguments import Games
from pnp.cli.parameters import with_fields
from pnp.cli.playtesting.options import MOST_SEATS, Batch, Chosen, ReportFiles, filled, text

TARGETS = "fail (exit code 1) unless metrics are in range: first=48..52,moves=40..60"


@with_fields
def play(batch: Batch, files: ReportFiles, targets: Annotated[str, text("--targets", TARGETS)] = "") -> None:
    """Play many games with bots and report wins, endings, length, scores and cards, with 95 % intervals.

    The same seed gives the same report on any number of workers. Ctrl-C stops and reports the games played so far.
    """
    from pnp.cli.playtesting.plain import play_plain

    _end(play_plain(batch, files, targets))


@with_fields
def vary(
    batch: Batch,
    files: ReportFiles,
    changes: Annotated[
        list[str], typer.Argument(metavar="FIELD=VALUES…", help="tiles.ukko.value=5..9 constants.hand_size=4,6")
    ],
) -> None:
    """Compare other values of cards and constants with the current ones, on the same deals."""
    from pnp.cli.playtesting.vary import play_varied

    _end(play_varied(batch, files, changes))


@with_fields
def without(
    batch: Batch,
    files: ReportFiles,
    card: Annotated[
        str, typer.Argument(metavar="CARD", callback=filled, help="card that one of two bots may not use: tiles.louhi")
    ],
) -> None:
    """Estimate a card's strength by playing without it."""
    from pnp.cli.playtesting.without import play_without

    _end(play_without(batch, files, card))


@with_fields
def tournament(batch: Batch, files: ReportFiles) -> None:
    """Rate bots by a round robin: each pair of --bots random,greedy,mcts:100 plays every deal twice."""
    from pnp.cli.playtesting.tournament import play_tournament

    _end(play_tournament(batch, files))


@with_fields
def endless(chosen: Chosen, files: ReportFiles) -> None:
    """Search for endless games and dead ends, with players that stall.

    The record of every finding is written into endless-GAME, or the folder of --records.
    """
    from pnp.cli.playtesting.endless import search_as_asked

    _end(search_as_asked(chosen, files))


@with_fields
def compare(
    files: ReportFiles,
    first: Annotated[Path, typer.Argument(metavar="A", help="a report of pnp playtest GAME --json")],
    second: Annotated[Path, typer.Argument(metavar="B", help="another one")],
) -> None:
    """Compare two JSON reports: second minus first, with intervals. Plays no games."""
    from pnp.cli.playtesting.asked import check_files
    from pnp.cli.playtesting.compare import print_comparison

    check_files(files, read=(first, second))
    print_comparison((first, second), files.json, files.html)


@with_fields
def records(
    places: Annotated[list[Path], typer.Argument(metavar="FOLDER…", help="folders of records, or single records")],
    files: ReportFiles,
    game: Annotated[str, text("--game", "only records of this game", autocompletion=completing.games)] = "",
    players: Annotated[
        int | None, typer.Option("--players", min=1, max=MOST_SEATS, help="only games with so many seats")
    ] = None,
    games: Games = None,
) -> None:
    """Report on records of games that people played. Plays no games."""
    from pnp.cli.playtesting.asked import check_files
    from pnp.cli.playtesting.from_records import report_records

    check_files(files)
    report_records(places, game, players, games, files.json, files.html)


def _end(code: int) -> None:
    if code:
        raise typer.Exit(code)
