"""A build. In: a game's folders and card book, and an Order. Out: PDFs (PNGs if asked for) and a manifest in a folder.

One PDF a component, and one with everything. Invariant: nothing is written before everything is made; a text that does
not fit, or any other fault of a layout, is told with all others in one InputError, and the old build stays as it was.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from pnp import __version__
from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.nearest import hint_nearest
from pnp.export.delivery import deliver, safe_name
from pnp.export.manifest import FORMAT, NAME, MadeComponent, MadeFace, MadeFile, Manifest, dump_manifest
from pnp.export.papers import PrintShop, read_print_shop
from pnp.export.pdf import About, Painter
from pnp.export.shelf import DiskShelf
from pnp.layout.components import Part, Portfolio
from pnp.layout.frame import Sheet
from pnp.layout.grid import SheetStyle
from pnp.layout.impose import Piece, impose
from pnp.layout.marks import Foot
from pnp.layout.workshop import Origins, Workshop
from pnp.library.card import CardBook, Component
from pnp.library.words import say


class GameFolders(Protocol):
    """Where a game's files are; the catalog's Entry is one."""

    @property
    def slug(self) -> str: ...

    @property
    def cards(self) -> str: ...

    @property
    def layouts(self) -> str: ...


class Order(Struct, frozen=True):
    """What to make. Empty texts and None stand for what the layouts and `sheets.yaml` say; `only` names components."""

    paper: str = "a4"
    lang: str = ""
    theme: str = ""
    only: tuple[str, ...] = ()
    copies: int = 1
    duplex: str = ""
    side: str = "both"
    crop: str = ""
    gutter: float | None = None
    png: bool = False
    dpi: int = 300
    trim: bool = False
    folder: str = "output"


class Product(Struct, frozen=True):
    """What was made, and where."""

    folder: str
    manifest: Manifest
    warnings: list[Diagnostic]

    @property
    def manifest_path(self) -> str:
        """The manifest's file."""
        return os.path.join(self.folder, NAME)


class PrintedComponent(Struct, frozen=True):
    """A component ready to print."""

    component: Component
    title: str
    parts: list[Part]
    sheets: list[Sheet]

    @property
    def faces(self) -> list[int]:
        """The numbers of its unique faces, fronts first."""
        numbers = [part.face for part in self.parts] + [part.back for part in self.parts if part.back >= 0]
        return list(dict.fromkeys(numbers))


class Prepared(Struct, frozen=True):
    """Everything composed and imposed, nothing painted yet."""

    workshop: Workshop
    portfolio: Portfolio
    painter: Painter
    style: SheetStyle
    components: list[PrintedComponent]

    @property
    def all_sheets(self) -> list[Sheet]:
        """All sheets one after another; where any has a back, each component begins on a new leaf."""
        sheets: list[Sheet] = []
        sides = {sheet.side for one in self.components for sheet in one.sheets}
        for one in self.components:
            if len(sides) == 2 and len(sheets) % 2:
                last = sheets[-1]
                sheets.append(Sheet(last.name, "back", last.width, last.height))
            sheets += one.sheets
        return sheets


def build_game(game: GameFolders, book: CardBook, order: Order) -> Product:
    """Make everything ordered; InputError tells every fault."""
    prepared = prepare_game(game, book, order)
    workshop, style, portfolio = prepared.workshop, prepared.style, prepared.portfolio
    lang, theme = workshop.lang, workshop.theme.name
    about = About(
        title=say(book.title, lang),
        author=say(book.names.get("author", {}), lang) or "pnp",
        subject=say(book.about, lang),
        keywords=", ".join(("print-and-play", book.slug, style.paper.title, lang, theme)),
        lang=lang,
        creator=f"pnp {__version__}",
        duplex=style.duplex,
    )
    label = f"{style.paper.id}-{lang}" + ("" if _is_usual(workshop) else f"-{safe_name(theme)}")
    made = _pdfs(prepared, about, "" if order.only else f"{safe_name(book.slug)}-{label}")
    if order.png:
        made += _pngs(prepared, order)
    manifest = Manifest(
        manifest=FORMAT,
        made_by=f"pnp {__version__}",
        game=book.slug,
        title=say(book.title, lang),
        version=book.version,
        book=book.digest,
        lang=lang,
        theme=theme,
        paper=style.paper.id,
        sheets={name: getattr(style, name) for name in ("duplex", "side", "crop", "gutter", "margin")},
        components=[_made_component(one, portfolio) for one in prepared.components],
        files=[file for file, _ in made],
    )
    folder = os.path.join(order.folder, safe_name(book.slug), label)
    deliver(folder, [*((file.file, data) for file, data in made), (NAME, dump_manifest(manifest))])
    return Product(folder, manifest, portfolio.report.warnings)


def prepare_game(game: GameFolders, book: CardBook, order: Order) -> Prepared:
    """Compose and impose everything ordered; InputError tells every fault of cards, layouts and sheets."""
    components = pick_components(book, order.only)
    shelf = DiskShelf(games={book.slug: game.layouts})
    shop = read_print_shop(shelf)
    style = _style(shop, order)
    lang = _language(book, order.lang)
    workshop = Workshop(shelf, book, order.theme, lang)
    portfolio, parts = _compose(workshop, components)
    painter = Painter(workshop.font_bytes, workshop.image_bytes)
    missing = {letter for frame in portfolio.frames for letter in painter.missing(frame)}
    if portfolio.report.errors or missing:
        workshop = Workshop(shelf, book, order.theme, lang, _origins(game))
        raise InputError(_faults(workshop, components, portfolio.report, missing))
    printed = _impose(portfolio, list(zip(components, parts, strict=True)), style, shop, order.copies)
    return Prepared(workshop, portfolio, painter, style, printed)


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
    report.raise_errors()
    return [component for component in book.components if not only or component.id in only]


def _language(book: CardBook, lang: str) -> str:
    known = (*book.languages, *book.drafts)
    if lang and lang not in known:
        hint = f"one of: {', '.join(known)}"
        raise InputError.single(Span(book.slug), f"the game has no language “{lang}”", hint, "unknown-language")
    return lang or known[0]


def _style(shop: PrintShop, order: Order) -> SheetStyle:
    said = {"duplex": order.duplex, "crop": order.crop, "gutter": order.gutter}
    given = {name: value for name, value in said.items() if value not in ("", None)}
    return replace(shop.style, paper=shop.paper(order.paper), side=order.side, **given)


def _compose(workshop: Workshop, components: Sequence[Component]) -> tuple[Portfolio, list[list[Part]]]:
    portfolio = Portfolio(workshop)
    parts = [portfolio.parts(component) for component in components]
    portfolio.report.extend(workshop.report)
    return portfolio, parts


def _faults(workshop: Workshop, components: Sequence[Component], found: Report, missing: set[str]) -> Report:
    """Every error, with the places of the cards: only now is it worth the time to learn where each was written."""
    from pnp.layout.inspection import inspect_workshop

    report = Report(dict.fromkeys([*inspect_workshop(workshop, components).errors, *found.errors]))
    if not report.errors:
        letters = " ".join(f"{letter} (U+{ord(letter):04X})" for letter in sorted(missing))
        report.error(Span(workshop.book.slug), f"no font has the characters {letters}", code="missing-glyph")
    return report


def _origins(game: GameFolders) -> Origins:
    from pnp.library.loader import read_book
    from pnp.library.shelf import open_shelf

    return read_book(open_shelf(game.cards, game.slug)).origin


def _is_usual(workshop: Workshop) -> bool:
    return workshop.theme.name == workshop.default_theme


def _impose(
    portfolio: Portfolio,
    components: Sequence[tuple[Component, list[Part]]],
    style: SheetStyle,
    shop: PrintShop,
    copies: int,
) -> list[PrintedComponent]:
    """Each component on its sheets."""
    workshop = portfolio.workshop
    book, lang = workshop.book, workshop.lang
    side_words = (shop.word("front", lang), shop.word("back", lang), shop.word("fold", lang))
    report = Report()
    printed = []
    for component, parts in components:
        title = say(component.title, lang) or component.id
        foot = Foot(
            game=say(book.title, lang),
            component=title,
            paper=style.paper.title,
            note=lang if _is_usual(workshop) else f"{lang} · {workshop.theme.name}",
            sheet_word=shop.word("sheet", lang),
            ruler=shop.word("ruler", lang),
        )
        pieces = [Piece(part.face, part.back, part.copies * copies) for part in parts]
        try:
            sheets = impose(portfolio.frames, pieces, style, foot, side_words)
        except ValueError as fault:
            report.error(Span(book.slug), f"component {component.id}: {fault}", "choose another --paper", "paper")
        else:
            printed.append(PrintedComponent(component, title, parts, sheets))
    report.raise_errors()
    return printed


def _pdfs(prepared: Prepared, about: About, whole: str) -> list[tuple[MadeFile, bytes]]:
    """A PDF of each component and, under the name `whole`, one of them all."""
    frames, components, painter = prepared.portfolio.frames, prepared.components, prepared.painter
    ids = [one.component.id for one in components]
    made = []
    for one, name in zip(components, _names(ids), strict=True):
        data = painter.paint(frames, one.sheets, replace(about, title=f"{about.title}: {one.title}"))
        made.append(_file(f"{name}.pdf", "pdf", [one.component.id], len(one.sheets), len(one.faces), data))
    if whole and len(components) > 1:
        sheets = prepared.all_sheets
        data = painter.paint(frames, sheets, about)
        made.append(_file(f"{whole}.pdf", "pdf", ids, len(sheets), len(frames), data))
    return made


def _pngs(prepared: Prepared, order: Order) -> list[tuple[MadeFile, bytes]]:
    """A PNG of each unique face of each component."""
    from pnp.export.png import paint_pngs

    made = []
    for one, folder in zip(prepared.components, _names([one.component.id for one in prepared.components]), strict=True):
        labels: dict[int, str] = {}
        backs = {part.back for part in one.parts if part.back >= 0}
        for part in one.parts:
            labels.setdefault(part.face, part.card)
        for part in one.parts:
            if part.back >= 0:
                labels.setdefault(part.back, "back" if len(backs) == 1 else f"{part.card}-back")
        frames = [prepared.portfolio.frames[number] for number in labels]
        names = _names(list(labels.values()))
        for name, data in zip(names, paint_pngs(prepared.painter, frames, order.dpi, order.trim), strict=True):
            made.append(_file(f"png/{folder}/{name}.png", "png", [one.component.id], 1, 1, data))
    return made


def _names(labels: Sequence[str]) -> list[str]:
    """File names of the labels, all different."""
    names: list[str] = []
    taken: set[str] = set()
    for label in labels:
        name = base = safe_name(label)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names


def _file(name: str, kind: str, components: list[str], pages: int, faces: int, data: bytes) -> tuple[MadeFile, bytes]:
    return MadeFile(name, kind, components, pages, faces, len(data), sha256(data).hexdigest()), data


def _made_component(one: PrintedComponent, portfolio: Portfolio) -> MadeComponent:
    digests = portfolio.digests
    faces = [
        MadeFace(part.card, part.copies, digests[part.face], digests[part.back] if part.back >= 0 else None)
        for part in one.parts
    ]
    return MadeComponent(one.component.id, one.title, faces)
