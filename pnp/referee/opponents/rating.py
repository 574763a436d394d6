"""How good moves look before any is thought through. In: the view of a seat, its moves. Out: a number for each.

Invariant: the numbers follow from the view alone, and only compare the moves they were asked for together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.referee.game import Game, S, standing_of
from pnp.referee.move import Move
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import Seat


def rate_moves(game: Game[S], view: S, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
    """The game's own ratings; of one that has none how far the seat's score is ahead after each move."""
    if game.rate is not None:
        return game.rate(view, seat, moves)
    return [_lead_after(game, view, seat, move) for move in moves]


def _lead_after(game: Game[S], view: S, seat: Seat, move: Move) -> float:
    ruling: Any = game.judge(view, move)
    return lead(standing_of(game, ruling.after), seat) if isinstance(ruling, ACCEPTED) else 0.0


def lead(scores: Sequence[float], seat: Seat) -> float:
    """How far a seat is ahead of the best other; 0 in a game without scores."""
    others = [score for at, score in enumerate(scores) if at != seat]
    return scores[seat] - max(others, default=0) if scores else 0
