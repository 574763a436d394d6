"""An order's components on their sheets. In: Faces, the parts to print, a SheetPlan. Out: PrintedComponents.

Invariant: what does not fit on the paper, of all components, is reported in one InputError; nothing is painted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.export.order.faces import Faces
from pnp.export.order.order import GameFolders
from pnp.export.order.resolve import SheetPlan
from pnp.export.sheets.printer import Printer, correct_sheets, lacks_reading
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, Portfolio
from pnp.layout.sheets.grid import SheetStyle, find_grid, is_cut
from pnp.layout.sheets.impose import SheetPiece, impose
from pnp.layout.sheets.leaves import is_blank, trimmed
from pnp.layout.sheets.marks import FONT, Foot, unmarked_sides
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
