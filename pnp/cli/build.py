"""`pnp build`. In: games and how to print them. Out: PDFs, PNGs and a manifest; a table of what was made."""

from __future__ import annotations

from typing import Annotated

import typer
from msgspec.structs import replace

from pnp.base.units import parse_length
from pnp.catalog import find_game
from pnp.cli import completing
from pnp.cli.arguments import Games, Json, OwnDeckFile
from pnp.cli.parameters import Completions, Readers, options_of
from pnp.export.order.order import PrintOrder, contradictions

Names = Annotated[
    list[str],
    typer.Argument(metavar="GAME…", help="short names of games (see pnp list)", autocompletion=completing.games),
]
Players = Annotated[
    int,
    typer.Option("--players", min=0, max=99, help="per-player components for N players (default: the maximum)"),
]
Watch = Annotated[bool, typer.Option("--watch", help="build again whenever a file of the game changes, until Ctrl-C")]


def _slots(text: str) -> tuple[int, ...]:
    """The numbers of slots: `1,5-8`."""
    found: set[int] = set()
    for part in text.split(",") if text.strip() else ():
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.strip().isascii() and end.strip().isdigit() and len(end) < 5 for end in ends):
            raise typer.BadParameter(f"expected slots such as 1,5-8, got “{part.strip()}”", param_hint="--skip")
        begin, stop = (int(end) for end in ends)
        if not 1 <= begin <= stop:
            raise typer.BadParameter(
                "slots are numbered from 1; a range begins with the smaller number", param_hint="--skip"
            )
        found.update(range(begin, stop + 1))
    return tuple(sorted(found))


def _gutter(text: str) -> float | None:
    """The gutter in mm; None for that of `sheets.yaml`, negative for as wide as fits."""
    if text in ("", "auto"):
        return -1.0 if text else None
    try:
        width = parse_length(text)
    except ValueError as fault:
        raise typer.BadParameter(str(fault), param_hint="--gutter") from None
    if not 0 <= width <= 50:
        raise typer.BadParameter(f"expected 0 to 50 mm, got {text}", param_hint="--gutter")
    return width


# How options are completed and read, by the fields of PrintOrder.
COMPLETED: Completions = {
    "paper": completing.papers,
    "lang": completing.languages,
    "theme": completing.themes,
    "backs": completing.themes,
    "only": completing.components,
    "cards": completing.chosen_cards,
    "since": completing.words("last"),
    "cut": completing.words("svg", "dxf"),
}
READ: Readers = {"gutter": _gutter, "skip": _slots}


@options_of(COMPLETED, READ)
def build(
    names: Names,
    order: PrintOrder,
    deck: OwnDeckFile = None,
    players: Players = 0,
    watch: Watch = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Write print-ready PDFs (and PNGs) of games."""
    order = replace(order, mark=deck.stem if deck else "")
    for option, why in contradictions(order, len(set(names))):
        raise typer.BadParameter(why, param_hint=option)
    from pnp.cli.building import PrintSet, build_all, watch_build

    # All games are found and read before the first is built: a misspelt second name must not come after a long wait.
    sets = [PrintSet(find_game(name, games or ()), deck, players) for name in dict.fromkeys(names)]
    if watch and json:
        raise typer.BadParameter("--watch and --json are mutually exclusive", param_hint="--json")
    if watch and order.forecast:
        raise typer.BadParameter("--watch and --forecast are mutually exclusive", param_hint="--forecast")
    if watch and len(sets) > 1:
        raise typer.BadParameter("--watch works with one game at a time", param_hint="--watch")
    if watch:
        watch_build(sets[0], order)
    else:
        build_all(sets, order, json)
