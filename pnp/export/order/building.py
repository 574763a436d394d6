"""A build. In: a game's folders and card book, and a PrintOrder. Out: PDFs (PNGs if asked for) and a manifest in a
folder.

One PDF a component, and one with everything. The steps of an order: `resolve` finds what it names, `faces` composes,
paints and checks, `impose` lays on sheets, `build_files` makes documents, `delivery` writes. Invariant: nothing is
written before everything is made, so whatever goes wrong leaves the old build as it was.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.build_files import Forecast, Made, all_sheets, make_files, make_forecast
from pnp.export.order.delivery import deliver, folder_name, look_at_folder, part_name, safe_name
from pnp.export.order.faces import Faces, describe_press, for_draft, for_press, make_faces, read_press
from pnp.export.order.impose import PrintedComponent, count_leaves, for_printer, impose_all, share_paper
from pnp.export.order.last_print import LAST, last_print
from pnp.export.order.manifest import (
    NAME,
    MadeComponent,
    Manifest,
    dump_manifest,
    made_component,
    made_file,
    make_manifest,
)
from pnp.export.order.order import GameFolders, PrintOrder, printed_parts
from pnp.export.order.resolve import SheetPlan, resolve, resolve_sheets
from pnp.export.order.update import REMOVE, Removal, Update, made_update, plan_update
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, Portfolio, with_copies
from pnp.layout.sheets.grid import SheetStyle
from pnp.library.card import CardBook, Component, for_players
from pnp.library.words import localise

_SETTINGS = ("duplex", "side", "crop", "gutter", "margin", "bleed", "registration")


class BuildResult(Struct, frozen=True):
    """What was made, where, and how many pieces come out; `removed` is what an update takes out of the printed set.

    leaves: of paper, for the whole set; `saved`: because components share sheets; `shared`: these, in words
    forecast: of a build that was not written · faces: of the whole set, in plain inks.
    plan: what a card printer would be sent, of a build that was not written
    """

    folder: str
    manifest: Manifest
    pieces: int
    warnings: list[Diagnostic]
    removed: list[Removal] = []
    leaves: int = 0
    saved: int = 0
    shared: list[str] = []
    forecast: Forecast | None = None
    faces: Faces | None = None
    plan: str = ""

    @property
    def manifest_path(self) -> str:
        """The manifest's file."""
        return os.path.join(self.folder, NAME)


class PreparedBuild(Struct, frozen=True):
    """Everything composed, painted and on sheets, no document made yet."""

    plan: SheetPlan
    faces: Faces
    components: list[PrintedComponent]
    together: list[PrintedComponent]  # as the file with everything prints them
    whole: list[tuple[Component, list[ComponentPart]]]  # the set, of which an update prints only a part
    update: Update | None = None

    @property
    def resources(self) -> LayoutResources:
        """What the faces were composed with."""
        return self.faces.resources

    @property
    def portfolio(self) -> Portfolio:
        """The faces."""
        return self.faces.portfolio

    @property
    def style(self) -> SheetStyle:
        """How the sheets are laid out."""
        return self.plan.style

    @property
    def all_sheets(self) -> list[Sheet]:
        """All sheets of the file with everything."""
        return all_sheets(self.together)


def build_game(game: GameFolders, book: CardBook, order: PrintOrder, cache: BuildCache | None = None) -> BuildResult:
    """Make everything ordered; InputError reports every fault. A `cache` keeps what the next build can use again."""
    cache = cache or BuildCache()
    prepared = prepare_game(game, book, order, cache, are_frames=bool(order.press or order.draft))
    plan, faces, update = prepared.plan, prepared.faces, prepared.update
    resources, style = faces.resources, plan.style
    label = folder_name(style.paper.id, resources, plan.order)
    if update is not None:
        label = f"{label}-update-{update.base.digest}"
    whole = "" if order.only else f"{safe_name(book.slug)}-{label}"
    intent = read_press(order)
    if intent is not None:
        faces = for_press(faces, intent, cache)
    if order.draft:
        faces = for_draft(faces, cache)
    made = make_files(faces, prepared.components, plan, cache, whole, intent, prepared.together)
    cache.save()
    if update is not None:
        made.append(made_file(REMOVE, "txt", [], 1, 0, update.words(localise(book.title, resources.lang)).encode()))
    sheets = {name: getattr(style, name) for name in _SETTINGS} | {"skip": list(style.skip)} | describe_press(intent)
    files = [file for file, _ in made]
    backs = plan.order.backs if plan.order.backs != resources.theme.name else ""
    part = "" if update is not None else part_name(resources.book, order)
    manifest = make_manifest(
        resources, style.paper.id, sheets, _whole_set(prepared), files, made_update(update), part, backs
    )
    folder = build_folder(order, label, manifest)
    if not order.forecast:
        deliver_build(order, label, manifest, made)
    pieces = sum(part.copies for one in prepared.components for part in one.parts)
    warnings = faces.portfolio.report.warnings
    removed = update.removed if update is not None else []
    leaves, apart = (
        count_leaves(all_sheets(components), style) for components in (prepared.together, prepared.components)
    )
    own = {one.title for one in prepared.components}
    shared = [one.title for one in prepared.together if one.title not in own]
    forecast = None
    if order.forecast:
        fewer = leaves_for_fewer(game, book, order, cache)
        forecast = make_forecast(faces, prepared.together, style, order, made, leaves, fewer)
    if order.only:  # there is no file with everything
        return BuildResult(folder, manifest, pieces, warnings, removed, forecast=forecast, faces=prepared.faces)
    saved = apart - leaves
    return BuildResult(folder, manifest, pieces, warnings, removed, leaves, saved, shared, forecast, prepared.faces)


def prepare_game(
    game: GameFolders, book: CardBook, order: PrintOrder, cache: BuildCache | None = None, are_frames: bool = False
) -> PreparedBuild:
    """Compose, paint and impose everything ordered; InputError reports every fault of cards, layouts and sheets.

    are_frames: see `make_faces`.
    """
    cache = cache or BuildCache()
    if order.since == LAST:
        order = replace(order, since=last_print(resolve(game, book, order, cache).resources, order))
    plan = resolve_sheets(book, order)
    job = resolve(game, book, plan.order, cache)
    faces = make_faces(job, cache, are_frames)
    whole = [(one, with_copies(one, parts)) for one, parts in faces.components]
    wanted, update = whole, None
    if plan.base is not None:
        update = plan_update(plan.base, whole, faces.portfolio.digests, order.only)
        wanted = update.wanted(whole)
    printed = impose_all(game, faces, [(one, printed_parts(parts, order)) for one, parts in wanted], plan)
    together = for_printer(share_paper(printed, faces, plan), plan)
    return PreparedBuild(plan, faces, for_printer(printed, plan, faces.portfolio.report), together, whole, update)


def leaves_for_fewer(game: GameFolders, book: CardBook, order: PrintOrder, cache: BuildCache) -> dict[int, int]:
    """The leaves of a print for fewer players than the most who may, by their number; none where it is for fewer
    already, or where only what changed is printed.
    """
    fewest, most = book.players
    each = [component for component in book.components if component.is_for_each_player]
    if order.since or any(component.copies != most for component in each):
        return {}
    books = {count: for_players(book, count) for count in range(most - 1, fewest - 1, -1) if each}
    prepared = {count: prepare_game(game, fewer, order, cache) for count, fewer in books.items()}
    return {count: count_leaves(one.all_sheets, one.style) for count, one in prepared.items()}


def _whole_set(prepared: PreparedBuild) -> list[MadeComponent]:
    """All components asked for as they are now, and those that an update did not touch, in the book's order."""
    made = [made_component(one, parts, prepared.resources, prepared.portfolio.digests) for one, parts in prepared.whole]
    return made + (prepared.update.kept if prepared.update is not None else [])


def build_folder(order: PrintOrder, label: str, manifest: Manifest) -> str:
    """The game's folder of that label."""
    return os.path.join(order.folder, safe_name(manifest.game), label)


def deliver_build(order: PrintOrder, label: str, manifest: Manifest, made: Sequence[Made]) -> str:
    """Write the files that are not there yet and, last, the manifest into the game's folder; returns the folder."""
    folder = build_folder(order, label, manifest)
    standing = look_at_folder(manifest, folder, made)
    if not order.force:
        standing.report.raise_errors()
    files = [(file.file, data) for file, data in made if file.file not in standing.there]
    deliver(folder, [*files, (NAME, dump_manifest(manifest))], standing.gone)
    return folder
