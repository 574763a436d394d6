"""How good moves look. In: the view of a seat, its moves. Out: the points that each scores; what has none is -1.

Invariant: the points are the judge's (KAL-35 to KAL-40c). Nothing is judged for it: the tile is put on a copy of the
board's tops for as long as its row and its column are read, because most of a hand's moves are never made.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.kalevala.board import SIDES, Board, Square, square_of
from pnp.games.kalevala.judge import place
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.score import ACROSS, DOWN, line_of, score_line
from pnp.games.kalevala.state import KalevalaState
from pnp.referee.move import Move
from pnp.referee.seat import Seat

NOTHING = -1.0  # passing and laying aside: less than any placement


def rate(view: KalevalaState, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """The points of each placement (KAL-38)."""
    data, board = view.data, view.board
    tops = board.tops.copy()
    quiet = Board(tops, zeroed=board.zeroed)
    lines: dict[Square, tuple[range, range]] = {}
    found: list[float] = []
    for move in moves:
        if type(move) is not Place:
            found.append(NOTHING)
            continue
        tile, square = move.tile, square_of(move.at)
        if square in board.tops:
            event, _ = place(data, board, seat, tile, square)
            found.append(event.row + event.column)
            continue
        through = lines.get(square)
        if through is None:
            spans = board.reach[square]
            through = lines[square] = line_of(square, spans, ACROSS), line_of(square, spans, DOWN)
        laid = quiet
        if tile in data.zeroing:
            laid = Board(tops, zeroed=board.zeroed.union([square + side for side in SIDES]))
        tops[square] = tile
        row, _ = score_line(data, laid, square, through[0])
        column, _ = score_line(data, laid, square, through[1])
        del tops[square]
        found.append(row + column)
    return found
