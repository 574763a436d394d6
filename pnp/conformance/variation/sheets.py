"""Sheets that are laid again with other cards or components. In: layout resources of one edition. Out: the component
whose sheets a varied book lays otherwise.

Invariant: sheets are compared as sheets, before there is a PDF. Of a kind without options of its own the copies say all
there is to its sheets, so it is neither composed nor laid.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from msgspec import Struct

from pnp.export.disk_shelf import DiskShelf
from pnp.export.sheets.papers import PaperStock, read_paper_stock
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import Portfolio, list_cards
from pnp.layout.sheets.impose import SheetPiece, impose
from pnp.layout.sheets.marks import Foot
from pnp.layout.sheets.production import ComponentSheets, DoesNotFit, SheetJob, produce
from pnp.library.card import CardBook, Component


class Laid(Struct, frozen=True):
    """A component on its sheets: which faces (by digest), and where; or why it cannot be made."""

    faces: tuple[str, ...] = ()
    made: ComponentSheets | None = None
    fault: str = ""


class Sheets:
    """The sheets of a game as they are, and as a varied book lays them."""

    def __init__(self, resources: LayoutResources) -> None:
        self.resources = resources
        self._known: dict[str, Laid] = {}

    @cached_property
    def stock(self) -> PaperStock:
        """The papers and words of the sheets."""
        return read_paper_stock(DiskShelf())

    def differing(self, book: CardBook) -> str:
        """The component that a varied book prints otherwise; "" for none."""
        usual = self.resources.book
        before = {component.id: component for component in usual.components}
        for component in book.components:
            was = before.get(component.id)
            if was is None or _copies(book, component) != _copies(usual, was):
                return f"the copies of {component.id}"
            if component.options == was.options:
                continue
            if component.id not in self._known:
                self._known[component.id] = self._laid(self.resources, was)
            known = self.resources
            like = LayoutResources(known.shelf, book, known.theme.name, known.lang, like=known)
            if self._laid(like, component) != self._known[component.id]:
                return f"the sheets of {component.id}"
        return ""

    def _laid(self, resources: LayoutResources, component: Component) -> Laid:
        style, portfolio = self.stock.style, Portfolio(resources)
        pieces = [SheetPiece(part.face, part.back, part.copies) for part in portfolio.parts(component)]
        foot = Foot(resources.book.slug, component.id)
        lay = partial(impose, portfolio.faces, style=style, foot=foot, side_words=("front", "back", "fold"))
        try:
            made = produce(portfolio, component, pieces, SheetJob(style, foot, str, lay))
        except DoesNotFit as fault:
            return Laid(fault=str(fault))
        return Laid(tuple(portfolio.digests), made)


def _copies(book: CardBook, component: Component) -> Any:
    if not component.has_cards:
        return component.copies
    return [(label, copies * component.copies) for _, label, copies in list_cards(book, component)]
