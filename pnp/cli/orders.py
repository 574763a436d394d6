"""What commands with many options are asked for. In: the command line. Out: structs whose fields are the options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from pnp.cli import completing
from pnp.cli.arguments import BotOption, ClockOption, GameName, Games, Json, Lang, RecordLang


class ExportOrder(Struct, frozen=True):
    """What is to be exported, and where to."""

    game: GameName
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="lists: csv, json, md, xlsx; rules (accessible HTML); "
            "pictures: html (a gallery), tts, pcio, cockatrice",
            autocompletion=completing.words("csv", "json", "md", "xlsx", "rules", "html", "tts", "pcio", "cockatrice"),
        ),
    ]
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="PATH", help="output file, or - (for tts, pcio and cockatrice: output folder)"
        ),
    ] = None
    lang: Lang = ""
    rows: Annotated[str, typer.Option("--list", help="what to list in a csv: cards, constants, options or rules")] = (
        "cards"
    )
    theme: Annotated[
        str,
        typer.Option(
            "--theme", help="theme of the pictures (default: the game's first)", autocompletion=completing.themes
        ),
    ] = ""
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            help="pictures of only these components, such as tiles,rules",
            autocompletion=completing.components,
        ),
    ] = None
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="address where tts, pcio and cockatrice find the pictures")
    ] = ""
    force: Annotated[bool, typer.Option("--force", help="overwrite existing files that differ")] = False
    json: Json = False
    games: Games = None


class HostOrder(Struct, frozen=True):
    """How a table is to be hosted."""

    port: Annotated[
        int, typer.Option("--port", help="port (default: the last one used, or any free port)", max=65535)
    ] = 0
    address: Annotated[str, typer.Option("--address", help="address that phones use (default: detected)")] = ""
    local: Annotated[bool, typer.Option("--local", help="listen on this machine only")] = False
    json: Json = False
    no_open: Annotated[bool, typer.Option("--no-open", help="do not open a browser")] = False
    new_key: Annotated[
        list[str] | None,
        typer.Option("--new-key", metavar="SEAT", help="give this seat a new address, for a lost phone"),
    ] = None
    bot: BotOption = None
    clock: ClockOption = ""
    hints: Annotated[bool, typer.Option("--hints", help="allow seats to ask for hints; all screens show who did")] = (
        False
    )
    lang: RecordLang = ""
    games: Games = None
