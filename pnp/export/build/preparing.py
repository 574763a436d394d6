"""Preparing a build. In: a game's folders, its card book, an Order. Out: Prepared: all faces composed and on sheets.

Invariant: nothing is written here; a text that does not fit, a character no font has, or any other fault of cards,
layouts and sheets, is told with all others in one InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.export.build.update import Update, plan_update, read_base
from pnp.export.cache.build_cache import BuildCache
from pnp.export.cache.records import FaceKey
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.sheets.papers import PaperStock, read_print_shop
from pnp.export.sheets.printer import Printer, correct_sheets, find_printer, lacks_reading
from pnp.layout.drawing.frame import Sheet
from pnp.layout.painting.resources import LayoutResources, Origins
from pnp.layout.sheets.components import Part, Portfolio, is_printed_as_composed, list_cards, there_are
from pnp.layout.sheets.grid import SheetStyle, find_grid, is_cut
from pnp.layout.sheets.impose import Piece, impose
from pnp.layout.sheets.leaves import is_blank, trimmed
from pnp.layout.sheets.marks import FONT, Foot, unmarked_sides
from pnp.layout.sheets.production import DoesNotFit, SheetJob, produce
from pnp.layout.text.shaping import needs_shaping
from pnp.library.card import CardBook, Component
from pnp.library.words import BOTH, say, split_languages

if TYPE_CHECKING:
    from pnp.library.card_folder import CardFolder


class GameFolders(Protocol):
    """Where a game's files are; the catalog's Entry is one."""

    @property
    def slug(self) -> str: ...

    @property
    def cards(self) -> str: ...

    @property
    def layouts(self) -> str: ...

    def card_folder(self) -> CardFolder: ...


class Order(Struct, frozen=True):
    """What to make. Empty texts and None stand for what the layouts and `sheets.yaml` say.

    only: components · cards: a choice of cards (`layout/sheets/selection.py`) · once: one of each card
    skip: slots of every sheet that stay empty, from 1 · cut: formats of cut lines (svg, dxf) · printer: whose readings
    (`printer.py`) are to be applied · since: the manifest of the set already printed: only what differs is made
    boards: those larger than the paper in `tiles`, in one piece (`whole`), or `both`
    mark: put behind the folder's name, for sets that must not replace the usual one (a deck of one's own); what makes
    less than the whole set gets such a name by itself, see `previous.py`.
    """

    paper: str = "a4"
    lang: str = ""
    theme: str = ""
    only: tuple[str, ...] = ()
    cards: str = ""
    copies: int = 1
    once: bool = False
    duplex: str = ""
    side: str = "both"
    crop: str = ""
    bleed: str = ""
    registration: str = ""
    gutter: float | None = None
    skip: tuple[int, ...] = ()
    cut: tuple[str, ...] = ()
    boards: str = "both"
    printer: str = ""
    since: str = ""
    png: bool = False
    dpi: int = 300
    trim: bool = False
    folder: str = "output"
    mark: str = ""


class PrintedComponent(Struct, frozen=True):
    """A component ready to print."""

    component: Component
    title: str
    parts: list[Part]
    leaves: list[Sheet]  # fronts and backs in turn where paper is printed on both sides
    pieces: list[Piece] = []
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


class Prepared(Struct, frozen=True):
    """Everything composed and imposed, nothing painted yet."""

    resources: LayoutResources
    portfolio: Portfolio
    pdf_resources: PdfResources
    style: SheetStyle
    components: list[PrintedComponent]
    whole: list[tuple[Component, list[Part]]]  # the set, of which an update prints only a part
    update: Update | None = None

    @property
    def all_sheets(self) -> list[Sheet]:
        """All sheets one after another; each component begins on a new leaf."""
        return trimmed([sheet for one in self.components for sheet in one.leaves])


class Composed(Struct, frozen=True):
    """The faces of the components asked for, on no sheets: what every exporter but the PDFs needs."""

    resources: LayoutResources
    portfolio: Portfolio
    pdf_resources: PdfResources
    components: list[tuple[Component, list[Part]]]


def printed_copies(copies: int, order: Order) -> int:
    """How many of a piece are printed, of which there are `copies` in the set."""
    return order.copies * (min(copies, 1) if order.once else copies)


def prepare_game(game: GameFolders, book: CardBook, order: Order, room: BuildCache | None = None) -> Prepared:
    """Compose and impose everything ordered; InputError tells every fault of cards, layouts and sheets."""
    pick_components(book, order.only)
    shelf = DiskShelf(games={book.slug: game.layouts})
    shop = read_print_shop(shelf)
    style = _style(shop, order)
    printer = find_printer(order.printer) if order.printer else None
    base = read_base(order.since, book.slug) if order.since else None
    if base is not None:  # what is not said is as it was printed
        order = replace(order, lang=order.lang or base.manifest.lang, theme=order.theme or base.manifest.theme)
    made = compose_game(game, book, order.only, order.lang, order.theme, shelf, order.cards, room)
    whole = [(one, there_are(one, parts)) for one, parts in made.components]
    wanted, update = whole, None
    if base is not None:
        update = plan_update(base, whole, made.portfolio.digests, order.only)
        # Panels of a box and pages of a booklet are of use only all together.
        wanted = [
            (one, parts if one.is_one_piece else update.parts[one.id])
            for one, parts in whole
            if update.parts.get(one.id)
        ]
    printed = _impose(made.portfolio, wanted, style, shop, order, partial(_place, game))
    if printer is not None:
        printed = [_corrected(one, printer, style, made.portfolio.report) for one in printed]
    return Prepared(made.resources, made.portfolio, made.pdf_resources, style, printed, whole, update)


def _corrected(one: PrintedComponent, printer: Printer, style: SheetStyle, report: Report) -> PrintedComponent:
    """A component as its printer needs it."""
    every = [*one.leaves, *(sheet for sheets in one.others.values() for sheet in sheets)]
    if lacks_reading([sheet for sheet in every if not is_blank(sheet)], printer):
        message = f"component {one.component.id}: its sheets lie wide, and the printer was never read that way"
        report.warning(Span("--printer"), message, "pnp calibrate --wide prints the sheet for it", "printer")
    others = {name: correct_sheets(sheets, printer, style.duplex) for name, sheets in one.others.items()}
    return replace(one, leaves=correct_sheets(one.leaves, printer, style.duplex), others=others)


def compose_game(
    game: GameFolders,
    book: CardBook,
    only: Sequence[str] = (),
    lang: str = "",
    theme: str = "",
    shelf: DiskShelf | None = None,
    cards: str = "",
    room: BuildCache | None = None,
    is_whole: bool = False,
) -> Composed:
    """Compose the components and cards asked for; InputError tells every fault of cards and layouts.

    is_whole: the Frames' items are wanted, too; else they may be left out of faces that were finished before.
    """
    components = pick_components(book, only)
    wanted = pick_cards(book, components, cards) if cards else {}
    if cards:
        components = [component for component in components if wanted.get(component.id)]
    shelf = shelf or DiskShelf(games={book.slug: game.layouts})
    lang = _language(book, lang)
    room = room or BuildCache()
    resources = room.resources(shelf, book, theme, lang, (game.layouts, shelf.stock))
    if not resources.is_themed:
        raise InputError(resources.report)
    if theme and resources.theme_names and theme not in resources.theme_names:
        hint = hint_nearest(theme, resources.theme_names)
        raise UsageError.single(Span(book.slug), f"the game has no theme “{theme}”", hint, "unknown-theme")
    portfolio = Portfolio(resources)
    if not is_whole:
        keys = [key for component in components for key in _face_keys(book, component, wanted.get(component.id))]
        room.complete(shelf, resources, keys)
        portfolio = Portfolio(resources, room.get)
    parts = [portfolio.parts(component, wanted.get(component.id)) for component in components]
    portfolio.report.extend(resources.report)
    pdf_resources = room.paint(resources, portfolio)
    missing = {letter for frame in portfolio.composed for letter in pdf_resources.missing(frame)}
    if portfolio.report.errors or missing:
        located = resources.again(origins=_origins(game))
        raise InputError(_faults(located, components, portfolio.report, missing))
    return Composed(resources, portfolio, pdf_resources, list(zip(components, parts, strict=True)))


def pick_components(book: CardBook, only: Sequence[str]) -> list[Component]:
    """The components asked for, in the book's order; all when none is named."""
    known = {component.id: component for component in book.components}
    report = Report()
    for name in only:
        if name not in known:
            report.error(
                Span(book.slug), f"there is no component “{name}”", hint_nearest(name, known), "unknown-component"
            )
    if not known:
        report.error(Span(book.slug), "the game says no components", "components: in game.yaml", "no-components")
    if known and report.errors:
        raise UsageError(report)
    report.raise_errors()
    return [component for component in book.components if not only or component.id in only]


def pick_cards(book: CardBook, components: Sequence[Component], cards: str) -> dict[str, frozenset[str]]:
    """For each component of cards the labels of those chosen; InputError when the choice means nothing."""
    from pnp.layout.sheets.selection import Row, choose_cards

    rows = {
        component.id: [Row(label, card) for card, label, _ in list_cards(book, component)]
        for component in components
        if component.has_cards
    }
    return choose_cards(cards, rows)


def card_names(book: CardBook, component: Component, lang: str) -> dict[str, str]:
    """The names of a component's cards by their labels."""
    if not component.has_cards:
        return {}
    return {label: say(card.name, lang) for card, label, _ in list_cards(book, component)}


def _language(book: CardBook, lang: str) -> str:
    known = (*book.languages, *book.drafts)
    asked = split_languages(lang or known[0])
    for one in asked if BOTH in lang else asked[:1]:
        if one not in known:
            two = f"; two of them as {BOTH.join(known[:2])}" if len(known) > 1 else ""
            hint = f"one of: {', '.join(known)}{two}"
            raise UsageError.single(Span(book.slug), f"the game has no language “{one}”", hint, "unknown-language")
    return asked[0] if asked[0] == asked[1] else lang or known[0]


def _style(shop: PaperStock, order: Order) -> SheetStyle:
    said: dict[str, object] = {"duplex": order.duplex, "crop": order.crop, "gutter": order.gutter}
    said |= {"bleed": order.bleed, "registration": order.registration, "skip": order.skip}
    given = {name: value for name, value in said.items() if value not in ("", None, ())}
    return replace(shop.style, paper=shop.paper(order.paper), side=order.side, **given)


def _face_keys(book: CardBook, component: Component, wanted: frozenset[str] | None) -> Iterator[FaceKey]:
    """The layouts and cards of a component's faces and backs."""
    for card, label, _ in list_cards(book, component) if is_printed_as_composed(component) else ():
        if wanted is None or label in wanted:
            layouts = (component.face_of(card), component.back_of(card))
            yield from ((layout, card) for layout in layouts if layout)


def _faults(resources: LayoutResources, components: Sequence[Component], found: Report, missing: set[str]) -> Report:
    """Every error, with the places of the cards: only now is it worth the time to learn where each was written."""
    from pnp.layout.checks.inspection import inspect_components

    report = Report(dict.fromkeys(inspect_components(resources, components).errors))
    told = {item.message for item in report}
    # Found without the places of the cards: the same fault is told once, where it was written.
    report.extend(item for item in dict.fromkeys(found.errors) if item.message not in told)
    if not report.errors:
        letters = " ".join(f"{letter} (U+{ord(letter):04X})" for letter in sorted(missing))
        report.error(Span(resources.book.slug), f"no font has the characters {letters}", code="missing-glyph")
    return report


def _origins(game: GameFolders) -> Origins:
    from pnp.library.loader import read_book

    return read_book(game.card_folder()).origin


def _place(game: GameFolders, component: Component, option: str) -> Span:
    """Where a component's option, or else the component, stands in game.yaml."""
    from pnp.library.loader import read_book

    reading = read_book(game.card_folder())
    node = reading.nodes.get(f"component {component.id}")
    return reading.place(f"component {component.id}", *([option] if node and node.get(option) else []))


def _unmarked(
    portfolio: Portfolio, component: Component, pieces: Sequence[Piece], style: SheetStyle
) -> Iterator[Diagnostic]:
    """A warning where crop marks are asked for, and the cards leave no room for them."""
    if component.kind != "cards" or style.crop == "none" or style.registration != "none":
        return
    told: set[str] = set()
    for size, group in groupby(pieces, lambda piece: portfolio.faces[piece.face].width):
        some = list(group)
        frame, many = portfolio.faces[some[0].face], sum(piece.copies for piece in some)
        fold = style.duplex == "fold" and some[0].back >= 0
        grid = find_grid(frame, style, max(many, 1), fold)
        sides = unmarked_sides(grid, style) if grid is not None and is_cut(frame, grid.count) else ""
        if sides and sides not in told:
            told.add(sides)
            message = f"component {component.id}: cards {size:g} mm wide leave no room for crop marks {sides} them"
            hint = "a smaller --gutter, a larger --paper, or --crop full"
            yield Diagnostic(Span("--crop"), message, hint, "warning", "crop")


def _plain(resources: LayoutResources, title: str, otherwise: str) -> str:
    """A title as the foot line can say it, whose font does not have every script."""
    return otherwise if needs_shaping(title) or resources.metrics(FONT).lacks(title) else title


def is_usual_theme(resources: LayoutResources) -> bool:
    """True for the theme that is used when none is asked for."""
    return resources.theme.name == resources.default_theme


def _impose(
    portfolio: Portfolio,
    components: Sequence[tuple[Component, list[Part]]],
    style: SheetStyle,
    shop: PaperStock,
    order: Order,
    place: Callable[[Component, str], Span],
) -> list[PrintedComponent]:
    """Each component on its sheets."""
    resources = portfolio.resources
    book, lang = resources.book, resources.lang
    side_words = (shop.word("front", lang), shop.word("back", lang), shop.word("fold", lang))
    report = Report()
    printed = []
    for component, parts in components:
        title = say(component.title, lang) or component.id
        foot = Foot(
            game=_plain(resources, say(book.title, lang), book.slug),
            component=_plain(resources, title, component.id),
            paper=style.paper.title,
            note=resources.spoken if is_usual_theme(resources) else f"{resources.spoken} · {resources.theme.name}",
            sheet_word=shop.word("sheet", lang),
            ruler=shop.word("ruler", lang),
        )
        pieces = [Piece(part.face, part.back, printed_copies(part.copies, order)) for part in parts]
        lay = partial(impose, portfolio.faces, style=style, foot=foot, side_words=side_words)
        job = SheetJob(style, foot, partial(shop.word, lang=lang), lay, order.boards)
        try:
            made = produce(portfolio, component, pieces, job)
        except DoesNotFit as fault:
            report.error(place(component, fault.option), f"component {component.id}: {fault}", fault.hint, "paper")
        else:
            portfolio.report.extend(_unmarked(portfolio, component, pieces, style))
            printed.append(PrintedComponent(component, title, parts, made.sheets, made.pieces, made.others))
    if components and not any(one.is_printed for one in printed) and not report.errors:
        lacking = "backs" if style.side == "back" else "a card of which there is a copy"
        report.error(Span(book.slug), "there is nothing to print", f"no component asked for has {lacking}", "nothing")
    report.raise_errors()
    return printed
