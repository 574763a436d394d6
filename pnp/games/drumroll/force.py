"""Overruling. In: a move that the table allows against the rules (`anna: !place rehearsal`). Out: Legal, or Illegal
when no table could do it.

Rules of turn, limits, prices and moments give way. Matter does not: a card must be where it is taken from, a cube in
the storage it leaves, a trailer in stock. What nobody can do now (a vote when none is held) stays refused.
"""

from __future__ import annotations

from pnp.games.drumroll.moves import (
    Convert,
    Discard,
    Distribute,
    Fire,
    Flip,
    Pay,
    Perform,
    Play,
)
from pnp.games.drumroll.params import NONE
from pnp.games.drumroll.phases import distribution, investment_cards, performances
from pnp.games.drumroll.phases.benefits import receivers
from pnp.games.drumroll.state import DrumRollState, Phase, level_of
from pnp.referee.ruling import Illegal


def started(state: DrumRollState, refusal: Illegal) -> Illegal | None:
    return refusal if state.phase in Phase.BEFORE_TURN_ONE or state.cards_due is not None else None


def convert(state: DrumRollState, move: Convert, refusal: Illegal) -> Illegal | None:
    player, person = state.players[move.seat], state.data.personnel.get(move.person)
    if person is None or person.id not in player.staff or not (person.agent or person.assistant):
        return refusal
    if person.agent and len(move.colours) != 2:
        return refusal
    given = person.assistant[0] if person.assistant else state.data.colour_at[move.colours[0]]
    return started(state, refusal) if player.storage[given] else refusal


def distribute(state: DrumRollState, move: Distribute, refusal: Illegal) -> Illegal | None:
    data, player = state.data, state.players[move.seat]
    spent = [data.colour_at[colour] for _, colours in move.feeds for colour in colours]
    if any(spent.count(colour) > player.storage[colour] for colour in spent):
        return refusal
    cards = [card for card, _ in move.feeds]
    if len(set(cards)) < len(cards) or not all(player.performer(card) for card in cards):
        return distribution.refuse_cubes(state, move) or refusal
    return started(state, refusal)


def play(state: DrumRollState, move: Play, refusal: Illegal) -> Illegal | None:
    data, player, card = state.data, state.players[move.seat], state.data.investments.get(move.card)
    held = investment_cards.refuse_held(state, move.seat, move.card)
    if held or card is None or player.hand_revealed:
        return held or refusal
    if card.fires:
        return started(state, refusal) if player.performer(move.performer) else refusal
    part = card.choices[0] if card.choices else None
    if part is not None and part.trailers and move.to not in receivers(state, move.seat):
        return refusal
    if part is not None and part.spends and not (move.spend and move.spend != NONE and stored(state, move)):
        return refusal
    gained = [data.colour_at[colour] for colour in move.gain]
    if any(gained.count(colour) > state.stock[colour] for colour in gained):
        return refusal
    return started(state, refusal)


def stored(state: DrumRollState, move: Play) -> bool:
    return state.players[move.seat].storage[state.data.colour_at[move.spend]] > 0


def discard(state: DrumRollState, move: Discard, refusal: Illegal) -> Illegal | None:
    if state.players[move.seat].hand_revealed or move.card not in state.data.investments:
        return refusal
    return investment_cards.refuse_held(state, move.seat, move.card)


def appear(state: DrumRollState, move: Perform | Flip | Fire, refusal: Illegal) -> Illegal | None:
    performer = state.players[move.seat].performer(move.card)
    if state.phase != Phase.SHOW or state.performing != move.seat or performer is None or performer.flipped:
        return refusal
    if isinstance(move, Perform) and level_of(state.data, performer):
        # The choices of a benefit are matter, not manners: a cube that is spent must be there.
        fresh = performances.refuse_choices(state, move, performer)
        return fresh if isinstance(fresh, Illegal) else None if fresh is None else refusal
    return None


def pay(state: DrumRollState, move: Pay, refusal: Illegal) -> Illegal | None:
    own = performances.salaries(state, move.seat)
    fine = state.phase == Phase.AFTER_SHOW and state.performing == move.seat
    return None if fine and all(card in own for card in move.skip if card != NONE) else refusal
