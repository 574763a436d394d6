"""`pnp referee host`: a table for everybody's phones. In: a record, or a game. Out: addresses, until it is stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import Span, UsageError
from pnp.catalog import all_games
from pnp.cli.orders import HostOrder
from pnp.cli.parameters import with_fields
from pnp.cli.referee.open_record import folder_of_game

Source = Annotated[Path, typer.Argument(metavar="FILE|GAME", help="a record, or a game for a new table")]


@with_fields
def host(source: Source, order: HostOrder) -> None:
    """Open the table to phones and a big screen in this network. Ctrl-C closes it; the record is kept."""
    if order.local and order.address:
        raise UsageError.single(Span("--local"), "--local and --address are mutually exclusive", "remove one", "local")
    from pnp.cli.referee.hosting import Hosting, host_game, host_record

    # A game's own folder may be in the current one, so a folder of that name is no record.
    known = all_games(order.games or (), with_gallery=True)
    if not source.is_file() and any(entry.slug == str(source) for entry in known):
        Hosting(order, *host_game(str(source), order)).run()
    else:
        Hosting(order, *host_record(source, order)).run(str(folder_of_game(source)))
