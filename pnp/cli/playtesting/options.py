"""Parameters that the commands of `pnp playtest` share. In: the command line. Out: typed values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from pnp.base.diagnostics import Span, UsageError
from pnp.cli.arguments import GameName, Games

MOST_GAMES, MOST_SEATS, MOST_WORKERS = 1_000_000_000, 100, 1000  # what is more was not meant


def filled(context: typer.Context, param: typer.CallbackParam, value: str) -> str:
    """Return the value; UsageError for one that is given and empty, such as a variable that a script did not fill."""
    source = context.get_parameter_source(str(param.name))
    if value == "" and source is not None and source.name == "COMMANDLINE":
        name = param.opts[0]
        place = Span(name if name.startswith("-") else name.upper())
        raise UsageError.single(place, "expected a value, got nothing", "add a value, or remove the option", "empty")
    return value


def text(name: str, help: str, **more: Any) -> Any:
    """An option whose value may not be empty."""
    return typer.Option(name, help=help, callback=filled, **more)


class Chosen(Struct, frozen=True):
    """Which games are played."""

    game: GameName
    number: Annotated[
        int | None,
        typer.Option("-n", "--number", min=1, max=MOST_GAMES, help="number of games (default: 1000; endless: 200)"),
    ] = None
    players: Annotated[
        int | None,
        typer.Option(
            "--players", min=1, max=MOST_SEATS, help="number of seats (default: the game's minimum; endless: all)"
        ),
    ] = None
    seed: Annotated[int, typer.Option("--seed", min=0, help="random seed of the first game; each next game adds 1")] = 0
    option: Annotated[list[str] | None, typer.Option("--option", help="an option of the game: name=value")] = None
    records: Annotated[Path | None, typer.Option("--records", help="write a record of every game into this folder")] = (
        None
    )
    games: Games = None


class Batch(Chosen, frozen=True):
    """Which games are played, by whom and where."""

    bots: Annotated[str, text("--bots", "names of the bots: A,B; they rotate over the seats")] = "random"
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, max=MOST_WORKERS, help="number of processes (default: all processors)"),
    ] = None
    cluster: Annotated[str, text("--cluster", "run on this Dask scheduler: tcp://host:8786")] = ""
    until: Annotated[str, text("--until", "stop when a metric is known to ± this: 1.5, moves=0.5")] = ""
    resume: Annotated[str, text("--resume", "save progress in this file, and continue from it", metavar="FILE")] = ""


class ReportFiles(Struct, frozen=True):
    """Files to write, and whether files of others may be overwritten."""

    json: Annotated[str, text("--json", "write the report as JSON; - prints it", metavar="FILE")] = ""
    html: Annotated[Path | None, typer.Option("--html", help="write the report as an HTML page")] = None
    force: Annotated[bool, typer.Option("--force", help="overwrite files that pnp playtest did not create")] = False
