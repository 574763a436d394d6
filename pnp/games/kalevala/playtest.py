"""Players for playtests: how good moves look, and who is ahead. In: the table as a seat sees it. Out: numbers.

Invariant: the points are the referee's (KAL-35 to KAL-40c). Nothing is judged for them, because most of a hand's moves
are never made; what was read once holds on all boards that come of this one until a tile lies in that row or column.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from pnp.games.kalevala.board import ROW, points_on
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.score import score
from pnp.games.kalevala.table import DECK, HAND, SCORE, board_of
from pnp.referee.kernel import Move, Seat, Trial
from pnp.referee.opponents.valuing import chances

NOTHING = -1.0  # passing and laying aside: less than any placement


def rate(t: Trial, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """The points of each placement (KAL-38)."""
    board = board_of(t)
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
            (row, _), (column, _) = score(board, square, tile)
            points = here[tile] = row + column
        found.append(points)
    return found


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py kalevala` found: 600 games of greedy, seeds from 20,000.

    lead: a point when one tile is left · end: tiles that the last ones count as more than they are
    turn: points that whoever places next is ahead by it
    """

    lead: float = 0.68
    end: float = 5.2
    turn: float = 2.06


WEIGHTS = Weights()


def value(t: Trial, weights: Weights = WEIGHTS) -> list[float]:
    """Each seat's chance to win, by the points; a lead counts for more the fewer tiles are still to be laid."""
    left = len(t[DECK]) + sum(len(t[HAND[seat]]) for seat in t.seats)
    slope = weights.lead / sqrt(weights.end + left)
    return chances([slope * (t[SCORE[seat]] + weights.turn * (t.turn == seat)) for seat in t.seats])
