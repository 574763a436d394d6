"""`pnp build`. In: games and how to print them. Out: PDFs, PNGs and a manifest; a table of what was made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from pnp.cli import completing
from pnp.cli.arguments import Games, Json, OwnDeckFile, print_json, with_own_deck
from pnp.cli.build_lines import product_lines, product_values
from pnp.cli.parameters import Completions, Readers, options_of
from pnp.export.order.order import PrintOrder, contradictions

if TYPE_CHECKING:
    from pnp.catalog import CatalogEntry
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.order.building import BuildResult
    from pnp.library.card import CardBook


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
    from pnp.base.units import parse_length

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
    from pnp.catalog import find_game

    order = replace(order, mark=deck.stem if deck else "")
    for option, why in contradictions(order, len(set(names))):
        raise typer.BadParameter(why, param_hint=option)
    # All games are found and read before the first is built: a misspelt second name must not come after a long wait.
    sets = [PrintSet(find_game(name, games or ()), deck, players) for name in dict.fromkeys(names)]
    if watch and json:
        raise typer.BadParameter("--watch and --json are mutually exclusive", param_hint="--json")
    if watch and order.forecast:
        raise typer.BadParameter("--watch and --forecast are mutually exclusive", param_hint="--forecast")
    if watch and len(sets) > 1:
        raise typer.BadParameter("--watch works with one game at a time", param_hint="--watch")
    if watch:
        _watch(sets[0], order)
    else:
        _build_all(sets, order, json)


class PrintSet:
    """A game to print: with a deck of one's own, if there is one, and for as many as play (0: the most who may)."""

    def __init__(self, entry: CatalogEntry, deck: Path | None, players: int) -> None:
        self.entry = entry
        self.deck = deck
        self.players = players

    def book(self, is_kept: bool = True) -> CardBook:
        """Its cards, read now; is_kept: for the next command, too."""
        from pnp.catalog import book_of
        from pnp.library.card import for_players

        book = with_own_deck(book_of(self.entry, is_kept), self.deck)
        return for_players(book, self.players) if self.players else book


def _build_all(sets: Sequence[PrintSet], order: PrintOrder, json: bool) -> None:
    """Build each game and print what was made."""
    from pnp.cli.progress import progress
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.order.last_print import note_print

    books = [one.book() for one in sets]
    products: list[BuildResult] = []
    for one, book in zip(sets, books, strict=True):
        began = perf_counter()
        with progress() as on_progress:
            products.append(_build(one.entry, book, order, BuildCache(on_progress)))
        if not order.forecast:
            note_print(order, products[-1].manifest, products[-1].faces)
        if not json:
            print("\n" * (len(products) > 1) + "\n".join(product_lines(products[-1], perf_counter() - began)))
    if json:
        print_json([product_values(product) for product in products])


def _watch(one: PrintSet, order: PrintOrder) -> None:
    """Build the game now and whenever one of its files, or the deck's, changes."""
    from pnp.cli.watch import watch
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.disk_shelf import DiskShelf

    cache = BuildCache(stays=True)

    def once() -> str:
        began = perf_counter()
        product = _build(one.entry, one.book(is_kept=False), order, cache)
        return "\n".join(product_lines(product, perf_counter() - began))

    entry = one.entry
    base = [entry.base.cards] if entry.base is not None else []
    folders = [entry.cards, *base, *entry.layout_folders, DiskShelf().stock]
    watch([*folders, str(one.deck)] if one.deck else folders, once)


def _build(entry: CatalogEntry, book: CardBook, order: PrintOrder, cache: BuildCache) -> BuildResult:
    """Build one game. With a deck of one's own and no components asked for, only that deck is printed."""
    if order.mark and not order.only and book.own_deck is not None:
        order = replace(order, only=book.own_deck_components)
    if order.service:
        from pnp.cli.terminal.ink import print_faults
        from pnp.export.services.print_service import build_for_service as make
        from pnp.export.services.print_service import foreseen

        print_faults(foreseen(order))
    else:
        from pnp.export.order.building import build_game as make

    product = make(entry, book, order, cache)
    if not entry.card_folder().sheets:
        return product
    from pnp.conformance.unread_columns import lost_columns

    return replace(product, warnings=[*lost_columns(entry), *product.warnings])
