"""The files of an order. In: a PreparedBuild: components on their sheets. Out: PDFs, cut lines and PNGs, each with its
entry in the manifest.

Invariant: every component has one name, which all its files begin with; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp import __version__
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.delivery import file_names
from pnp.export.order.faces import Faces
from pnp.export.order.impose import PrintedComponent
from pnp.export.order.manifest import MadeFile, made_file
from pnp.export.order.order import PrintOrder
from pnp.export.order.resolve import SheetPlan
from pnp.export.pdf.document import About
from pnp.export.pdf.output_intent import OutputIntent
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.leaves import trimmed
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
    from pnp.layout.sheets.cutting import find_cuttings, unique_cuttings

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
