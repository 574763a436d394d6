"""What lies where on the table. In: a view. Out: tiles on their squares; draw pile, hands, tiles laid aside in rows
below.

The square 0,0 lies at the origin, so tiles to its left and above have coordinates below 0.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.kalevala.board import label_of, point_of
from pnp.games.kalevala.table import ASIDE, DECK, HAND
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.scene import BETWEEN
from pnp.referee.kernel.scene import scene as rows_of
from pnp.referee.scene import Piece

TILE = 45.0  # mm
OFF_BOARD = Holdings((DECK, ASIDE, HAND))


def scene(view: Any) -> tuple[Piece, ...]:
    """All tiles of a view; those on one square lie on each other, the covered ones first."""
    board = view.board
    laid = tuple(
        Piece(tile, "board", label_of(square), x=x * TILE, y=y * TILE)
        for square, (x, y) in ((square, point_of(square)) for square in board.tops)
        for tile in board.stack(square)
    )
    below = max((piece.y for piece in laid), default=-TILE - BETWEEN) + TILE + BETWEEN
    rows = rows_of(OFF_BOARD, view, {"tiles": (TILE, TILE)})
    return (*laid, *(replace(piece, y=piece.y + below) for piece in rows))
