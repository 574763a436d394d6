"""Faces that are composed again with other cards. In: a catalog entry and its book. Out: the face that a varied book
prints otherwise.

Invariant: drawings are compared as drawings, before there is a PDF; a face is composed anew only where it had read what
is varied, and in another language or under another theme only where no face of the usual one came out otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from pnp.catalog import CatalogEntry
from pnp.conformance.variation.sheets import Sheets
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import card_faces
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.tuckbox import panels
from pnp.library.card import CardBook, Component
from pnp.library.read_log import Datum, ReadLog

FaceName = tuple[str, str, int]
"""A component, a layout, and its number among the faces of the component."""


class Faces:
    """All faces of a game, and which of them read which datum."""

    def __init__(self, entry: CatalogEntry, book: CardBook) -> None:
        shelf = DiskShelf(games={entry.slug: entry.layouts})
        usual = LayoutResources(shelf, book, lang=book.languages[0])
        translated = (usual.fresh_copy(lang=lang) for lang in book.languages[1:])
        themed = (usual.fresh_copy(theme) for theme in usual.theme_names[1:])
        self._editions = [_Edition(resources) for resources in (usual, *translated, *themed)]
        self.sheets = Sheets(usual)
        self._drawn = frozenset(usual.icon_names())

    def differing(self, book: CardBook, data: Iterable[Datum]) -> str:
        """The face that a varied book prints otherwise: its component and layout; "" for none."""
        data = list(data)
        drawn = next((datum[1] for datum in data if datum[0] == "name" and datum[1] in self._drawn), "")
        if drawn:
            return f"the drawing “{drawn}”, which a screen reader calls so"
        for edition in self._editions:
            if any(datum in edition.readers for datum in data) and (found := edition.differing(book, data)):
                return found
        return ""


class _Edition:
    """The faces in one language under one theme, composed when they are first asked for."""

    def __init__(self, resources: LayoutResources) -> None:
        self.resources = resources
        self.frames: dict[FaceName, list[Frame]] = {}

    @cached_property
    def readers(self) -> dict[Datum, list[FaceName]]:
        """The faces that read a datum."""
        found: dict[Datum, list[FaceName]] = {}
        log = ReadLog(self.resources.book)
        recording = self._like(log.book)
        for component in log.book.components:
            for name, compose, own in _composers(recording, component):
                log.noted.clear()
                self.frames[name] = compose()
                for datum in log.noted.union(own):
                    found.setdefault(datum, []).append(name)
        return found

    def differing(self, book: CardBook, data: Iterable[Datum]) -> str:
        names = {name for datum in data for name in self.readers.get(datum, ())}
        resources = self._like(book)
        for component in book.components:
            there = {name: compose for name, compose, _ in _composers(resources, component)}
            for name in sorted(each for each in names if each[0] == component.id):
                if name not in there or there[name]() != self.frames[name]:
                    return f"{name[0]} ({name[1]})"
        return ""

    def _like(self, book: CardBook) -> LayoutResources:
        known = self.resources
        return LayoutResources(known.shelf, book, known.theme.name, known.lang, like=known)


def _composers(
    resources: LayoutResources, component: Component
) -> Iterator[tuple[FaceName, Callable[[], list[Frame]], list[Datum]]]:
    """The faces of a component: the name, how it is composed, and what it reads without being seen to."""

    def of_page(layout: str, size: object = None) -> Callable[[], list[Frame]]:
        return lambda: [face.frame for face in compose_page(resources, layout, None, size)]  # type: ignore[arg-type]

    if component.has_cards:
        for number, (layout, card) in enumerate(card_faces(resources.book, component)):
            # A copy that is printed differently is put together for it, and records nothing.
            own = [("card", card.id, field) for field in (card.fields if card.faces else ())]
            own += [("card", card.id, field) for field in (component.by, component.back_by) if field]
            yield (
                (component.id, layout, number),
                lambda layout=layout, card=card: [compose_card(resources, layout, card).frame],  # type: ignore[misc]
                own,
            )
    elif component.kind == "tuckbox":
        for number, (_, layout, size) in enumerate(panels(resources, component)):
            yield (component.id, layout, number), of_page(layout, size), []
    else:
        for layout in filter(None, (component.face, component.back)):
            yield (component.id, layout, 0), of_page(layout), []
