"""A build. In: a game's folders and card book, and a PrintOrder. Out: PDFs (PNGs if asked for) and a manifest in a
folder.

One PDF a component, and one with everything. The steps of an order: `resolve` finds what it names, `faces` composes,
paints and checks, `impose` lays on sheets, `make_files` makes documents, `delivery` writes. A forecast says what paper,
cuts and ink they take; the ink is measured on the pages that would be printed.

Invariants: nothing is written before everything is made, so whatever goes wrong leaves the old build as it was; every
component has one name, which all its files begin with.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pnp import __version__
from pnp.base.cache import read_cached, write_cached
from pnp.base.diagnostics import Diagnostic
from pnp.base.places import cache_dir
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.delivery import deliver, file_names, folder_name, look_at_folder, part_name, safe_name
from pnp.export.order.faces import Faces, describe_press, for_draft, for_press, make_faces, read_press
from pnp.export.order.impose import PrintedComponent, count_leaves, for_printer, impose_all, share_paper
from pnp.export.order.last_print import LAST, last_print
from pnp.export.order.manifest import (
    NAME,
    REMOVE,
    MadeFile,
    Manifest,
    Removal,
    Update,
    dump_manifest,
    made_component,
    made_file,
    made_update,
    make_manifest,
    plan_update,
)
from pnp.export.order.order import GameFolders, PrintOrder, printed_parts
from pnp.export.order.resolve import SheetPlan, resolve, resolve_sheets
from pnp.export.pdf.document import About
from pnp.export.pdf.output_intent import OutputIntent
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, Portfolio, with_copies
from pnp.layout.sheets.grid import SheetStyle
from pnp.layout.sheets.impose import trimmed
from pnp.layout.sheets.packing import find_cuttings
from pnp.library.card import CardBook, Component, for_players
from pnp.library.words import localise

Made = tuple[MadeFile, bytes]


def make_files(
    faces: Faces,
    components: Sequence[PrintedComponent],
    plan: SheetPlan,
    cache: BuildCache,
    whole: str,
    press: OutputIntent | None = None,
    together: Sequence[PrintedComponent] = (),
) -> list[Made]:
    """Everything but the manifest; `whole`: the name of the PDF with all components, "" for none; `press`: of which
    the faces have the inks; `together`: the components as that PDF prints them, where they share sheets.
    """
    order = plan.order
    named = list(zip(components, file_names([one.component.id for one in components], [whole]), strict=True))
    made = _pdfs(faces, named, plan, cache, whole, press, all_sheets(together or components))
    if order.cut:
        made += _cut_lines(faces, named, plan)
    if order.png:
        made += _pngs(faces, named, order)
    return made


def about_book(resources: LayoutResources, target: str) -> About:
    """The metadata of a PDF of the game."""
    book, lang = resources.book, resources.lang
    return About(
        title=localise(book.title, lang),
        author=localise(book.names.get("author", {}), lang) or "pnp",
        subject=localise(book.about, lang),
        keywords=", ".join(("print-and-play", book.slug, target, resources.lang_label, resources.theme.name)),
        lang=lang,
        creator=f"pnp {__version__}",
    )


Named = Sequence[tuple[PrintedComponent, str]]


class _PlannedPdf(Struct, frozen=True):
    name: str
    title: str
    components: list[str]
    faces: int
    sheets: list[Sheet]


def _pdfs(
    faces: Faces,
    named: Named,
    plan: SheetPlan,
    cache: BuildCache,
    whole: str,
    press: OutputIntent | None,
    sheets: list[Sheet],
) -> list[Made]:
    """A PDF of each component, those of its other files, and one of them all."""
    style = plan.style
    flip = style.duplex if style.side == "both" else "none"
    about = replace(about_book(faces.resources, style.paper.title), duplex=flip, press=press)
    made = []
    for document in _documents(about.title, named, whole, sheets):
        its = replace(about, title=document.title)
        data = cache.pdf(document.name, faces.pdf_resources, faces.portfolio, document.sheets, its)
        name, pages = f"{document.name}.pdf", len(document.sheets)
        made.append(made_file(name, "pdf", document.components, pages, document.faces, data))
    return made


def _documents(title: str, named: Named, whole: str, every: list[Sheet]) -> Iterator[_PlannedPdf]:
    """What each PDF holds; there is none of a component that has no backs, where only those are asked for."""
    taken = [whole, *(name for _, name in named)]
    for one, name in named:
        its, ids = f"{title}: {one.title}", [one.component.id]
        if one.sheets:
            yield _PlannedPdf(name, its, ids, len(one.faces), one.sheets)
        for word, leaves in one.others.items():
            if sheets := trimmed(leaves):
                (other,) = file_names([f"{name}-{word}"], taken)
                taken.append(other)
                yield _PlannedPdf(other, its, ids, len(one.faces), sheets)
    if whole and every and len(named) > 1:
        count = len({number for one, _ in named for number in one.faces})
        yield _PlannedPdf(whole, title, [one.component.id for one, _ in named], count, every)


def all_sheets(components: Sequence[PrintedComponent]) -> list[Sheet]:
    """All sheets one after another; each component begins on a new leaf."""
    return trimmed([sheet for one in components for sheet in one.leaves])


def _cut_lines(faces: Faces, named: Named, plan: SheetPlan) -> list[Made]:
    """The outlines of each layout of sheets, a file of each format."""
    from pnp.export.sheets.cutlines import dxf_cut, svg_cut
    from pnp.layout.sheets.packing import find_cuttings, unique_cuttings

    made = []
    for one, name in named:
        gap: float = one.component.options.get("gap", 0.0)
        layouts = unique_cuttings(find_cuttings(faces.portfolio.faces, one.component.kind, one.pieces, plan.style, gap))
        for cutting, numbers in layouts:
            file = f"{name}-cut" if len(layouts) == 1 else f"{name}-cut-{_ranges(numbers)}"
            for kind in dict.fromkeys(plan.order.cut):
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


def _pngs(faces: Faces, named: Named, order: PrintOrder) -> list[Made]:
    """A PNG of each unique face of each component."""
    from pnp.export.pictures.png import paint_pngs

    made: list[Made] = []
    for one, folder in named:
        labels: dict[int, str] = {}
        backs = {part.back for part in one.parts if part.back >= 0}
        for part in one.parts:
            labels.setdefault(part.face, part.card)
        for part in one.parts:
            if part.back >= 0:
                labels.setdefault(part.back, "back" if len(backs) == 1 else f"{part.card}-back")
        if not labels:  # there is no copy of any of its cards
            continue
        pictured = [faces.portfolio.faces[number] for number in labels]
        names = file_names(list(labels.values()))
        for name, data in zip(names, paint_pngs(faces.pdf_resources, pictured, order.dpi, order.trim), strict=True):
            made.append(made_file(f"png/{folder}/{name}.png", "png", [one.component.id], 1, 1, data))
    return made


_DPI = 18  # points of this size hold the mean of what is in them
_MUCH = 0.15  # of a side; a page of text takes about 0.05


class Forecast(Struct, frozen=True):
    """leaves: of paper · sides: printed ones · cuts: straight ones with a trimmer, leaf by leaf · outlines: what is cut
    out by hand · ink: of one side, the mean of all, where 1 is a side that is black all over · advice: for people.
    """

    leaves: int
    sides: int
    cuts: int
    outlines: int
    ink: float
    advice: list[str]

    @property
    def black_sides(self) -> float:
        """All ink as so many sides that are black all over."""
        return self.ink * self.sides


def make_forecast(
    faces: Faces,
    together: Sequence[PrintedComponent],
    style: SheetStyle,
    order: PrintOrder,
    made: Sequence[Made],
    leaves: int,
    fewer: Mapping[int, int] | None = None,
) -> Forecast:
    """What a print takes; `together`: its components as they are printed, `fewer`: leaves by numbers of players."""
    inks = [ink for data in printed_pdfs(made) for ink in _inks_of(data)]
    sides = [ink for ink in inks if ink > 0]
    cuts, outlines = _cuts(faces, together, style)
    ink = sum(sides) / len(sides) if sides else 0.0
    found = Forecast(leaves, len(sides), cuts, outlines, ink, [])
    return replace(found, advice=[*_players(leaves, fewer or {}), *_advice(found, faces, together, style, order)])


def _players(leaves: int, fewer: Mapping[int, int]) -> Iterator[str]:
    """What a print for fewer players takes, where that is less paper."""
    less = [f"{count}: {many} {'sheet' if many == 1 else 'sheets'}" for count, many in fewer.items() if many < leaves]
    if less:
        yield f"--players {', '.join(less)}"


def printed_pdfs(made: Sequence[Made]) -> list[bytes]:
    """The documents that are the whole print: the one with everything, where there is one."""
    pdfs = [(file, data) for file, data in made if file.kind == "pdf"]
    every = {id_ for file, _ in pdfs for id_ in file.components}
    whole = [data for file, data in pdfs if len(pdfs) > 1 and set(file.components) == every and len(every) > 1]
    return whole[-1:] or [data for _, data in pdfs]


def _cuts(faces: Faces, together: Sequence[PrintedComponent], style: SheetStyle) -> tuple[int, int]:
    """Straight cuts of all leaves of cards, and pieces that have outlines of their own."""
    cuts = outlines = 0
    for one in together:
        gap: float = one.component.options.get("gap", 0.0)
        for cutting in find_cuttings(faces.portfolio.faces, one.component.kind, one.pieces, style, gap):
            straight = [trim for trim in cutting.trims if not trim.shape]
            outlines += len(cutting.trims) - len(straight)
            if one.component.kind != "cards":
                outlines += len(straight)
                continue
            across = {round(edge, 1) for trim in straight for edge in (trim.x, trim.x + trim.width)}
            down = {round(edge, 1) for trim in straight for edge in (trim.y, trim.y + trim.height)}
            cuts += len(across) + len(down)
    return cuts, outlines


def _advice(
    found: Forecast, faces: Faces, together: Sequence[PrintedComponent], style: SheetStyle, order: PrintOrder
) -> list[str]:
    lines = []
    if found.cuts and style.gutter != 0:
        fewer, _ = _cuts(faces, together, replace(style, gutter=0.0))
        if fewer < found.cuts:
            lines.append(f"--gutter 0: {fewer} cuts instead of {found.cuts}; one cut separates two cards")
    if found.ink > _MUCH and not (order.draft or order.backs) and "ink" in faces.resources.theme_names[1:]:
        lines.append("--backs ink: backs that need little ink, faces unchanged")
    if found.ink > _MUCH and not order.draft:
        lines.append("--draft: about a third of the ink, for a test print")
        others = [name for name in faces.resources.theme_names if name != faces.resources.theme.name]
        if others:
            lines.append(f"--theme {'|'.join(others)}: other inks; --forecast also measures them")
    return lines


def _inks_of(pdf: bytes) -> list[float]:
    """The ink of each page: 1 is a page that is black all over."""
    path = os.path.join(cache_dir(), "ink", f"{sha256(pdf).hexdigest()[:32]}.txt")
    known = read_cached(path)
    if known is not None:
        return [float(word) for word in bytes(known).split()]
    inks = measured_inks(pdf)
    write_cached(path, " ".join(f"{ink:.6f}" for ink in inks).encode(), 200, 1_000_000)
    return inks


def measured_inks(pdf: bytes) -> list[float]:
    """The ink of each page of a document: the mean over its points of the four inks, black alone for grey."""
    import pypdfium2
    from PIL import Image, ImageChops, ImageStat

    from pnp.export.pictures.png import rasterise

    document, inks = pypdfium2.PdfDocument(pdf), []
    try:
        for page in document:
            width, height = (max(1, round(side / 72 * _DPI)) for side in page.get_size())
            picture = Image.frombytes("RGB", (width, height), rasterise(page, width, height)[0])
            red, green, blue = picture.split()
            most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            light, (r, g, b) = ImageStat.Stat(most).mean[0], ImageStat.Stat(picture).mean
            inks.append(
                round(((255 - light) + (3 * light - r - g - b)) / 255, 6)
            )  # black, and the three colours beside it
            page.close()
    finally:
        document.close()
    return inks


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
    plan, faces, update, intent = prepared.plan, prepared.faces, prepared.update, read_press(order)
    if intent is not None:
        faces = for_press(faces, intent, cache)
    if order.draft:
        faces = for_draft(faces, cache)
    label = folder_name(plan.style.paper.id, faces.resources, plan.order)
    label += f"-update-{update.base.digest}" if update is not None else ""
    whole = "" if order.only else f"{safe_name(book.slug)}-{label}"
    made = make_files(faces, prepared.components, plan, cache, whole, intent, prepared.together)
    cache.save()
    if update is not None:
        words = update.words(localise(book.title, faces.resources.lang))
        made.append(made_file(REMOVE, "txt", [], 1, 0, words.encode()))
    manifest = _manifest_of(prepared, order, describe_press(intent), [file for file, _ in made])
    folder = build_folder(order, label, manifest)
    if not order.forecast:
        deliver_build(order, label, manifest, made)
    result = BuildResult(
        folder,
        manifest,
        pieces=sum(part.copies for one in prepared.components for part in one.parts),
        warnings=faces.portfolio.report.warnings,
        removed=update.removed if update is not None else [],
        faces=prepared.faces,
    )
    leaves, apart = (count_leaves(all_sheets(each), plan.style) for each in (prepared.together, prepared.components))
    if order.forecast:
        fewer = leaves_for_fewer(game, book, order, cache)
        forecast = make_forecast(faces, prepared.together, plan.style, order, made, leaves, fewer)
        result = replace(result, forecast=forecast)
    if order.only:  # there is no file with everything
        return result
    own = {one.title for one in prepared.components}
    shared = [one.title for one in prepared.together if one.title not in own]
    return replace(result, leaves=leaves, saved=apart - leaves, shared=shared)


def _manifest_of(
    prepared: PreparedBuild, order: PrintOrder, press: Mapping[str, object], files: list[MadeFile]
) -> Manifest:
    """The manifest; it lists all components as they are now, and those that an update did not touch."""
    resources, style, update = prepared.resources, prepared.style, prepared.update
    sheets = {name: getattr(style, name) for name in _SETTINGS} | {"skip": list(style.skip)} | dict(press)
    whole = [made_component(one, parts, resources, prepared.portfolio.digests) for one, parts in prepared.whole]
    whole += update.kept if update is not None else []
    part = "" if update is not None else part_name(resources.book, order)
    backs = prepared.plan.order.backs
    backs = backs if backs != resources.theme.name else ""
    return make_manifest(resources, style.paper.id, sheets, whole, files, made_update(update), part, backs)


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
