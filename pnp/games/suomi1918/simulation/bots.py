"""Players for simulations. In: the view of a seat. Out: a legal move. Invariant: they see no more than that seat."""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.suomi1918.legal_moves import legal_moves
from pnp.games.suomi1918.moves import Claim, Discard, Play
from pnp.games.suomi1918.playable import Face, Tops
from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.move import Move
from pnp.referee.seat import Seat

Pick = Callable[[int], int]

# How much each thing weighs for the greedy bot. These are no rules: they are its taste.
STEP, LIMIT, NEAR_LIMIT, ENDING, HARM = 4, 9, 2, 100, 3


def random_bot(view: Suomi1918State, seat: Seat, pick: Pick) -> Move:
    """Any legal move."""
    moves = legal_moves(view, seat)
    return moves[pick(len(moves))]


def greedy_bot(view: Suomi1918State, seat: Seat, pick: Pick) -> Move:
    """Pushes the stacks towards the own victory card, keeps the cards for it, and ends no game that it does not win."""
    moves = legal_moves(view, seat)
    goal = view.data.faces.get(view.victory[seat])
    if len(moves) == 1 or goal is None:
        return moves[pick(len(moves))]
    worth = [_worth(view, goal, move) for move in moves]
    best = max(worth)
    equal = [move for move, value in zip(moves, worth, strict=True) if value == best]
    return equal[pick(len(equal))]


def _worth(view: Suomi1918State, goal: Face, move: Move) -> int:
    if isinstance(move, Claim):
        return ENDING
    if isinstance(move, Play):
        face = view.data.faces[move.card]
        if face.ending:
            return -ENDING
        return _hope(goal, _tops_after(view, face))
    if isinstance(move, Discard):
        return _harm(view, goal, view.data.faces[move.card])
    return 0


def _tops_after(view: Suomi1918State, face: Face) -> Tops:
    tops, at = view.tops, face.stack
    top = face.value
    if not top:
        stack = view.stacks[at]
        top = view.data.faces[stack[-2]].value if len(stack) > 1 else 0
    return (*tops[:at], top, *tops[at + 1 :])


def _hope(goal: Face, tops: Tops) -> int:
    """How near the stacks are to the goal."""
    hope = -sum(STEP * max(number - tops[at], 0) for at, number in goal.needs)
    for at, number in goal.limits:
        hope -= LIMIT if tops[at] >= number else NEAR_LIMIT if tops[at] + 1 == number else 0
    return hope


def _harm(view: Suomi1918State, goal: Face, face: Face) -> int:
    """How good it is to be rid of a card."""
    wanted = {at for at, _ in goal.needs}
    feared = {at for at, _ in goal.limits}
    if face.value:
        return HARM if face.stack in feared else -HARM if face.stack in wanted else 0
    return HARM if face.stack in wanted else -HARM if face.stack in feared else 0


BOTS = {"random": random_bot, "greedy": greedy_bot}
