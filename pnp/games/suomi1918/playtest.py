"""Players for playtests, and what a playtest counts. In: the table as a seat sees it. Out: preferences, no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pnp.games.suomi1918.marks import Marks, Tops
from pnp.games.suomi1918.moves import COLOURS, Claim, Discard, Play
from pnp.games.suomi1918.table import HAND, STACK, VICTORY, printed, tops_of
from pnp.referee.kernel import Move, Seat, Trial
from pnp.referee.opponents.valuing import chances

STEP, LIMIT, NEAR_LIMIT, ENDING, HARM = 4, 9, 2, 100, 3


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py suomi1918` found: 300 games of greedy, seeds from 20,000.

    near: a step towards the own victory card · held: a card of the hand that makes one · turn: being on turn
    nobody: that nobody wins, in the same measure
    """

    near: float = 0.032
    held: float = 0.082
    turn: float = 0.044
    nobody: float = -1.345


def goal_of(t: Trial, seat: Seat) -> Marks | None:
    """The victory card of a seat, where it is known."""
    return printed(t).cards.get("".join(t.known(VICTORY[seat])))


def tally(t: Trial, seat: Seat | None) -> Mapping[str, str]:
    """A seat by its victory card (SOC-02)."""
    goal = None if seat is None else goal_of(t, seat)
    return {} if goal is None else {str(t.message("victory_card")): goal.id}


def rate(t: Trial, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """Pushes the stacks towards the own victory card, keeps the cards for it, and ends no game that it does not win."""
    goal = goal_of(t, seat)
    return [0.0] * len(moves) if goal is None else [_worth(t, goal, move) for move in moves]


def _worth(t: Trial, goal: Marks, move: Move) -> int:
    cards = printed(t).cards
    if isinstance(move, Claim):
        return ENDING
    if isinstance(move, Play):
        return -ENDING if cards[move.card].ending else closeness(goal, _tops_after(t, cards[move.card]))
    return _riddance(goal, cards[move.card]) if isinstance(move, Discard) else 0


def _tops_after(t: Trial, card: Marks) -> Tops:
    tops, at, stack = tops_of(t), card.at, t[STACK[COLOURS[card.at]]]
    top = card.value or (printed(t).cards[stack[-2]].value if len(stack) > 1 else 0)
    return (*tops[:at], top, *tops[at + 1 :])


def closeness(goal: Marks, tops: Tops) -> int:
    """How near the stacks are to the goal."""
    closeness = -sum(STEP * max(number - tops[at], 0) for at, number in goal.needs)
    for at, number in goal.limits:
        closeness -= LIMIT if tops[at] >= number else NEAR_LIMIT if tops[at] + 1 == number else 0
    return closeness


def _riddance(goal: Marks, card: Marks) -> int:
    """How good it is to be rid of a card."""
    wanted, avoided = {at for at, _ in goal.needs}, {at for at, _ in goal.limits}
    if not card.value:
        wanted, avoided = avoided, wanted
    return HARM if card.at in avoided and (card.value or card.at not in wanted) else -HARM if card.at in wanted else 0


WEIGHTS = Weights()


def value(t: Trial, weights: Weights = WEIGHTS) -> list[float]:
    """The chances of all seats by how near the stacks are to each goal."""
    return chances([_standing(t, seat, weights) for seat in t.seats], weights.nobody)


def _standing(t: Trial, seat: Seat, weights: Weights) -> float:
    goal = goal_of(t, seat)
    if goal is None:
        return 0.0
    cards, tops = printed(t).cards, tops_of(t)
    held = sum(_helps(goal, tops, cards[card]) for card in t[HAND[seat]] if card in cards)
    return weights.near * closeness(goal, tops) + weights.held * held + weights.turn * (t.turn == seat)


def _helps(goal: Marks, tops: Tops, card: Marks) -> bool:
    """Whether a number card makes a step that the goal needs."""
    needs = dict(goal.needs)
    return bool(card.value) and card.at in needs and tops[card.at] < card.value <= needs[card.at]
