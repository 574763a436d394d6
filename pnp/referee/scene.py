"""A scene: what lies where on the table, as a plain value. In: a view. Out: pieces, for a screen, a photo that is
compared with it, a picture of the set-up, a program for tabletops.

Invariant: a piece holds no more than the view it was made from.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.referee.seat import Seat


class Piece(Struct, frozen=True):
    """One printed thing, or a pile of them.

    card: its id; `?` when nobody knows which it is, `*` when this viewer does not · zone, key: the place it lies in
    x, y: its upper left corner in mm, x to the right and y down, or a named `spot` of a printed board
    turn: degrees clockwise · owner: whose it is · count: cards of a pile
    """

    card: str
    zone: str
    key: Seat | str
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    spot: str = ""
    owner: Seat | None = None
    count: int = 1
    is_face_up: bool = True
