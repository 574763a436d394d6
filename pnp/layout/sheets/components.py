"""What a component consists of. In: LayoutResources and a component of the game. Out: PartKeys: what its faces are
composed of; ComponentParts: faces with backs and copies.

Invariant: equal faces are one Frame (their names aside), known by a digest of everything that is drawn; all faults of
all faces are reported together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import Report
from pnp.base.digest import digest_bytes
from pnp.layout.drawing.frame import Frame, Outline
from pnp.layout.painting.bilingual import per_language
from pnp.layout.painting.compose import FaceKey, compose
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


class PartKeys(Struct, frozen=True):
    """What a part of a component is composed of; without a label these are pages, as many as there are."""

    label: str
    face: FaceKey
    back: FaceKey | None = None
    copies: int = 1

    @property
    def both(self) -> tuple[FaceKey, ...]:
        """The keys of face and back."""
        return (self.face,) if self.back is None else (self.face, self.back)


def part_keys(
    resources: LayoutResources, component: Component, wanted: frozenset[str] | None = None, backs: str = ""
) -> Iterator[PartKeys]:
    """The keys of a component's parts; of a deck only those of the cards with these labels, when they are given.
    `backs`: the theme of what stands on the backs of cards and chits, where it is another.
    """
    theme = backs if is_printed_as_composed(component) else ""
    if component.has_cards:
        for card, label, copies in list_cards(resources.book, component):
            if wanted is None or label in wanted:
                behind = component.back_of(card)
                face = FaceKey(component.face_of(card), card)
                yield PartKeys(label, face, FaceKey(behind, card, theme=theme) if behind else None, copies)
    elif component.kind == "tuckbox":
        for name, layout, size in panels(resources, component):
            yield PartKeys(name, FaceKey(layout, size=size))
    else:
        for lang in per_language(resources, component):
            back = FaceKey(component.back, lang=lang) if component.back else None
            yield PartKeys("", FaceKey(component.face, lang=lang), back)


Finished = Sequence[tuple[str, Outline]]  # faces that were made before, each with the digest of its Frame


def _none(key: FaceKey, is_whole: bool) -> None:
    return None


class Portfolio:
    """All unique faces of a print run, in the order they first appear: Frames, and those that were finished before."""

    def __init__(
        self, resources: LayoutResources, finished: Callable[[FaceKey, bool], Finished | None] = _none, backs: str = ""
    ) -> None:
        """`finished`: the finished faces of a key, if there are any: Frames where the whole is wanted; `backs`: see
        `part_keys`.
        """
        self._backs = backs
        self.resources = resources
        self._finished = finished
        self.faces: list[Outline] = []
        self._composed: set[int] = set()
        self.digests: list[str] = []
        self.report = Report()
        self._numbers: dict[str, int] = {}

    def add(self, face: ComposedFace) -> int:
        """The number of a face; its faults are kept."""
        self.report.extend(item for item in face.report if item not in self.report.items)
        number = self.add_frame(face.frame)
        self._composed.add(number)
        return number

    def add_frame(self, frame: Frame) -> int:
        """The number of a frame; equal ones have one."""
        return self._number(frame, digest_frame(frame))

    @property
    def composed(self) -> list[Frame]:
        """The faces that were composed here."""
        return [self.frame(number) for number in sorted(self._composed)]

    def frame(self, number: int) -> Frame:
        """A face to build something of."""
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
        pages: list[int] = []
        backs: list[int] = []
        parts = []
        for keys in part_keys(self.resources, component, wanted, self._backs):
            faces = self._numbers_of(component, keys.face)
            if keys.label:
                back = self._numbers_of(component, keys.back)[0] if keys.back is not None else -1
                parts.append(ComponentPart(keys.label, faces[0], back, keys.copies * component.copies))
                continue
            if pages == faces:  # the first language's again: not a word in it
                break
            pages += faces
            backs += self._numbers_of(component, keys.back) if keys.back is not None else []
            backs += [-1] * (len(pages) - len(backs))
        many = enumerate(zip(pages, backs, strict=False), 1)
        return parts + [ComponentPart(f"page-{number}", *both, component.copies) for number, both in many]

    def _numbers_of(self, component: Component, key: FaceKey) -> list[int]:
        """The faces of a key, as they were finished before, or composed."""
        finished = self._finished(key, not is_printed_as_composed(component))
        if finished is not None:
            return [self._number(face, digest) for digest, face in finished]
        return [self.add(face) for face in compose(self.resources, key)]


def is_printed_as_composed(component: Component) -> bool:
    """True where faces go on sheets as they are; of others something is built first, which takes Frames."""
    return component.kind not in ("standees", "dice", "tuckbox")


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
