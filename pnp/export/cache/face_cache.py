"""Finished faces: composed and painted once, and used again as long as nothing they are made of has changed. In: a
layout and a card. Out: the face as documents need it: its outline and its streams.

Invariant: a face made anew would be byte for byte the same (see `records.py`). Faces with any fault are never kept.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import DecodeError, msgpack

from pnp.export.cache.records import Record, Records
from pnp.export.pdf.operators import Drawing
from pnp.layout.drawing.frame import Frame, PathData
from pnp.library.card import Card


class Painted(Record, frozen=True, array_like=True):
    """A face: the digest of its whole Frame, the Frame without items, and its stream, deflated."""

    digest: str
    name: str
    width: float
    height: float
    bleed: float
    corner: float
    cut: PathData
    drawing: Drawing

    @property
    def frame(self) -> Frame:
        """What imposition must know of the face."""
        return Frame(self.name, self.width, self.height, self.bleed, self.corner, (), self.cut)


_FACE = msgpack.Decoder(Painted)


class Faces(Records):
    """The finished faces of one game, theme and language."""

    def __init__(self, slug: str, surroundings: str) -> None:
        super().__init__("faces", slug, surroundings)

    def face(self, layout: str, card: Card) -> Painted | None:
        """The face, if it is finished."""
        packed = self.find(layout, card)
        with suppress(DecodeError, ValueError):
            return _FACE.decode(packed) if packed is not None else None
        return None
