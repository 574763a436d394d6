"""Players for simulations. In: the view of a seat. Out: a legal move. Invariant: they see no more than that seat.

`random` takes any kind of line and then any line of that kind, but heads for its next date every other time: figurines
that only wander about never play a gig.
"""

from __future__ import annotations

from pnp.games.keikalla import moves
from pnp.games.keikalla.legal_moves import legal_moves
from pnp.games.keikalla.simulation.rating import goal_of
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.game import Pick
from pnp.referee.move import Move
from pnp.referee.seat import Seat


def random_bot(view: KeikallaState, seat: Seat, pick: Pick) -> Move:
    """Any kind of line, then any line of that kind; every other time on the way."""
    legal = legal_moves(view, seat)
    kinds = sorted({type(move).__name__ for move in legal})
    kind = kinds[pick(len(kinds))]
    those = [move for move in legal if type(move).__name__ == kind]
    if isinstance(those[0], moves.Road | moves.Fly) and pick(2):
        goal = goal_of(view, seat)
        steps = view.data.atlas.steps_from(goal)
        nearest = min(steps[_end(move)] for move in those)
        those = [move for move in those if steps[_end(move)] == nearest]
    return those[pick(len(those))]


def _end(move: Move) -> str:
    return move.to if isinstance(move, moves.Road | moves.Fly) else ""


BOTS = {"random": random_bot}
