"""`pnp studio`. In: a game. Out: the address of a page that shows its faces as they print, live, until Ctrl-C.

Invariant: nobody but who reads that address gets in, and of other machines nobody at all unless `--lan` lets them.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import json as codec

from pnp.base.diagnostics import InputError, Span
from pnp.catalog import find_game, game_here
from pnp.cli.arguments import Games

if TYPE_CHECKING:
    from pnp.studio.serving import Opened

GameName = Annotated[
    str, typer.Argument(metavar="[GAME]", help="short name of a game (default: the game in the current folder)")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="port (0: any free port)")]
JsonLine = Annotated[
    bool, typer.Option("--json", help="print one line of JSON: the address of the page, and of a stream of events")
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="do not open a browser")]
Lan = Annotated[bool, typer.Option("--lan", help="also accept other machines on this network")]


def studio(
    game: GameName = "",
    port: Port = 0,
    json: JsonLine = False,
    no_open: NoOpen = False,
    lan: Lan = False,
    games: Games = None,
) -> None:
    """Open a live page of a game you are making: its faces as they print, with their faults, updated on every save."""
    from pnp.cli.browser import open_browser
    from pnp.studio.serving import serve

    entry = find_game(game, games or ()) if game else game_here()
    if entry is None:
        hint = "name one: pnp studio GAME (see pnp list)"
        raise InputError.single(Span("."), "no game found in the current folder", hint, "unknown-game")
    gc.enable()  # the console script switches it off, for commands that end soon

    def started(opened: Opened) -> None:
        gc.freeze()  # what the first reading made mostly stays
        _announce(entry.slug, opened, json)
        if not (no_open or json):
            open_browser(opened.here)

    # Nor are the first faces looked through again and again for garbage: that would hold up saves.
    asyncio.run(serve(entry, port, lan, started, gc.freeze))


def _announce(slug: str, opened: Opened, json: bool) -> None:

    if json:
        print(codec.encode({"url": opened.page, "events": opened.events}).decode())
    else:
        print(f"{slug}: {opened.page}\nCtrl-C stops it; the address opens one page")
    sys.stdout.flush()
