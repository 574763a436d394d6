"""Players for simulations. In: the view of a seat. Out: a legal move. Invariant: they see no more than that seat."""

from __future__ import annotations

from pnp.games.keko.legal_moves import legal_moves
from pnp.games.keko.moves import Play, Use
from pnp.games.keko.state import KekoState
from pnp.referee.game import Pick
from pnp.referee.move import Move
from pnp.referee.seat import Seat


def random_bot(view: KekoState, seat: Seat, pick: Pick) -> Move:
    """Any legal move; nine times in ten it does something while there is something to do."""
    moves = legal_moves(view, seat)
    busy: list[Move] = [move for move in moves if isinstance(move, Play | Use)]
    if busy and pick(10):
        moves = busy
    return moves[pick(len(moves))]


BOTS = {"random": random_bot}
