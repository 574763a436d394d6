"""A build. In: a game's folders and card book, and an Order. Out: PDFs (PNGs if asked for) and a manifest in a folder.

One PDF a component, and one with everything. Invariant: nothing is written before everything is made, so whatever goes
wrong leaves the old build as it was.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp import __version__
from pnp.base.diagnostics import Diagnostic
from pnp.export.build.delivery import deliver, file_names, safe_name
from pnp.export.build.manifest import (
    FORMAT,
    NAME,
    MadeComponent,
    MadeFile,
    MadeUpdate,
    Manifest,
    dump_manifest,
    made_component,
    made_file,
)
from pnp.export.build.preparing import (
    GameFolders,
    Order,
    Prepared,
    card_names,
    is_usual_theme,
    prepare_game,
    printed_copies,
)
from pnp.export.build.previous import files_that_go, own_folder
from pnp.export.build.update import REMOVE, Removal, Update
from pnp.export.cache.build_cache import BuildCache
from pnp.export.pdf.document import About
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.leaves import trimmed
from pnp.library.card import CardBook
from pnp.library.words import say

_SETTINGS = ("duplex", "side", "crop", "gutter", "margin", "bleed", "registration")


class Product(Struct, frozen=True):
    """What was made, where, and how many pieces come out; `removed` is what an update takes out of the printed set."""

    folder: str
    manifest: Manifest
    pieces: int
    warnings: list[Diagnostic]
    removed: list[Removal] = []

    @property
    def manifest_path(self) -> str:
        """The manifest's file."""
        return os.path.join(self.folder, NAME)


def build_game(game: GameFolders, book: CardBook, order: Order, room: BuildCache | None = None) -> Product:
    """Make everything ordered; InputError tells every fault. A `room` keeps what the next build can use again."""
    room = room or BuildCache()
    prepared = prepare_game(game, book, order, room)
    resources, style, portfolio = prepared.resources, prepared.style, prepared.portfolio
    lang, theme = resources.lang, resources.theme.name
    flip = style.duplex if style.side == "both" else "none"
    about = replace(about_book(book, resources, style.paper.title), duplex=flip)
    label = f"{style.paper.id}-{resources.spoken}" + ("" if is_usual_theme(resources) else f"-{safe_name(theme)}")
    update = prepared.update
    label += own_folder(book, order)
    if update is not None:
        label = f"{label}-update-{update.base.digest}"
    made = _pdfs(prepared, room, about, "" if order.only else f"{safe_name(book.slug)}-{label}")
    if order.cut:
        made += _cut_lines(prepared, order)
    if order.png:
        made += _pngs(prepared, order)
    if update is not None:
        text = update.words(say(book.title, lang)).encode()
        made.append(made_file(REMOVE, "txt", [], 1, 0, text))
    manifest = Manifest(
        manifest=FORMAT,
        made_by=f"pnp {__version__}",
        game=book.slug,
        title=say(book.title, lang),
        version=book.version,
        book=book.digest,
        lang=resources.spoken,
        theme=theme,
        paper=style.paper.id,
        sheets={name: getattr(style, name) for name in _SETTINGS} | {"skip": list(style.skip)},
        components=_whole_set(prepared, book),
        files=[file for file, _ in made],
        update=_made_update(update),
    )
    folder = os.path.join(order.folder, safe_name(book.slug), label)
    gone = files_that_go(manifest, folder)
    deliver(folder, [*((file.file, data) for file, data in made), (NAME, dump_manifest(manifest))], gone)
    pieces = sum(printed_copies(part.copies, order) for one in prepared.components for part in one.parts)
    return Product(folder, manifest, pieces, portfolio.report.warnings, update.removed if update is not None else [])


def _whole_set(prepared: Prepared, book: CardBook) -> list[MadeComponent]:
    """All components asked for as they are now, and those that an update did not touch, in the book's order."""
    lang, digests = prepared.resources.lang, prepared.portfolio.digests
    made = [
        made_component(one, say(one.title, lang) or one.id, parts, digests, card_names(book, one, lang))
        for one, parts in prepared.whole
    ]
    return made + (prepared.update.kept if prepared.update is not None else [])


def _made_update(update: Update | None) -> MadeUpdate | None:
    if update is None:
        return None
    printed = sum(part.copies for parts in update.parts.values() for part in parts)
    return MadeUpdate(update.base.digest, printed, sum(removal.copies for removal in update.removed))


def about_book(book: CardBook, resources: LayoutResources, target: str) -> About:
    """What a PDF of the game says of itself."""
    lang = resources.lang
    return About(
        title=say(book.title, lang),
        author=say(book.names.get("author", {}), lang) or "pnp",
        subject=say(book.about, lang),
        keywords=", ".join(("print-and-play", book.slug, target, resources.spoken, resources.theme.name)),
        lang=lang,
        creator=f"pnp {__version__}",
    )


def _pdfs(prepared: Prepared, room: BuildCache, about: About, whole: str) -> list[tuple[MadeFile, bytes]]:
    """A PDF of each component and, under the name `whole`, one of them all."""
    portfolio, components, pdf_resources = prepared.portfolio, prepared.components, prepared.pdf_resources
    ids = [one.component.id for one in components]
    made = []
    own = file_names(ids, [whole])
    taken = [whole, *own]
    for one, name in zip(components, own, strict=True):
        sheets = one.sheets
        if sheets:  # none when it has no backs, and only those are asked for
            data = room.pdf(name, pdf_resources, portfolio, sheets, replace(about, title=f"{about.title}: {one.title}"))
            made.append(made_file(f"{name}.pdf", "pdf", [one.component.id], len(sheets), len(one.faces), data))
        for word, leaves in one.others.items():
            sheets = trimmed(leaves)
            if not sheets:
                continue
            (other,) = file_names([f"{name}-{word}"], taken)
            taken.append(other)
            data = room.pdf(
                other, pdf_resources, portfolio, sheets, replace(about, title=f"{about.title}: {one.title}")
            )
            made.append(made_file(f"{other}.pdf", "pdf", [one.component.id], len(sheets), len(one.faces), data))
    sheets = prepared.all_sheets
    if whole and sheets and len(components) > 1:
        faces = {number for one in components for number in one.faces}
        data = room.pdf("", pdf_resources, portfolio, sheets, about)
        made.append(made_file(f"{whole}.pdf", "pdf", ids, len(sheets), len(faces), data))
    return made


def _cut_lines(prepared: Prepared, order: Order) -> list[tuple[MadeFile, bytes]]:
    """The outlines of each layout of sheets, a file of each format."""
    from pnp.export.sheets.cutlines import dxf_cut, svg_cut
    from pnp.layout.sheets.cutting import find_cuttings, unique_cuttings

    made = []
    for one, name in zip(
        prepared.components, file_names([one.component.id for one in prepared.components]), strict=True
    ):
        gap: float = one.component.options.get("gap", 0.0)
        layouts = unique_cuttings(
            find_cuttings(prepared.portfolio.faces, one.component.kind, one.pieces, prepared.style, gap)
        )
        for cutting, numbers in layouts:
            file = f"{name}-cut" if len(layouts) == 1 else f"{name}-cut-{_ranges(numbers)}"
            for kind in dict.fromkeys(order.cut):
                data = svg_cut(cutting, f"{one.title} {_ranges(numbers)}") if kind == "svg" else dxf_cut(cutting)
                made.append(made_file(f"{file}.{kind}", kind, [one.component.id], 1, len(cutting.trims), data))
    return made


def _ranges(numbers: Sequence[int]) -> str:
    """Sheets in few characters: 1-4, or 2, or 1-3+6."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return "+".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)


def _pngs(prepared: Prepared, order: Order) -> list[tuple[MadeFile, bytes]]:
    """A PNG of each unique face of each component."""
    from pnp.export.pictures.png import paint_pngs

    made: list[tuple[MadeFile, bytes]] = []
    for one, folder in zip(
        prepared.components, file_names([one.component.id for one in prepared.components]), strict=True
    ):
        labels: dict[int, str] = {}
        backs = {part.back for part in one.parts if part.back >= 0}
        for part in one.parts:
            labels.setdefault(part.face, part.card)
        for part in one.parts:
            if part.back >= 0:
                labels.setdefault(part.back, "back" if len(backs) == 1 else f"{part.card}-back")
        if not labels:  # there is no copy of any of its cards
            continue
        frames = [prepared.portfolio.faces[number] for number in labels]
        names = file_names(list(labels.values()))
        for name, data in zip(names, paint_pngs(prepared.pdf_resources, frames, order.dpi, order.trim), strict=True):
            made.append(made_file(f"png/{folder}/{name}.png", "png", [one.component.id], 1, 1, data))
    return made
