"""The default scene of a table: what lies where, in millimetres. In: a view. Out: pieces.

What the table has lies in rows above, a row for what each seat has below; a game says more where things lie on a board.
Invariant: a view gives a scene that shows no more than it knows; cards lie upright and do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.referee.kernel.board import Board
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT, NOBODY, Key, Place
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone
from pnp.referee.scene import Piece
from pnp.referee.seat import Seat

Size = tuple[float, float]
CARD: Size = (63.0, 88.0)
GAP, BETWEEN = 3.0, 15.0  # between cards of a zone, between zones


def scene(held: Holdings, view: Any, sizes: Mapping[str, Size] | None = None) -> tuple[Piece, ...]:
    """All cards of a view; `sizes`: (width, height) of the cards of each deck that are no playing cards."""
    return tuple(_pieces(held, view, sizes or {}))


def _pieces(held: Holdings, view: Any, sizes: Mapping[str, Size]) -> Iterator[Piece]:
    y = 0.0
    for zones, key in _rows(held, view):
        x, tallest = 0.0, 0.0
        for zone in zones:
            for piece, (width, height) in _lay(held, zone[key], x, y, view, sizes):
                yield piece
                x, tallest = piece.x + width + GAP, max(tallest, height)
            x += BETWEEN
        y += (tallest or CARD[1]) + BETWEEN


def _rows(held: Holdings, view: Any) -> Iterator[tuple[list[Zone], Key]]:
    """The zones that lie in a row, and the key of their places: the table's, each key's, each seat's."""
    shared = [zone for zone in held.zones if zone.of != EACH_SEAT]
    for keys in dict.fromkeys(zone.keys_at(view) for zone in shared):
        for key in keys:
            yield [zone for zone in shared if zone.keys_at(view) == keys], key
    own = [zone for zone in held.zones if zone.of == EACH_SEAT]
    for seat in range(len(view.setup.seats)) if own else ():
        yield list(own), seat


def _lay(
    held: Holdings, place: Place[Cards], x: float, y: float, view: Any, sizes: Mapping[str, Size]
) -> Iterator[tuple[Piece, Size]]:
    """The cards of a place from left to right; a pile is one piece."""
    zone = place.field
    assert isinstance(zone, Zone)
    owner: Seat | None = place.key if zone.of == EACH_SEAT and isinstance(place.key, int) else None
    cards, kinds = view.setup.book.cards, tuple(map(held.card_of, zone.read(view, place.key)))
    if zone.seen_by == NOBODY and kinds and all(kind in UNSEEN for kind in kinds):
        yield Piece(kinds[0], zone.id, place.key, x, y, owner=owner, count=len(kinds), is_face_up=False), CARD
        return
    spot = str(place.key) if isinstance(zone, Board) else ""
    for kind in kinds:
        is_known = kind not in UNSEEN
        size = sizes.get(cards[kind].deck, CARD) if is_known else CARD
        is_open = is_known and zone.seen_by != NOBODY
        yield Piece(kind, zone.id, place.key, x, y, spot=spot, owner=owner, is_face_up=is_open), size
        x += size[0] + GAP
