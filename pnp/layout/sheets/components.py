"""What a component consists of. In: LayoutResources and a component of the game. Out: ComponentParts: faces with
backs and copies.

Invariant: equal faces are one Frame (their names aside), known by a digest of everything that is drawn; all faults of
all faces are reported together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import Report
from pnp.base.digest import digest_bytes
from pnp.layout.drawing.frame import Frame, Outline
from pnp.layout.painting.bilingual import per_language
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.tuckbox import panels
from pnp.library.card import Card, CardBook, Component

BLANK = "blank"  # what a card without anything on it is called


class ComponentPart(Struct, frozen=True):
    """One face to print: `card` is a card's id or page-1; face and back are numbers in the Portfolio, -1 is none."""

    card: str
    face: int
    back: int = -1
    copies: int = 1


def with_copies(component: Component, parts: list[ComponentPart]) -> list[ComponentPart]:
    """The parts that are made: none of a card of which there is no copy."""
    return [part for part in parts if part.copies] if component.has_cards else parts


def blank_parts(portfolio: Portfolio, parts: list[ComponentPart], copies: int) -> list[ComponentPart]:
    """Blank cards, to be written on, in the place of the first one: of its size, with its back."""
    made = []
    for part in parts[:1]:
        face = portfolio.faces[part.face]
        blank = Frame("", face.width, face.height, face.bleed, face.corner, cut=face.cut)
        made.append(ComponentPart(BLANK, portfolio.add_frame(blank), part.back, copies))
    return made


class FinishedFace(Outline, Protocol):
    """A face that an exporter finished before, so that it need not be composed; digest: of the Frame it was made of."""

    @property
    def digest(self) -> str: ...


def _none(layout: str, card: Card) -> None:
    return None


class Portfolio:
    """All unique faces of a print run, in the order they first appear: Frames, and those that were finished before."""

    def __init__(
        self, resources: LayoutResources, finished: Callable[[str, Card], FinishedFace | None] = _none
    ) -> None:
        """`finished`: the finished face of a layout and a card, if there is one."""
        self.resources = resources
        self._finished = finished
        self.faces: list[Outline] = []
        self.digests: list[str] = []
        self.report = Report()
        self._numbers: dict[str, int] = {}

    def add(self, face: ComposedFace) -> int:
        """The number of a face; its faults are kept."""
        self.report.extend(item for item in face.report if item not in self.report.items)
        return self.add_frame(face.frame)

    def add_frame(self, frame: Frame) -> int:
        """The number of a frame; equal ones have one."""
        return self._number(frame, digest_frame(frame))

    @property
    def composed(self) -> list[Frame]:
        """The faces that were composed here."""
        return [face for face in self.faces if isinstance(face, Frame)]

    def frame(self, number: int) -> Frame:
        """A face to build something of: one that was composed here."""
        face = self.faces[number]
        assert isinstance(face, Frame)
        return face

    def _number(self, face: Outline, digest: str) -> int:
        number = self._numbers.setdefault(digest, len(self.faces))
        if number == len(self.faces):
            self.faces.append(face)
            self.digests.append(digest)
        elif isinstance(face, Frame):
            self.faces[number] = face  # it serves wherever a finished face does, and can be built upon
        return number

    def parts(self, component: Component, wanted: frozenset[str] | None = None) -> list[ComponentPart]:
        """Compose a component; of a deck only the cards with these labels, when they are given."""
        if component.has_cards:
            return [
                ComponentPart(
                    label,
                    self._card(component, component.face_of(card), card),
                    self._card(component, component.back_of(card), card),
                    copies * component.copies,
                )
                for card, label, copies in list_cards(self.resources.book, component)
                if wanted is None or label in wanted
            ]
        if component.kind == "tuckbox":
            return [
                ComponentPart(name, self.add(compose_page(self.resources, layout, None, size)[0]), -1, component.copies)
                for name, layout, size in panels(self.resources, component)
            ]
        pages, backs = self._pages(component)
        return [
            ComponentPart(f"page-{number}", page, back, component.copies)
            for number, (page, back) in enumerate(zip(pages, backs, strict=False), 1)
        ]

    def _pages(self, component: Component) -> tuple[list[int], list[int]]:
        """Fronts and backs, each language after the other where the layout does not show both."""
        pages: list[int] = []
        backs: list[int] = []
        for one_language in per_language(self.resources, component):
            fronts = [self.add(face) for face in compose_page(one_language, component.face)]
            if pages == fronts:  # not a word in it
                break
            pages += fronts
            backs += [self.add(face) for face in compose_page(one_language, component.back)] if component.back else []
            backs += [-1] * (len(pages) - len(backs))
        return pages, backs

    def _card(self, component: Component, layout: str, card: Card) -> int:
        if not layout:
            return -1
        finished = self._finished(layout, card) if is_printed_as_composed(component) else None
        if finished is not None:
            return self._number(finished, finished.digest)
        return self.add(compose_card(self.resources, layout, card))


def is_printed_as_composed(component: Component) -> bool:
    """True for cards whose faces go on sheets as they are; of others something is built first, which takes Frames."""
    return component.has_cards and component.kind != "standees"


def list_cards(book: CardBook, component: Component) -> Iterator[tuple[Card, str, int]]:
    """The cards of a component's deck, what to call them, and copies; one by one where they are printed differently."""
    for card in book.decks[component.deck].cards:
        if not card.faces:
            yield card, card.id, card.copies
        for number, fields in enumerate(card.faces, 1):
            yield replace(card, fields={**card.fields, **fields}), f"{card.id}-{number}", 1


def digest_frame(frame: Frame) -> str:
    """32 hexadecimal characters that are equal exactly when the printed faces are."""
    return digest_bytes(msgpack.encode(replace(frame, name="")), 16)
