"""Who is ahead. In: a state in which nothing is hidden. Out: each seat's chance to win."""

from __future__ import annotations

from msgspec import Struct

from pnp.games.keko.state import NOBODY, KekoState
from pnp.referee.opponents.valuing import chances

OUT = -30.0


class Weights(Struct, frozen=True):
    """What `benchmarks/fit_values.py keko` found: 60 games of greedy, seeds from 20,000.

    life: one life · card: a card in hand · play: a card in play · turn: being on turn
    """

    life: float = 0.245
    card: float = 0.176
    play: float = 0.196
    turn: float = 0.001


WEIGHTS = Weights()


def value(state: KekoState, weights: Weights = WEIGHTS) -> list[float]:
    """The chances by life, hands and what lies in play."""
    in_play = [card.controller for card in state.play if card.controller != NOBODY]
    return chances(
        [
            weights.life * player.life
            + weights.card * len(player.hand)
            + weights.play * in_play.count(seat)
            + weights.turn * (state.active == seat)
            if player.alive
            else OUT
            for seat, player in enumerate(state.players)
        ]
    )
