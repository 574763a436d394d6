"""An order's components on their sheets. In: Faces, the parts to print, a SheetPlan. Out: PrintedComponents.

In the file with everything, components that save paper together share sheets: cards of one size, chits and boxes,
pages that are read. Invariants: what does not fit on the paper is reported in one InputError; nothing is painted here;
sharing prints nothing more or less often, each back lies behind its face, and nothing is mixed that saves no paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.export.order.faces import Faces
from pnp.export.order.order import GameFolders
from pnp.export.order.resolve import SheetPlan
from pnp.export.sheets.papers import Printer, correct_sheets, lacks_reading
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, Portfolio
from pnp.layout.sheets.grid import SheetStyle, find_grid, is_cut
from pnp.layout.sheets.impose import SheetPiece, are_read, impose, is_blank, lay_leaves, lay_out, trimmed
from pnp.layout.sheets.marks import FONT, Foot, unmarked_sides
from pnp.layout.sheets.packing import pack_leaves
from pnp.layout.sheets.production import DoesNotFit, SheetJob, produce
from pnp.layout.text.shaping import needs_shaping
from pnp.library.card import Component
from pnp.library.words import localise


class PrintedComponent(Struct, frozen=True):
    """A component ready to print; its parts with the copies that are printed."""

    component: Component
    title: str
    parts: list[ComponentPart]
    leaves: list[Sheet]  # fronts and backs in turn where paper is printed on both sides
    pieces: list[SheetPiece] = []
    others: dict[str, list[Sheet]] = {}  # leaves of more files of it, by the word their names end in

    @property
    def sheets(self) -> list[Sheet]:
        """Those of its own file; a booklet's blank pages belong to it."""
        return self.leaves if self.component.kind == "booklet" else trimmed(self.leaves)

    @property
    def is_printed(self) -> bool:
        """Whether anything stands on its leaves: there may be no backs, and only those are asked for."""
        return bool(self.sheets or any(map(trimmed, self.others.values())))

    @property
    def faces(self) -> list[int]:
        """The numbers of its unique faces, fronts first."""
        numbers = [part.face for part in self.parts] + [part.back for part in self.parts if part.back >= 0]
        return list(dict.fromkeys(numbers))


def impose_all(
    game: GameFolders, faces: Faces, wanted: Sequence[tuple[Component, list[ComponentPart]]], plan: SheetPlan
) -> list[PrintedComponent]:
    """Lay each component on its sheets; warnings go to the portfolio's report."""
    portfolio, style = faces.portfolio, plan.style
    report = Report()
    printed = []
    for component, parts in wanted:
        title = localise(component.title, faces.resources.lang) or component.id
        pieces = [SheetPiece(part.face, part.back, part.copies) for part in parts]
        try:
            made = produce(portfolio, component, pieces, sheet_job(portfolio, component, title, plan))
        except DoesNotFit as fault:
            place = _place(game, component, fault.option)
            report.error(place, f"component {component.id}: {fault}", fault.hint, "paper")
        else:
            portfolio.report.extend(_unmarked(portfolio, component, pieces, style))
            printed.append(PrintedComponent(component, title, parts, made.sheets, made.pieces, made.others))
    if wanted and not any(one.is_printed for one in printed) and not report.errors:
        lacking = "backs" if style.side == "back" else "cards with copies"
        report.error(
            Span(game.slug), "there is nothing to print", f"none of the chosen components has {lacking}", "nothing"
        )
    report.raise_errors()
    return printed


def for_printer(
    components: Sequence[PrintedComponent], plan: SheetPlan, report: Report | None = None
) -> list[PrintedComponent]:
    """Components as the printer of the order needs them, if it names one; warnings go to the report."""
    if plan.printer is None:
        return list(components)
    return [_corrected(one, plan.printer, plan.style, report or Report()) for one in components]


def sheet_job(portfolio: Portfolio, component: Component, title: str, plan: SheetPlan) -> SheetJob:
    """What a component's sheets are made with."""
    resources, stock, style = portfolio.resources, plan.stock, plan.style
    book, lang, theme = resources.book, resources.lang, resources.theme.name
    foot = Foot(
        game=_plain(resources, localise(book.title, lang), book.slug),
        component=_plain(resources, title, component.id),
        paper=style.paper.title,
        note=resources.lang_label if resources.is_usual_theme else f"{resources.lang_label} · {theme}",
        sheet_word=stock.word("sheet", lang),
        ruler=stock.word("ruler", lang),
    )
    side_words = (stock.word("front", lang), stock.word("back", lang), stock.word("fold", lang))
    lay = partial(impose, portfolio.faces, style=style, foot=foot, side_words=side_words)
    return SheetJob(style, foot, partial(stock.word, lang=lang), lay, plan.order.boards)


def _plain(resources: LayoutResources, title: str, otherwise: str) -> str:
    """A title as the foot line can print it, whose font does not have every script."""
    return otherwise if needs_shaping(title) or resources.metrics(FONT).lacks(title) else title


def _place(game: GameFolders, component: Component, option: str) -> Span:
    """Where a component's option, or else the component, stands in game.yaml."""
    from pnp.library.loader import read_book

    reading = read_book(game.card_folder())
    node = reading.nodes.get(f"component {component.id}")
    return reading.place(f"component {component.id}", *([option] if node and node.get(option) else []))


def _unmarked(
    portfolio: Portfolio, component: Component, pieces: Sequence[SheetPiece], style: SheetStyle
) -> Iterator[Diagnostic]:
    """A warning where crop marks are asked for, and the cards leave no room for them."""
    if component.kind != "cards" or style.crop == "none" or style.registration != "none":
        return
    reported: set[str] = set()
    for size, group in groupby(pieces, lambda piece: portfolio.faces[piece.face].width):
        some = list(group)
        frame, many = portfolio.faces[some[0].face], sum(piece.copies for piece in some)
        fold = style.duplex == "fold" and some[0].back >= 0
        grid = find_grid(frame, style, max(many, 1), fold)
        sides = unmarked_sides(grid, style) if grid is not None and is_cut(frame, grid.count) else ""
        if sides and sides not in reported:
            reported.add(sides)
            message = f"component {component.id}: cards {size:g} mm wide leave no room for crop marks {sides} them"
            hint = "use a smaller --gutter, a larger --paper, or --crop full"
            yield Diagnostic(Span("--crop"), message, hint, "warning", "crop")


def _corrected(one: PrintedComponent, printer: Printer, style: SheetStyle, report: Report) -> PrintedComponent:
    """A component as its printer needs it."""
    every = [*one.leaves, *(sheet for sheets in one.others.values() for sheet in sheets)]
    if lacks_reading([sheet for sheet in every if not is_blank(sheet)], printer):
        message = f"component {one.component.id}: its pages are landscape, and the printer has no reading for landscape"
        report.warning(Span("--printer"), message, "pnp calibrate --wide writes the sheet for it", "printer")
    others = {name: correct_sheets(sheets, printer, style.duplex) for name, sheets in one.others.items()}
    return replace(one, leaves=correct_sheets(one.leaves, printer, style.duplex), others=others)


_LOOSE = ("chits", "standees", "dice", "tuckbox")
_GAP = 2.0  # mm, where nothing of what is mixed says how far it lies apart

Group = Sequence[PrintedComponent]


class _Handful(Struct, frozen=True):
    """Pieces of these components that may lie among loose ones, and how many leaves are saved where they do.

    Of a `group` of cards of one size it is what they have beyond full leaves, on which `kept` stays.
    """

    components: Group
    pieces: list[SheetPiece]
    leaves: int
    group: Group = ()
    kept: list[SheetPiece] = []


def share_paper(printed: Group, faces: Faces, plan: SheetPlan) -> list[PrintedComponent]:
    """Components in their order; those that share paper are one, where the first of them stood."""
    style = plan.style
    if not plan.order.share or plan.order.only or plan.order.cut or style.registration != "none":
        return list(printed)  # files for a plotter are of one component each
    places = {one.component.id: [one] for one in printed}

    def put(group: Group, *made: PrintedComponent) -> None:
        places.update({one.component.id: list(made) if one is group[0] else [] for one in group})

    groups = _of_one_size(printed, faces)
    pool = _pool([*_rests(groups, faces, plan), *_loose(printed, faces, plan)], faces, plan)
    broken = {handful.group[0].component.id: handful.kept for handful in pool if handful.group}
    for group in groups:
        kept = broken.get(group[0].component.id, _pieces(group))
        if not kept:
            put(group)
        elif _leaves(kept, faces, plan) < sum(_leaves(one.pieces, faces, plan) for one in group):
            put(group, _laid(group, kept, faces, plan))
    if pool:
        members = [one for one in printed if any(one in handful.components for handful in pool)]
        put([one for handful in pool if not handful.group for one in handful.components])
        places[members[0].component.id].append(_packed(members, pool, faces, plan))
    if style.duplex in ("long", "short") and style.side == "both":
        for is_page, run in groupby(printed, lambda one: _is_read(one, faces)):
            some = list(run)
            if is_page and len(some) > 1 and any(one.component.kind == "rules" for one in some):
                joined = _back_to_back(some, plan)
                if len(joined.leaves) < sum(len(one.leaves) for one in some):
                    put(some, joined)
    return [one for made in places.values() for one in made]


def count_leaves(sheets: Sequence[Sheet], style: SheetStyle) -> int:
    """How many leaves of paper the sheets take."""
    is_duplex = style.duplex in ("long", "short") and style.side == "both"
    return (len(sheets) + 1) // 2 if is_duplex else len(sheets)


def _of_one_size(printed: Group, faces: Faces) -> list[list[PrintedComponent]]:
    """Cards and pages that are cut out, by their size."""
    outlines, groups = faces.portfolio.faces, dict[object, list[PrintedComponent]]()
    for one in printed:
        fronts = [outlines[piece.face] for piece in one.pieces]
        sizes = {(front.width, front.height, front.bleed) for front in fronts}
        if one.component.kind in ("cards", "page") and len(sizes) == 1 and not _is_read(one, faces):
            groups.setdefault(sizes.pop(), []).append(one)
    return list(groups.values())


def _loose(printed: Group, faces: Faces, plan: SheetPlan) -> Iterator[_Handful]:
    """What may lie anywhere on a sheet."""
    for one in printed:
        if one.component.kind in _LOOSE and one.pieces:
            is_packed = one.component.kind == "chits"
            leaves = _packs(one.pieces, [one], faces, plan) if is_packed else _leaves(one.pieces, faces, plan)
            yield _Handful([one], one.pieces, int(leaves))


def _rests(groups: Sequence[Group], faces: Faces, plan: SheetPlan) -> Iterator[_Handful]:
    """What each group has beyond full leaves, taken from those of which there are fewest."""
    if plan.style.duplex == "fold" or plan.style.skip:
        return
    for group in groups:
        grid = find_grid(faces.portfolio.faces[group[0].pieces[0].face], plan.style)
        rest = _count(_pieces(group)) % grid.count if grid is not None else 0
        moved, kept, taken = list[SheetPiece](), {one.component.id: one.pieces for one in group}, []
        for one in sorted(group, key=lambda one: (_count(one.pieces), -group.index(one))):
            if many := min(rest - _count(moved), _count(one.pieces)):
                kept[one.component.id], last = _parted(one.pieces, _count(one.pieces) - many)
                moved += last
                taken.append(one)
        if moved:
            yield _Handful(taken, moved, 1, group, [piece for pieces in kept.values() for piece in pieces])


def _pool(handfuls: Iterable[_Handful], faces: Faces, plan: SheetPlan) -> list[_Handful]:
    """Those that save leaves together; whichever could as well lie apart does, the first ones before the others."""

    def packs(pool: Sequence[_Handful]) -> float:
        components = [one for handful in pool for one in handful.components]
        return _packs([piece for handful in pool for piece in handful.pieces], components, faces, plan)

    pool: list[_Handful] = []
    leaves = 0.0
    for handful in handfuls:
        if (more := packs([*pool, handful])) < inf:
            pool, leaves = [*pool, handful], more
    for handful in list(pool):
        others = [other for other in pool if other is not handful]
        if (fewer := packs(others)) + handful.leaves <= leaves:
            pool, leaves = others, fewer
    return pool


def _packs(pieces: Sequence[SheetPiece], group: Group, faces: Faces, plan: SheetPlan) -> float:
    """How many leaves the pieces take, packed; infinitely many where one is too large."""
    try:
        return len(pack_leaves(faces.portfolio.faces, pieces, plan.style, _gap(group)))
    except ValueError:
        return inf


def _leaves(pieces: Sequence[SheetPiece], faces: Faces, plan: SheetPlan) -> int:
    """How many leaves they take in rows and columns."""
    return len(lay_out(faces.portfolio.faces, pieces, plan.style))


def _pieces(group: Group) -> list[SheetPiece]:
    return [piece for one in group for piece in one.pieces]


def _count(pieces: Sequence[SheetPiece]) -> int:
    return sum(piece.copies for piece in pieces)


def _parted(pieces: Sequence[SheetPiece], many: int) -> tuple[list[SheetPiece], list[SheetPiece]]:
    """The first so many of them, and the others."""
    first, last = [], []
    for piece in pieces:
        here = min(piece.copies, many)
        many -= here
        first += [replace(piece, copies=here)] if here else []
        last += [replace(piece, copies=piece.copies - here)] if here < piece.copies else []
    return first, last


def _gap(group: Group) -> float:
    """What the widest of them asks for between two pieces."""
    return max((one.component.options["gap"] for one in group if "gap" in one.component.options), default=_GAP)


def _laid(group: Group, pieces: list[SheetPiece], faces: Faces, plan: SheetPlan) -> PrintedComponent:
    """Cards of these components one after the other, in rows and columns."""
    held = {piece.face for piece in pieces}
    some = [one for one in group if any(part.face in held for part in one.parts)]
    return _produced(group[0].component, some, pieces, faces, plan)


def _packed(group: Group, pool: Sequence[_Handful], faces: Faces, plan: SheetPlan) -> PrintedComponent:
    """Pieces of all sizes as they pack best."""
    component = replace(group[0].component, kind="chits", options={"gap": _gap(group)})
    return _produced(component, group, [piece for handful in pool for piece in handful.pieces], faces, plan)


def _produced(
    component: Component, group: Group, pieces: list[SheetPiece], faces: Faces, plan: SheetPlan
) -> PrintedComponent:
    title, parts = " + ".join(one.title for one in group), [part for one in group for part in one.parts]
    made = produce(faces.portfolio, component, pieces, sheet_job(faces.portfolio, component, title, plan))
    return PrintedComponent(component, title, parts, made.sheets, pieces)


def _is_read(one: PrintedComponent, faces: Faces) -> bool:
    """True for pages that are read and not cut out, one for all; what everybody has lies on the table, face up."""
    is_page = one.component.kind == "rules" or (one.component.kind == "page" and not one.component.is_for_each_player)
    is_one = all(part.copies == 1 and part.back < 0 for part in one.parts)
    sheets = trimmed(one.leaves)
    return is_page and is_one and bool(sheets) and are_read(faces.portfolio.faces, sheets)


def _back_to_back(group: Group, plan: SheetPlan) -> PrintedComponent:
    """Page after page on both sides of the paper, under one bookmark."""
    title, pages = " + ".join(one.title for one in group), [sheet for one in group for sheet in trimmed(one.leaves)]
    sheets = [replace(sheet, name=f"{title} {number}") for number, sheet in enumerate(pages, 1)]
    parts = [part for one in group for part in one.parts]
    rules = next(one.component for one in group if one.component.kind == "rules")
    return PrintedComponent(rules, title, parts, lay_leaves(sheets, plan.style, is_read=True))
