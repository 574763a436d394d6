"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win; what is missing is that nobody
does.

Invariant: what counts is what the victory cards ask of the stacks, and which cards of the hands bring them there.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.games.suomi1918.playable import CardData
from pnp.games.suomi1918.simulation.rating import closeness
from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.opponents.valuing import chances
from pnp.referee.seat import Seat


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py suomi1918` found: 300 games of greedy, seeds from 20,000.

    near: a step towards the own victory card · held: a card of the hand that makes one · turn: being on turn
    nobody: that nobody wins, in the same measure
    """

    near: float = 0.032
    held: float = 0.082
    turn: float = 0.044
    nobody: float = -1.345


WEIGHTS = Weights()


def value(state: Suomi1918State, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by how near the stacks are to each goal."""
    standings = [_standing(state, seat, weights) for seat in range(len(state.hands))]
    return chances(standings, weights.nobody)


def _standing(state: Suomi1918State, seat: Seat, weights: Weights) -> float:
    cards = state.data.cards
    goal = cards.get(state.victory[seat])
    if goal is None:
        return 0.0
    held = sum(_helps(goal, state.tops, cards[card]) for card in state.hands[seat] if card in cards)
    return weights.near * closeness(goal, state.tops) + weights.held * held + weights.turn * (state.turn == seat)


def _helps(goal: CardData, tops: tuple[int, ...], card_data: CardData) -> bool:
    """Whether a number card makes a step that the goal needs."""
    needs = dict(goal.needs)
    at = card_data.stack
    return bool(card_data.value) and at in needs and tops[at] < card_data.value <= needs[at]
