"""Faces as a printer cuts them. In: the faces of a build, a component. Out: Pieces: face, back and copies, with as much
bleed as is asked for.

Invariant: a face that has too little bleed is composed anew with more, so that its art goes on; it is the same within
its trim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.export.order.faces import Faces
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, part_keys
from pnp.library.card import Component


class Piece(Struct, frozen=True):
    """A face with its back and copies; `card` is a card's id or page-1."""

    component: Component
    card: str
    face: Frame
    back: Frame | None
    copies: int

    @property
    def sides(self) -> tuple[Frame, ...]:
        """Face and back."""
        return (self.face,) if self.back is None else (self.face, self.back)


def pieces_of(
    made: Faces, component: Component, parts: Sequence[ComponentPart], bleed: float = 0.0, backs: str = ""
) -> list[Piece]:
    """The parts as Pieces with at least that much bleed, mm; `backs`: the theme of backs, where it is another."""
    frame = made.portfolio.frame
    pieces = [
        Piece(component, part.card, frame(part.face), frame(part.back) if part.back >= 0 else None, part.copies)
        for part in parts
    ]
    if all(side.bleed >= bleed for piece in pieces for side in piece.sides):
        return pieces
    wider = dict(_composed(made.resources, component, bleed, backs))
    return [replace(piece, face=wider[piece.card][0], back=wider[piece.card][1]) for piece in pieces]


def _composed(
    resources: LayoutResources, component: Component, bleed: float, backs: str
) -> Iterator[tuple[str, tuple[Frame, Frame | None]]]:
    """Faces and backs of all parts, by the parts' names."""
    page = 0
    for keys in part_keys(resources, component, None, backs):
        faces = with_bleed(resources, keys.face, bleed)
        behind: list[Frame | None] = [*with_bleed(resources, keys.back, bleed)] if keys.back is not None else []
        behind += [None] * (len(faces) - len(behind))
        for face, back in zip(faces, behind, strict=False):
            page += 1
            yield keys.label or f"page-{page}", (face, back)


def with_bleed(resources: LayoutResources, key: FaceKey, bleed: float) -> list[Frame]:
    """The faces of a key with so much bleed, if they have not more."""
    themed = resources.in_theme(key.theme) if key.theme else resources
    template = themed.template(key.layout)
    size = key.size or (template.size if template is not None else None)
    if size is not None and size.bleed < bleed:
        key = replace(key, size=replace(size, bleed=bleed))
    return [one.frame for one in compose(resources, key)]
