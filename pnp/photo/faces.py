"""Where the code lies on a card. In: layouts and cards of a game. Out: for each text of a code its card, and where on
its face the code is printed.

Invariant: it is measured on the very face that `pnp build --codes` prints, so a layout that moves its code needs no
word here.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from pnp.layout.drawing.bounds import bounds_of, leaves_of
from pnp.layout.drawing.frame import Shape
from pnp.layout.drawing.path import transform_path
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card

OTHER_SIDE = "+"  # after a code: the card lies with its other side up


class FaceCode(Struct, frozen=True):
    """A code on a face, in mm: the corner of its square and its side; the size of the face."""

    x: float
    y: float
    side: float
    width: float
    height: float


class FaceCodes:
    """The codes of one game."""

    def __init__(self, resources: LayoutResources) -> None:
        self.resources = resources
        self._measured: dict[tuple[str, str], FaceCode | None] = {}

    @cached_property
    def _cards(self) -> dict[str, Card]:
        decks = self.resources.book.decks.values()
        return {card.code.casefold(): card for deck in decks for card in deck.cards if card.code}

    def card_of(self, text: str) -> tuple[Card, bool] | None:
        """The card of a code, and whether its other side shows; None for a code that is none of this game."""
        card = self._cards.get(text.removesuffix(OTHER_SIDE).casefold())
        return None if card is None else (card, text.endswith(OTHER_SIDE))

    def place(self, card: Card, is_other_side: bool) -> FaceCode | None:
        """Where the code is printed; None when no layout gives it a place."""
        for component in self.resources.book.components:
            deck = self.resources.book.decks.get(component.deck) if component.kind == "cards" else None
            if deck is not None and any(card.id == other.id for other in deck.cards):
                layout = component.back_of(card) if is_other_side else component.face_of(card)
                if layout and (found := self._place(layout, card)) is not None:
                    return found
        return None

    def _place(self, layout: str, card: Card) -> FaceCode | None:
        key = (layout, card.id)
        if key not in self._measured:
            face = compose_card(self.resources, layout, card)
            trace = next((trace for trace in face.traces if trace.kind == "code"), None)
            self._measured[key] = None
            if trace is not None:
                code = list(leaves_of(face.frame.items))[trace.stop - 1]  # what is dark of it is drawn last
                assert isinstance(code.item, Shape)
                left, top, right, _ = bounds_of(transform_path(code.item.path, code.matrix))
                self._measured[key] = FaceCode(left, top, right - left, face.size.width, face.size.height)
        return self._measured[key]
