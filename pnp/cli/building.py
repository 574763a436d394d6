"""What `pnp build` does when all that was asked is clear. In: games to print, an order. Out: their builds; lines for
people, values for programs.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from msgspec import to_builtins
from msgspec.structs import replace

from pnp.base.diagnostics import LOST, InputError, fold_faces
from pnp.base.places import shown_path
from pnp.base.watching import FileWatch
from pnp.catalog import CatalogEntry, book_of
from pnp.checking.fault_values import fault_values
from pnp.cli.arguments import columns, print_json, with_own_deck
from pnp.cli.progress import progress
from pnp.cli.terminal.ink import print_faults
from pnp.export.cache.build_cache import BuildCache
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.building import BuildResult, Forecast, build_game
from pnp.export.order.last_print import note_print
from pnp.export.order.order import PrintOrder
from pnp.library.card import CardBook, for_players
from pnp.library.words import BOTH


class PrintSet:
    """A game to print: with a deck of one's own, if there is one, and for as many as play (0: the most who may)."""

    def __init__(self, entry: CatalogEntry, deck: Path | None, players: int) -> None:
        self.entry = entry
        self.deck = deck
        self.players = players

    def book(self, is_kept: bool = True) -> CardBook:
        """Its cards, read now; is_kept: for the next command, too."""
        book = with_own_deck(book_of(self.entry, is_kept), self.deck)
        return for_players(book, self.players) if self.players else book


def build_all(sets: Sequence[PrintSet], order: PrintOrder, json: bool) -> None:
    """Build each game and print what was made."""
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


def watch_build(one: PrintSet, order: PrintOrder) -> None:
    """Build the game now and whenever one of its files, or the deck's, changes, until Ctrl-C.

    Whatever the files hold, the watch goes on: faults are reported, the last good build stays as it is; what changes
    while a build runs is built next.
    """
    gc.enable()  # the console script switches it off, for commands that end soon
    entry, cache = one.entry, BuildCache(stays=True)
    base = [entry.base.cards] if entry.base is not None else []
    deck = [str(one.deck)] if one.deck else []
    try:
        files = FileWatch([entry.cards, *base, *entry.layout_folders, DiskShelf().stock, *deck])
        _build_now(one, order, cache)
        gc.freeze()  # what the first build made mostly stays
        print("watching; Ctrl-C ends it", flush=True)
        for changed in files.changes():
            names = [os.path.basename(path) for path in changed]
            print(f"{', '.join(names[:3])}{' …' if len(names) > 3 else ''} changed", flush=True)
            _build_now(one, order, cache)
    except KeyboardInterrupt:
        print("\nstopped watching")


def _build_now(one: PrintSet, order: PrintOrder, cache: BuildCache) -> None:
    began = perf_counter()
    try:
        product = _build(one.entry, one.book(is_kept=False), order, cache)
        print("\n".join(product_lines(product, perf_counter() - began)), flush=True)
    except InputError as fault:
        print_faults(fold_faces(fault.report.by_place()))


def _build(entry: CatalogEntry, book: CardBook, order: PrintOrder, cache: BuildCache) -> BuildResult:
    """Build one game. With a deck of one's own and no components asked for, only that deck is printed."""
    if order.mark and not order.only and book.own_deck is not None:
        order = replace(order, only=book.own_deck_components)
    make = build_game
    if order.service:
        from pnp.export.services.print_service import build_for_service, foreseen

        make = build_for_service
        print_faults(foreseen(order))
    product = make(entry, book, order, cache)
    if not entry.card_folder().sheets:
        return product
    from pnp.conformance.unread_columns import lost_columns

    return replace(product, warnings=[*lost_columns(entry), *product.warnings])


def product_values(product: BuildResult) -> dict[str, object]:
    """What was made, for programs; the manifest holds more."""
    manifest = product.manifest
    about = {name: getattr(manifest, name) for name in ("game", "title", "paper", "lang", "theme")}
    warnings = [fault_values(item) for item in product.warnings]
    files = to_builtins(manifest.files)
    if product.forecast is not None:
        about |= {"forecast": to_builtins(product.forecast)}
    if product.plan:
        about |= {"plan": product.plan}
        files = [{name: value for name, value in file.items() if name not in _UNPAINTED} for file in files]
    made = {"folder": product.folder, "manifest": product.manifest_path, "pieces": product.pieces}
    return {**about, **made, "files": files, "warnings": warnings}


_UNPAINTED = ("bytes", "sha256")  # what files lack that were only planned


def product_lines(product: BuildResult, seconds: float) -> list[str]:
    """What was made, as lines."""

    manifest = product.manifest
    rows = [["", "file", "pages", "faces", "size"]]
    pngs = [file for file in manifest.files if file.kind == "png"]
    for file in manifest.files:
        if file.kind != "png":
            rows.append(["", file.file, f"{file.pages:5}", f"{file.faces:5}", _size(file.bytes)])
    if pngs:
        total = _size(sum(file.bytes for file in pngs))
        rows.append(["", f"png{os.sep}", "", f"{len(pngs):5}", total])
    if product.plan:
        rows = [row[:-1] for row in rows]  # what was not painted has no size
    many = "1 piece" if product.pieces == 1 else f"{product.pieces} pieces"
    head = f"{manifest.title}: {many} on {manifest.paper}, {manifest.lang}, {manifest.theme}, in {seconds:.2f} s"
    lines = [head, *columns(rows)]
    if product.forecast is not None:
        lines = [head.replace(f", in {seconds:.2f} s", ""), *_forecast_lines(product.forecast)]
    if product.plan:
        lines += ["", *product.plan.splitlines(), "nothing was written (--forecast)"]
    of_layouts = [item for item in product.warnings if not item.span.file.startswith("--") and item.code not in LOST]
    for item in product.warnings:
        if manifest.sheets.get("service") or item not in of_layouts:  # not only pnp check says these
            print_faults([item])
    if manifest.update is not None:
        lines += [f"  remove {removal.describe()}" for removal in product.removed] or ["  nothing to remove"]
    if product.leaves and product.forecast is None:
        lines.append(f"  {_paper(product)}")
    if of_layouts:
        many = f"{len(of_layouts)} warning{'s' if len(of_layouts) > 1 else ''}"
        both = f" --lang {manifest.lang}" if BOTH in manifest.lang else ""
        lines.append(f"  {many}: pnp check {manifest.game}{both}")
    return lines if product.forecast is not None or product.plan else [*lines, shown_path(product.manifest_path)]


def _forecast_lines(found: Forecast) -> list[str]:
    """What a print takes, and what would take less."""
    leaves = f"  paper  {_many(found.leaves, 'sheet', 'sheets')}, {_many(found.sides, 'printed side', 'printed sides')}"
    cuts = [f"{_many(found.cuts, 'straight cut', 'straight cuts')}, one sheet at a time"] if found.cuts else []
    cuts += [f"{_many(found.outlines, 'piece', 'pieces')} cut out by hand"] if found.outlines else []
    lines = [leaves, f"  cuts   {', '.join(cuts) or 'none of cards and chits'}"]
    lines.append(
        f"  ink    {found.ink:.0%} of a side on average; in total as much as {found.black_sides:.1f} black sides"
    )
    return [*lines, *(f"  tip    {line}" for line in found.advice), "nothing was written (--forecast)"]


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _paper(product: BuildResult) -> str:
    """How much paper the set takes, and what shares it."""
    leaves = "1 sheet of paper" if product.leaves == 1 else f"{product.leaves} sheets of paper"
    if not product.saved:
        return leaves
    return f"{leaves}, {product.saved} fewer because components share sheets (--no-share): {'; '.join(product.shared)}"


def _size(count: int) -> str:
    return f"{count / 1000:6.0f} kB" if count < 10_000_000 else f"{count / 1_000_000:6.1f} MB"
