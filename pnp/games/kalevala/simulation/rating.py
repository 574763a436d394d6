"""How good moves look. In: the view of a seat, its moves. Out: the points that each scores; what has none is -1.

Invariant: the points are the judge's (KAL-35 to KAL-40c). Nothing is judged for it, because most of a hand's moves are
never made: the row and the column are read as they would be, and what was read once holds on all boards that come of
this one until a tile lies in that row or column.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.kalevala.board import ROW, Board, Square, points_on, spans_at, zeroed_with
from pnp.games.kalevala.game_data import GameData
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.score import ACROSS, DOWN, line_of, score_tile
from pnp.games.kalevala.state import KalevalaState
from pnp.referee.move import Move
from pnp.referee.seat import Seat

NOTHING = -1.0  # passing and laying aside: less than any placement


def rate(view: KalevalaState, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """The points of each placement (KAL-38)."""
    data, board = view.data, view.board
    known = points_on(board)
    found: list[float] = []
    for move in moves:
        if type(move) is not Place:
            found.append(NOTHING)
            continue
        (x, y), tile = move.at, move.tile
        square = x + ROW * y
        here = known.get(square)
        if here is None:
            here = known[square] = {}
        points = here.get(tile)
        if points is None:
            points = here[tile] = _points(data, board, square, tile)
        found.append(points)
    return found


def _points(data: GameData, board: Board, square: Square, tile: str) -> int:
    """What a tile would score on a square."""
    spans, zeroed = spans_at(board, square), zeroed_with(board, data, square, tile)
    row, _ = score_tile(data, board.tops, zeroed, square, tile, line_of(square, spans, ACROSS))
    column, _ = score_tile(data, board.tops, zeroed, square, tile, line_of(square, spans, DOWN))
    return row + column
