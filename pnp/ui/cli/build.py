"""`pnp build`. In: games and how to print them. Out: PDFs, PNGs and a manifest; a table of what was made."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.ui.cli import completing
from pnp.ui.cli.arguments import Games, Json, Lang, OwnDeckFile, print_json, with_own_deck
from pnp.ui.cli.build_lines import product_lines, product_values

if TYPE_CHECKING:
    from pnp.catalog import CatalogEntry
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.order.building import BuildResult
    from pnp.export.order.order import PrintOrder
    from pnp.library.card import CardBook


class Duplex(StrEnum):
    """How a back comes behind its face."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


class Side(StrEnum):
    """What is printed of two-sided sheets."""

    both = "both"
    front = "front"
    back = "back"


class Crop(StrEnum):
    """Where crop marks stand."""

    outer = "outer"
    full = "full"
    edge = "edge"
    none = "none"


class Bleed(StrEnum):
    """Where bleed is shown."""

    full = "full"
    outer = "outer"


class Boards(StrEnum):
    """How boards that are larger than the paper are made."""

    both = "both"
    tiles = "tiles"
    whole = "whole"


class Registration(StrEnum):
    """Marks for cutting plotters."""

    none = "none"
    silhouette = "silhouette"


class PdfX(StrEnum):
    """Norms of files for a press."""

    x4 = "x4"
    x1a = "x1a"


class ForService(StrEnum):
    """Card printers."""

    gamecrafter = "gamecrafter"
    makeplayingcards = "makeplayingcards"
    drivethrucards = "drivethrucards"


Names = Annotated[
    list[str],
    typer.Argument(metavar="GAME…", help="short names of games (see pnp list)", autocompletion=completing.games),
]
PaperName = Annotated[
    str,
    typer.Option(
        "--paper", help="a4, letter, a3, a5 …: a name in layouts/_stock/papers.yaml", autocompletion=completing.papers
    ),
]
Theme = Annotated[
    str,
    typer.Option(
        "--theme",
        help="theme of the game, such as colour, ink or accessible (default: its first)",
        autocompletion=completing.themes,
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        help="only these components, such as tiles,rules; may be repeated",
        autocompletion=completing.components,
    ),
]
Players = Annotated[
    int,
    typer.Option("--players", min=0, max=99, help="per-player components for N players (default: the maximum)"),
]
Copies = Annotated[int, typer.Option("--copies", min=1, max=99, help="print everything N times")]
Flip = Annotated[
    Duplex | None,
    typer.Option("--duplex", help="edge over which the printer flips the paper, or fold, or none: no backs"),
]
Sides = Annotated[Side, typer.Option("--side", help="print both sides, or only fronts or backs")]
Marks = Annotated[
    Crop | None, typer.Option("--crop", help="crop marks: outer, full (also between cards), edge (of the paper), none")
]
Bleeding = Annotated[
    Bleed | None, typer.Option("--bleed", help="full: around every card; outer: only around the block of cards")
]
Register = Annotated[
    Registration | None, typer.Option("--registration", help="marks for a cutting plotter: silhouette, none")
]
Cards = Annotated[
    str,
    typer.Option(
        "--cards",
        metavar="CHOICE",
        help="only these cards: ukko,KV3..KV9,type=action,'value>=5&copies=1',new",
        autocompletion=completing.chosen_cards,
    ),
]
Once = Annotated[bool, typer.Option("--once", help="one copy of each card")]
Skip = Annotated[str, typer.Option("--skip", metavar="SLOTS", help="slots to leave empty on every page: 1,5-8")]
Since = Annotated[
    str,
    typer.Option(
        "--since",
        metavar="MANIFEST",
        help="update pack: only what differs from the printed set of MANIFEST, or of the last print: last",
        autocompletion=completing.words("last"),
    ),
]
Blank = Annotated[int, typer.Option("--blank", min=0, max=999, help="only blank cards with backs, N for each deck")]
Draft = Annotated[bool, typer.Option("--draft", help="save ink in any theme: pale areas, dark letters")]
Backs = Annotated[
    str,
    typer.Option(
        "--backs",
        metavar="THEME",
        help="another theme for the backs of cards and chits, such as ink",
        autocompletion=completing.themes,
    ),
]
For = Annotated[
    ForService | None, typer.Option("--for", help="print service: write its pictures or PDFs, and a README")
]
FitIt = Annotated[bool, typer.Option("--fit", help="with --for: scale components that match no size of the service")]
Press = Annotated[
    str, typer.Option("--press", metavar="PROFILE", help="PDF/X for a print shop, in the inks of this ICC profile")
]
Norm = Annotated[PdfX | None, typer.Option("--pdfx", help="with --press: x4, or x1a (no transparency)")]
Ink = Annotated[int, typer.Option("--ink", min=0, max=400, help="with --press: maximum ink on one spot, in percent")]
PrinterName = Annotated[
    str, typer.Option("--printer", metavar="NAME", help="apply the readings of this printer (see pnp calibrate)")
]
Cut = Annotated[
    list[str] | None,
    typer.Option("--cut", help="also write cut lines: svg, dxf", autocompletion=completing.words("svg", "dxf")),
]
BoardsAs = Annotated[
    Boards, typer.Option("--board", help="boards larger than the paper: in tiles, in one piece, or both")
]
Gutter = Annotated[str, typer.Option("--gutter", help="gap between two cards: auto, 0, 3mm …")]
Share = Annotated[bool, typer.Option("--share/--no-share", help="components share sheets where that saves paper")]
Png = Annotated[bool, typer.Option("--png", help="also write one PNG per face")]
Dpi = Annotated[int, typer.Option("--dpi", min=36, max=1200, help="resolution of the PNGs")]
Codes = Annotated[bool, typer.Option("--codes", help="print each card's code on its face, for a camera")]
Trim = Annotated[bool, typer.Option("--trim", help="PNGs without bleed")]
Force = Annotated[
    bool, typer.Option("--force", help="overwrite files that pnp build did not write, or that changed since")
]
Forecasting = Annotated[
    bool,
    typer.Option("--forecast", help="write nothing: report how many sheets, how many cuts and how much ink it takes"),
]
Watch = Annotated[bool, typer.Option("--watch", help="build again whenever a file of the game changes, until Ctrl-C")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="where to create the game's folder")]


def build(
    names: Names,
    paper: PaperName = "a4",
    lang: Lang = "",
    theme: Theme = "",
    only: Only = None,
    cards: Cards = "",
    deck: OwnDeckFile = None,
    players: Players = 0,
    copies: Copies = 1,
    once: Once = False,
    duplex: Flip = None,
    side: Side = Side.both,
    crop: Marks = None,
    bleed: Bleeding = None,
    gutter: Gutter = "",
    skip: Skip = "",
    registration: Register = None,
    cut: Cut = None,
    board: BoardsAs = Boards.both,
    printer: PrinterName = "",
    since: Since = "",
    blank: Blank = 0,
    draft: Draft = False,
    backs: Backs = "",
    for_: For = None,
    fit: FitIt = False,
    press: Press = "",
    pdfx: Norm = None,
    ink: Ink = 0,
    share: Share = True,
    png: Png = False,
    dpi: Dpi = 300,
    trim: Trim = False,
    codes: Codes = False,
    force: Force = False,
    forecast: Forecasting = False,
    watch: Watch = False,
    json: Json = False,
    output: Output = Path("output"),
    games: Games = None,
) -> None:
    """Write print-ready PDFs (and PNGs) of games."""
    from pnp.catalog import find_game
    from pnp.export.order.order import PrintOrder, contradictions

    order = PrintOrder(
        paper=paper,
        lang=lang,
        theme=theme,
        only=_listed(only),
        cards=cards,
        copies=copies,
        once=once,
        duplex=duplex.value if duplex else "",
        side=side.value,
        crop=crop.value if crop else "",
        bleed=bleed.value if bleed else "",
        registration=registration.value if registration else "",
        gutter=_gutter(gutter),
        skip=_slots(skip),
        cut=_listed(cut),
        boards=board.value,
        printer=printer,
        since=since,
        blank=blank,
        draft=draft,
        backs=backs,
        force=force,
        forecast=forecast,
        service=for_.value if for_ else "",
        fit=fit,
        press=press,
        pdfx=pdfx.value if pdfx else "",
        ink=ink,
        share=share,
        png=png,
        dpi=dpi,
        trim=trim,
        codes=codes,
        folder=str(output),
        mark=deck.stem if deck else "",
    )
    for option, why in contradictions(order, len(set(names))):
        raise typer.BadParameter(why, param_hint=option)
    # All games are found and read before the first is built: a misspelt second name must not come after a long wait.
    sets = [PrintSet(find_game(name, games or ()), deck, players) for name in dict.fromkeys(names)]
    if watch and json:
        raise typer.BadParameter("--watch and --json are mutually exclusive", param_hint="--json")
    if watch and forecast:
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

    def book(self) -> CardBook:
        """Its cards, read now."""
        from pnp.catalog import book_of
        from pnp.library.players import for_players

        book = with_own_deck(book_of(self.entry), self.deck)
        return for_players(book, self.players) if self.players else book


def _build_all(sets: Sequence[PrintSet], order: PrintOrder, json: bool) -> None:
    """Build each game and print what was made."""
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.order.last_print import note_print
    from pnp.ui.progress import progress

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
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.disk_shelf import DiskShelf
    from pnp.ui.cli.watch import watch

    cache = BuildCache(stays=True)

    def once() -> str:
        began = perf_counter()
        return "\n".join(product_lines(_build(one.entry, one.book(), order, cache), perf_counter() - began))

    entry = one.entry
    base = [entry.base.cards] if entry.base is not None else []
    folders = [entry.cards, *base, *entry.layout_folders, DiskShelf().stock]
    watch([*folders, str(one.deck)] if one.deck else folders, once)


def _build(entry: CatalogEntry, book: CardBook, order: PrintOrder, cache: BuildCache) -> BuildResult:
    """Build one game. With a deck of one's own and no components asked for, only that deck is printed."""
    from msgspec.structs import replace

    from pnp.conformance.unread_columns import lost_columns

    if order.mark and not order.only and book.own_deck is not None:
        order = replace(order, only=book.own_deck_components)
    if order.service:
        from pnp.export.services.print_service import build_for_service as make
        from pnp.export.services.print_service import foreseen
        from pnp.ui.cli.terminal.ink import print_faults

        print_faults(foreseen(order))
    else:
        from pnp.export.order.building import build_game as make

    product = make(entry, book, order, cache)
    return replace(product, warnings=[*lost_columns(entry), *product.warnings])


def _listed(entries: Sequence[str] | None) -> tuple[str, ...]:
    """The words of an option that takes several, by commas or by being repeated."""
    return tuple(dict.fromkeys(part.strip() for entry in entries or () for part in entry.split(",") if part.strip()))


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
