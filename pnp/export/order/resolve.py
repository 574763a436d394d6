"""Resolving: the first step of an order. In: a game, its card book, a PrintOrder. Out: a ComposeJob: the components,
cards, language, theme, paper and printer that the order names, and the resources to compose with.

Invariant: every name that means nothing is reported here, before anything is composed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.export.cache.build_cache import BuildCache
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.manifest import PrintedSet, read_base
from pnp.export.order.order import GameFolders, PrintOrder
from pnp.export.sheets.papers import PaperStock, Printer, find_printer, read_paper_stock
from pnp.layout.painting.compose import FaceKey
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import is_printed_as_composed, list_cards, part_keys
from pnp.layout.sheets.grid import SheetStyle
from pnp.library.card import CardBook, Component
from pnp.library.words import BOTH, split_languages


class ComposeJob(Struct, frozen=True):
    """What is to be composed, and with what. cards: the labels of those chosen of each component; None: all of them;
    blank: so many blank cards in their place; backs: their theme, where it is another than that of the faces.
    """

    game: GameFolders
    shelf: DiskShelf
    resources: LayoutResources
    components: list[Component]
    cards: dict[str, frozenset[str]] | None
    blank: int = 0
    backs: str = ""

    def chosen(self, component: Component) -> frozenset[str] | None:
        """The labels of the component's cards that are wanted; None: all."""
        return None if self.cards is None else self.cards.get(component.id)

    def face_keys(self, component: Component) -> Iterator[FaceKey]:
        """What its faces and backs are composed of."""
        for keys in part_keys(self.resources, component, self.chosen(component), self.backs):
            yield from keys.both


class SheetPlan(Struct, frozen=True):
    """How an order is printed at home. order: with what it leaves open filled in; base: the set printed before."""

    order: PrintOrder
    stock: PaperStock
    style: SheetStyle
    printer: Printer | None
    base: PrintedSet | None


def resolve(game: GameFolders, book: CardBook, order: PrintOrder, cache: BuildCache) -> ComposeJob:
    """Find what is to be composed; InputError or UsageError reports what is missing."""
    components = pick_components(book, order.only)
    cards = pick_cards(book, components, order.cards) if order.cards else None
    if order.blank:
        cards = first_cards(book, components)
    if cards is not None:
        components = [component for component in components if cards.get(component.id)]
    lang = find_language(book, order.lang)
    shelf = DiskShelf(games=game.shelves)
    resources = cache.resources(shelf, book, order.theme, lang, order.codes)
    if not resources.is_themed:
        raise InputError(resources.report)
    for option, theme in (("", order.theme), ("--backs", order.backs)):
        if theme and resources.theme_names and theme not in resources.theme_names:
            hint = hint_nearest(theme, resources.theme_names)
            place = Span(option or book.slug)
            raise UsageError.single(place, f"the game has no theme “{theme}”", hint, "unknown-theme")
    backs = order.backs if order.backs != resources.theme.name else ""
    if backs:
        _same_shapes(resources, components, backs).raise_errors()
    return ComposeJob(game, shelf, resources, components, cards, order.blank, backs)


def _same_shapes(resources: LayoutResources, components: Sequence[Component], backs: str) -> Report:
    """A fault for each back that has another size, bleed or shape under the theme that backs are printed in."""
    report, others = Report(), resources.in_theme(backs)
    names = {
        keys.back.layout: None
        for component in filter(is_printed_as_composed, components)
        for keys in part_keys(resources, component)
        if keys.back is not None and component.has_cards
    }
    for name in names:
        usual, other = resources.template(name), others.template(name)
        if usual is not None and other is not None and usual.size != other.size:
            message = f"this back has another size, bleed or shape in the theme {backs} than in {resources.theme.name}"
            hint = "give it the same size in both themes, or remove --backs"
            report.error(other.span, message, hint, "size")
    return report


def resolve_sheets(book: CardBook, order: PrintOrder) -> SheetPlan:
    """Find the paper, the printer and the set printed before; UsageError or InputError reports what is missing."""
    stock = read_paper_stock(DiskShelf())
    options = {name: getattr(order, name) for name in ("duplex", "crop", "gutter", "bleed", "registration", "skip")}
    given = {name: value for name, value in options.items() if value not in ("", None, ())}
    style = replace(stock.style, paper=stock.paper(order.paper), side=order.side, **given)
    printer = find_printer(order.printer) if order.printer else None
    base = read_base(order.since, book.slug) if order.since else None
    if base is not None:  # what is not given is as it was printed
        codes = order.codes or base.manifest.codes is True
        was = base.manifest
        order = replace(
            order,
            lang=order.lang or was.lang,
            theme=order.theme or was.theme,
            backs=order.backs or was.backs or "",
            codes=codes,
        )
    return SheetPlan(order, stock, style, printer, base)


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
        report.error(Span(book.slug), "the game lists no components", "add components: to game.yaml", "no-components")
    if known and report.errors:
        raise UsageError(report)
    report.raise_errors()
    return [component for component in book.components if not only or component.id in only]


def pick_cards(book: CardBook, components: Sequence[Component], cards: str) -> dict[str, frozenset[str]]:
    """For each component of cards the labels of those chosen; InputError when the choice means nothing."""
    from pnp.layout.sheets.selection import ListedCard, choose_cards

    own = frozenset(book.own_cards)
    rows = {
        component.id: [ListedCard(label, card, card.id in own) for card, label, _ in list_cards(book, component)]
        for component in components
        if component.has_cards
    }
    return choose_cards(cards, rows)


def first_cards(book: CardBook, components: Sequence[Component]) -> dict[str, frozenset[str]]:
    """The first card of each deck, whose size and back the blank ones have; UsageError when none has cards."""
    found = {}
    for component in filter(_has_blanks, components):
        found[component.id] = frozenset(label for _, label, _ in islice(list_cards(book, component), 1))
    if not found:
        hint = "name components of cards with --only"
        raise UsageError.single(Span("--blank"), "none of the chosen components has cards", hint, "no-cards")
    return found


def _has_blanks(component: Component) -> bool:
    return component.has_cards and component.kind not in ("standees", "dice")


def find_language(book: CardBook, lang: str) -> str:
    """The language, or two, that are asked for; the game's own when none is."""
    known = (*book.languages, *book.drafts)
    asked = split_languages(lang or known[0])
    for one in asked if BOTH in lang else asked[:1]:
        if one not in known:
            two = f"; two at once: {BOTH.join(known[:2])}" if len(known) > 1 else ""
            hint = f"one of: {', '.join(known)}{two}"
            raise UsageError.single(Span(book.slug), f"the game has no language “{one}”", hint, "unknown-language")
    return asked[0] if asked[0] == asked[1] else lang or known[0]
