"""Faces as the studio shows them. In: a card book, resources. Out: slots (a side of a card, or all pages of a component
without cards), and the Faces that one gives, one at a time.

Invariant: a face has one name in every edition (`tiles/ukko`, `tiles/ukko/back`, `rules/page-1`), and one digest as
long as the same is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from pnp.base.diagnostics import Diagnostic
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Frame, Text
from pnp.layout.painting.bilingual import per_language
from pnp.layout.painting.compose import FaceKey, compose_card, compose_each, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import list_cards
from pnp.layout.sheets.tuckbox import panels
from pnp.library.card import Card, CardBook, Component
from pnp.library.words import localise


class Edition(NamedTuple):
    """The language (or two, `en+fi`) and the theme in which faces are shown; theme "": the game's usual one."""

    lang: str
    theme: str = ""

    def name(self) -> str:
        """`en`, `fi:dark`."""
        return f"{self.lang}:{self.theme}" if self.theme else self.lang


class Slot(Struct, frozen=True):
    """One side of a card, or all pages of one side of a component that has no cards."""

    component: Component
    label: str
    is_back: bool
    layout: str
    card: Card | None = None
    copies: int = 1

    @property
    def name(self) -> str:
        """Its name, of which those of its faces are made."""
        return "/".join(filter(None, (self.component.id, self.label, "back" if self.is_back else "")))


class Face(Struct, frozen=True):
    """A composed face with what is told of it. faults: what is wrong with it, as far as looked at yet.

    is_stale: its layout cannot be used now; this is how it was before · sizes: of each of its texts, by element, points
    """

    name: str
    frame: Frame
    digest: str
    slot: Slot
    title: str
    faults: list[Diagnostic] = []
    is_stale: bool = False
    sizes: dict[str, float] = {}

    def values(self) -> dict[str, Any]:
        """The face for pages and programs."""
        component, frame = self.slot.component, self.frame
        return {
            "face": self.name,
            "slot": self.slot.name,
            "component": component.id,
            "card": self.slot.card.id if self.slot.card is not None else None,
            "side": "back" if self.slot.is_back else "front",
            "title": self.title,
            "copies": self.slot.copies,
            "layout": self.slot.layout,
            "size": [frame.width, frame.height],
            "corner": frame.corner,
            "cut": bool(frame.cut),
            "digest": self.digest,
            "stale": self.is_stale,
        }


def list_slots(book: CardBook) -> Iterator[Slot]:
    """All there is to print, in the order of the book: a front, then its back."""
    for component in book.components:
        if not component.has_cards:
            yield from _pages(component)
            continue
        for card, label, copies in list_cards(book, component):
            for is_back, layout in enumerate((component.face_of(card), component.back_of(card))):
                if layout:
                    yield Slot(component, label, bool(is_back), layout, card, copies * component.copies)


def _pages(component: Component) -> Iterator[Slot]:
    yield Slot(component, "", False, component.face, copies=component.copies)
    if component.back and component.kind != "tuckbox":
        yield Slot(component, "", True, component.back, copies=component.copies)


class Composing(NamedTuple):
    """A face of a slot: its name; what tells it from others in its title; what was composed."""

    name: str
    which: str
    face: ComposedFace


def compose_slot(resources: LayoutResources, slot: Slot) -> Iterator[Composing]:
    """The faces of a slot, each composed when it is asked for."""
    if slot.card is not None:
        yield Composing(slot.name, "", compose_card(resources, slot.layout, slot.card))
    elif slot.component.kind == "tuckbox":
        for panel, layout, size in panels(resources, slot.component):
            face = compose_page(resources, layout, None, size)[0]
            yield Composing(f"{slot.component.id}/{panel}", f": {panel}", face)
    else:
        behind = "/back" if slot.is_back else ""
        languages = per_language(resources, slot.component)
        pages = (page for lang in languages for page in compose_each(resources, FaceKey(slot.layout, lang=lang)))
        for number, page in enumerate(pages, 1):
            yield Composing(f"{slot.component.id}/page-{number}{behind}", f" {number}", page)


def title_of(slot: Slot, lang: str) -> str:
    """What people call a card, or a component that has none."""
    if slot.card is not None:
        return localise(slot.card.name, lang) or slot.label
    return localise(slot.component.title, lang) or slot.component.id


def text_sizes(face: ComposedFace) -> dict[str, float]:
    """The smallest type of each text of a face, by its place in the layout: what had to shrink is small."""
    found: dict[str, float] = {}
    traces = [trace for trace in face.traces if trace.kind == "text" and not (trace.inset or trace.smallprint)]
    if not traces:
        return found
    leaves = list(leaves_of(face.frame.items))
    for trace in traces:
        for leaf in leaves[trace.start : trace.stop]:
            if isinstance(leaf.item, Text):
                a, b, *_ = leaf.matrix
                size = leaf.item.size * float(abs(a) + abs(b))
                key = f"{trace.span.file}:{trace.span.line}:{trace.element}"
                found[key] = min(found.get(key, size), size)
    return found
