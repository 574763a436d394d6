"""The digital table: what it deals, rolls and shows next. In: a state in which the table is to act. Out: its move.

What answers a question stands with the question.
"""

from __future__ import annotations

from pnp.games.keko.effects.chance import ROLL
from pnp.games.keko.game_data import LOCATION
from pnp.games.keko.moves import Deal, First, Location, Roll
from pnp.games.keko.params import DealtCards
from pnp.games.keko.phases.setup_moves import next_hand
from pnp.games.keko.state import CHARACTERS, DEAL, FIRST, KekoState
from pnp.games.keko.state import LOCATION as LOCATION_PHASE
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones.deck_order import deck_order, next_cards
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE


def deal_next(state: KekoState, chance: Chance) -> Move:
    """The table's next move."""
    t = Trial(state)
    question = state.question
    if question is not None:
        assert question.kind.dealt is not None, question.kind
        return question.kind.dealt(t, question, chance)
    if state.phase == CHARACTERS:
        seat = next(seat for seat in t.living() if not state.players[seat].character)
        taken = [player.character for player in state.players]
        order = [card for card in chance.shuffle("characters", state.data.characters) if card not in taken]
        return Deal(TABLE, DealtCards(seat, 0, (order[0],), True))
    if state.phase == LOCATION_PHASE:
        lying = [card for card in deck_order(t, chance) if state.data.cards[card].type == LOCATION]
        return Location(TABLE, chance.shuffle("location", sorted(lying))[0])
    if state.phase == DEAL:
        hand = state.data.starting_hand
        if not state.data.is_digital:
            return Deal(TABLE, DealtCards(count=hand))
        return Deal(TABLE, DealtCards(next_hand(t), 0, next_cards(t, chance, hand)))
    sides = state.data.die_sides
    rolls = tuple((seat, 1 + chance.pick(f"first {state.rolls} {seat}", sides)) for seat in state.rolling_seats)
    return First(TABLE, rolls)


def roll_dice(state: KekoState, move: Move, chance: Chance) -> Move:
    """`table: roll` and `table: first` without numbers: the app throws the dice."""
    is_roll = isinstance(move, Roll) and not move.dice and state.question is not None and state.question.kind is ROLL
    is_first = isinstance(move, First) and not move.rolls and state.phase == FIRST
    return deal_next(state, chance) if (is_roll or is_first) and move.seat == TABLE else move
