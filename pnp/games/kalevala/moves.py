"""Kalevala's moves as people type them, and the table's corrections.

table: start ukko
red: place louhi 1,0            on an occupied square: a cover (Käärme) or an exchange (Seppo Ilmarinen)
red: place louhi 1,0 points=2   with the points the players count, so that the referee can disagree
blue: pass
table: deal red ukko louhi …    only when the referee deals
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pnp.games.kalevala.board import Point, Square, point_of
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, SQUARE
from pnp.referee.seat import Seat


class Start(Move, frozen=True):
    """`table: start ukko`: the starting tile goes to 0,0 (KAL-03)."""

    tile: Annotated[str, CARD]


class Place(Move, frozen=True):
    """`red: place louhi 1,0`: a tile is laid, covers or is exchanged, as the square decides."""

    tile: Annotated[str, CARD]
    at: Annotated[Point, SQUARE]
    points: Annotated[int | None, AMOUNT] = None


class Discard(Move, frozen=True):
    """`red: discard ukko`: a stuck player lays a tile aside and draws; only with `stuck_player_discards` (KAL-11)."""

    tile: Annotated[str, CARD]


class SetDeck(Move, frozen=True):
    """`table: adjust deck 20`: how many tiles are left in the deck (KAL-51)."""

    verb = "deck"

    tiles: Annotated[int, AMOUNT]


class SetTile(Move, frozen=True):
    """`table: adjust tile 1,0 ukko`: the tile that is visible on a square."""

    verb = "tile"

    at: Annotated[Point, SQUARE]
    tile: Annotated[str, CARD]


class ClearTile(Move, frozen=True):
    """`table: adjust clear 1,0`: the visible tile of a square is not there."""

    verb = "clear"

    at: Annotated[Point, SQUARE]


class Placements(dict[Square, Place]):
    """The placements of one seat's tile by square; each is made once and then reused."""

    def __init__(self, seat: Seat, tile: str) -> None:
        super().__init__()
        self.seat, self.tile = seat, tile

    def __missing__(self, square: Square) -> Place:
        move = self[square] = Place(self.seat, self.tile, point_of(square))
        return move


@cache
def placements(seat: Seat, tile: str) -> Placements:
    """The placements of one seat's tile (made 35 at a time at every ply, so they are kept)."""
    return Placements(seat, tile)
