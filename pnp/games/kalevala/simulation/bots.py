"""Players for simulations. In: the view of a seat. Out: a legal move. Invariant: they see no more than that seat."""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.kalevala.judge import judge
from pnp.games.kalevala.legal_moves import legal_moves
from pnp.games.kalevala.state import KalevalaState, Placed
from pnp.referee.move import Move
from pnp.referee.ruling import Legal
from pnp.referee.seat import Seat

Pick = Callable[[int], int]


def random_bot(view: KalevalaState, seat: Seat, pick: Pick) -> Move:
    """Any legal move."""
    moves = legal_moves(view, seat)
    return moves[pick(len(moves))]


def greedy_bot(view: KalevalaState, seat: Seat, pick: Pick) -> Move:
    """A placement with the most points; of equal ones any."""
    moves = legal_moves(view, seat)
    points = [points_of(view, move) for move in moves]
    most = max(points)
    best = [move for move, score in zip(moves, points, strict=True) if score == most]
    return best[pick(len(best))]


def points_of(view: KalevalaState, move: Move) -> int:
    """What a legal move scores (KAL-38); passing and laying aside count less than any placement."""
    ruling = judge(view, move)
    if isinstance(ruling, Legal) and isinstance(ruling.events[0], Placed):
        return ruling.events[0].row + ruling.events[0].column
    return -1


BOTS = {"random": random_bot, "greedy": greedy_bot}
