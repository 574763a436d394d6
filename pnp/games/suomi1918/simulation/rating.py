"""How good moves look. In: the view of a seat, its moves. Out: a number for each: preferences, no rules."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.suomi1918.moves import Claim, Discard, Play
from pnp.games.suomi1918.playable import CardData, Tops
from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.move import Move
from pnp.referee.seat import Seat

STEP, LIMIT, NEAR_LIMIT, ENDING, HARM = 4, 9, 2, 100, 3


def rate(view: Suomi1918State, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """Pushes the stacks towards the own victory card, keeps the cards for it, and ends no game that it does not win."""
    goal = view.data.cards.get(view.victory[seat])
    return [0.0] * len(moves) if goal is None else [_worth(view, goal, move) for move in moves]


def _worth(view: Suomi1918State, goal: CardData, move: Move) -> int:
    if isinstance(move, Claim):
        return ENDING
    if isinstance(move, Play):
        card_data = view.data.cards[move.card]
        if card_data.ending:
            return -ENDING
        return closeness(goal, _tops_after(view, card_data))
    if isinstance(move, Discard):
        return _riddance(view, goal, view.data.cards[move.card])
    return 0


def _tops_after(view: Suomi1918State, card_data: CardData) -> Tops:
    tops, at = view.tops, card_data.stack
    top = card_data.value
    if not top:
        stack = view.stacks[at]
        top = view.data.cards[stack[-2]].value if len(stack) > 1 else 0
    return (*tops[:at], top, *tops[at + 1 :])


def closeness(goal: CardData, tops: Tops) -> int:
    """How near the stacks are to the goal."""
    closeness = -sum(STEP * max(number - tops[at], 0) for at, number in goal.needs)
    for at, number in goal.limits:
        closeness -= LIMIT if tops[at] >= number else NEAR_LIMIT if tops[at] + 1 == number else 0
    return closeness


def _riddance(view: Suomi1918State, goal: CardData, card_data: CardData) -> int:
    """How good it is to be rid of a card."""
    wanted = {at for at, _ in goal.needs}
    avoided = {at for at, _ in goal.limits}
    if card_data.value:
        return HARM if card_data.stack in avoided else -HARM if card_data.stack in wanted else 0
    return HARM if card_data.stack in wanted else -HARM if card_data.stack in avoided else 0
