"""Sizes that are shared. In: the word under which texts, or elements of stacks, go together, and their face. Out: the
size that all of them take: points of type, or mm of room.

On one face the first painting tells what each needs, and the second gives them the smallest (`compose.py`). What is
shared `among: deck` is the smallest that any card of the deck needs: the deck is read, so a change of any of its cards
makes all its faces anew. Invariant: every face of a deck gets the same size, whichever is composed first.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.base.diagnostics import Report
from pnp.layout.painting.face_canvas import FaceCanvas
from pnp.layout.painting.scope import Scope
from pnp.layout.template.template import Template
from pnp.library.book_reader import BookReader, Read
from pnp.library.card import Card, Deck

_Found = tuple[Template, dict[str, float], frozenset[Read]]


def is_shared_in_deck(canvas: FaceCanvas, among: str | None) -> bool:
    """Whether the size is that of a whole deck, so that this face has no say of its own."""
    return among == "deck" and canvas.scope.card is not None and not canvas.is_sizing


def shared_size(canvas: FaceCanvas, together: str, among: str | None) -> float:
    """What all that goes together under this word takes on this canvas; 0 when nothing is known yet."""
    if is_shared_in_deck(canvas, among) and canvas.scope.card is not None:
        return _sizes_in_deck(canvas, canvas.scope.card.deck).get(together, 0.0)
    return canvas.caps.get(together, 0.0)


def _sizes_in_deck(canvas: FaceCanvas, id_: str) -> dict[str, float]:
    """The sizes on the faces that this layout has in the deck; what finding them reads is read by every one."""
    scope, template = canvas.scope, canvas.template
    key = ("sizes in deck", id(template), id_)  # the template stays alive beside them
    found: _Found | None = canvas.resources.memo.get(key)
    if found is None:
        book = scope.book.fresh()
        deck = book.deck(id_)
        sizes: dict[str, float] = {}
        for card in _cards(book, deck, template.name) if deck is not None else ():
            for name, size in _sizes_on(canvas, Scope(canvas.resources, book, template, card)).items():
                sizes[name] = min(size, sizes.get(name, size))
        found = canvas.resources.memo[key] = (template, sizes, frozenset(book.reads))
    scope.book.reads |= found[2]
    return found[1]


def _cards(book: BookReader, deck: Deck, layout: str) -> Iterator[Card]:
    """The cards of the deck that are printed with this layout; all of them when none is."""
    cards = [
        replace(card, fields={**card.fields, **fields}) if fields else card
        for card in deck.cards
        for fields in card.faces or ({},)
    ]
    parts = [part for part in book.facts.components if part.deck == deck.id]
    printed = [card for card in cards if any(layout in (part.face_of(card), part.back_of(card)) for part in parts)]
    yield from printed or cards


def _sizes_on(canvas: FaceCanvas, scope: Scope) -> dict[str, float]:
    """The sizes that one face needs. Its faults are told by that face itself."""
    sizing = FaceCanvas(canvas.resources, scope, canvas.painters, Report())
    sizing.is_sizing, sizing.work = True, [0]
    size = scope.template.size
    sizing.draw(scope.template.elements, (0.0, 0.0, size.width, size.height))
    return sizing.sizes
