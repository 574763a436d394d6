"""Overruling. In: a move that the table allows against the rules (`anna: !place rehearsal`). Out: Legal, or Illegal
when no table could do it.

Rules of turn, limits, prices and moments give way. Matter does not: a card must be where it is taken from, a cube in
the storage it leaves, a trailer in stock. What nobody can do now (a vote when none is held) stays refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.apply import accept
from pnp.games.drumroll.judge import refuse, refuse_seat
from pnp.games.drumroll.moves import (
    Bank,
    Convert,
    Deal,
    Discard,
    Distribute,
    Fire,
    Flip,
    Hire,
    Invest,
    Pay,
    Perform,
    Place,
    Play,
    Shuffle,
    Take,
    Vote,
)
from pnp.games.drumroll.params import AREA, NONE
from pnp.games.drumroll.phases import distribution, hiring, investment_cards, performances
from pnp.games.drumroll.phases.benefits import receivers
from pnp.games.drumroll.state import DrumRollState, Phase, investment_deck_size, level_of
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Legal


def force(state: DrumRollState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it."""
    refusal = refuse(state, move)
    if isinstance(refusal, Illegal):
        possible = POSSIBILITY_CHECKS.get(type(move))
        refusal = refuse_seat(state, move) or (possible(state, move, refusal) if possible else refusal)
    if refusal is not None:
        return refusal if isinstance(refusal, Illegal) else Illegal(rule_ids.BENEFIT, refusal.because)
    return accept(state, move)


def _marker(state: DrumRollState, move: Place | Pass, refusal: Illegal) -> Illegal | None:
    if state.phase != Phase.PLACEMENT or state.players[move.seat].decisions_made >= state.data.numbers.markers:
        return Illegal(refusal.rule, f"{state.name(move.seat)} has no marker to place")
    if isinstance(move, Place) and move.with_:
        return investment_cards.refuse_held(state, move.seat, move.with_)
    return None


def _started(state: DrumRollState, refusal: Illegal) -> Illegal | None:
    return refusal if state.phase in Phase.BEFORE_TURN_ONE or state.cards_due is not None else None


def _hire(state: DrumRollState, move: Hire, refusal: Illegal) -> Illegal | None:
    lies = hiring.offer_of(state, move.card) is not None
    return _started(state, refusal) if lies else refusal


def _invest(state: DrumRollState, move: Invest, refusal: Illegal) -> Illegal | None:
    there = investment_deck_size(state.investment_pile) or state.investment_discards
    return _started(state, refusal) if there else refusal


def _convert(state: DrumRollState, move: Convert, refusal: Illegal) -> Illegal | None:
    player, person = state.players[move.seat], state.data.personnel.get(move.person)
    if person is None or person.id not in player.staff or not (person.agent or person.assistant):
        return refusal
    if person.agent and len(move.colours) != 2:
        return refusal
    given = person.assistant[0] if person.assistant else state.data.colour_at[move.colours[0]]
    return _started(state, refusal) if player.storage[given] else refusal


def _distribute(state: DrumRollState, move: Distribute, refusal: Illegal) -> Illegal | None:
    data, player = state.data, state.players[move.seat]
    spent = [data.colour_at[colour] for _, colours in move.feeds for colour in colours]
    if any(spent.count(colour) > player.storage[colour] for colour in spent):
        return refusal
    cards = [card for card, _ in move.feeds]
    if len(set(cards)) < len(cards) or not all(player.performer(card) for card in cards):
        return distribution.refuse_cubes(state, move) or refusal
    return _started(state, refusal)


def _play(state: DrumRollState, move: Play, refusal: Illegal) -> Illegal | None:
    data, player, card = state.data, state.players[move.seat], state.data.investments.get(move.card)
    held = investment_cards.refuse_held(state, move.seat, move.card)
    if held or card is None or player.hand_revealed:
        return held or refusal
    if card.fires:
        return _started(state, refusal) if player.performer(move.performer) else refusal
    part = card.choices[0] if card.choices else None
    if part is not None and part.trailers and move.to not in receivers(state, move.seat):
        return refusal
    if part is not None and part.spends and not (move.spend and move.spend != NONE and _stored(state, move)):
        return refusal
    gained = [data.colour_at[colour] for colour in move.gain]
    if any(gained.count(colour) > state.stock[colour] for colour in gained):
        return refusal
    return _started(state, refusal)


def _stored(state: DrumRollState, move: Play) -> bool:
    return state.players[move.seat].storage[state.data.colour_at[move.spend]] > 0


def _discard(state: DrumRollState, move: Discard, refusal: Illegal) -> Illegal | None:
    if state.players[move.seat].hand_revealed or move.card not in state.data.investments:
        return refusal
    return investment_cards.refuse_held(state, move.seat, move.card)


def _appear(state: DrumRollState, move: Perform | Flip | Fire, refusal: Illegal) -> Illegal | None:
    performer = state.players[move.seat].performer(move.card)
    if state.phase != Phase.SHOW or state.performing != move.seat or performer is None or performer.flipped:
        return refusal
    if isinstance(move, Perform) and level_of(state.data, performer):
        # The choices of a benefit are matter, not manners: a cube that is spent must be there.
        fresh = performances.refuse_choices(state, move, performer)
        return fresh if isinstance(fresh, Illegal) else None if fresh is None else refusal
    return None


def _pay(state: DrumRollState, move: Pay, refusal: Illegal) -> Illegal | None:
    own = performances.salaries(state, move.seat)
    fine = state.phase == Phase.AFTER_SHOW and state.performing == move.seat
    return None if fine and all(card in own for card in move.skip if card != NONE) else refusal


def _bank(state: DrumRollState, move: Bank, refusal: Illegal) -> Illegal | None:
    player = state.players[move.seat]
    owns = state.data.bank in player.staff and 0 < move.coins <= player.coins
    return _started(state, refusal) if owns else refusal


def _take(state: DrumRollState, move: Take, refusal: Illegal) -> Illegal | None:
    return None if state.phase == Phase.SETUP_CUBES and move.colours else refusal


def _vote(state: DrumRollState, move: Vote, refusal: Illegal) -> Illegal | None:
    return None if state.phase in (Phase.VOTE, Phase.DOUBLE_VOTE) and move.choice != UNKNOWN else refusal


def _deal(state: DrumRollState, move: Deal, refusal: Illegal) -> Illegal | None:
    data = state.data
    if (
        move.to != AREA
        or state.phase == Phase.SETUP
        or state.cards_due is not None
        or len(set(move.cards)) < len(move.cards)
    ):
        return refusal
    piles = (*state.performer_pile, *state.staff_pile)
    known = all(card in data.performers or card in data.personnel for card in move.cards)
    return None if known and all(any(card in part for part in piles) for card in move.cards) else refusal


def _shuffle(state: DrumRollState, move: Shuffle, refusal: Illegal) -> Illegal | None:
    discards = {
        "performers": state.performer_discards,
        "personnel": state.staff_discards,
        "investments": state.investment_discards,
    }[move.deck]
    return None if discards else refusal


POSSIBILITY_CHECKS: dict[type[Move], Callable[[DrumRollState, Any, Illegal], Illegal | None]] = {
    Place: _marker,
    Pass: _marker,
    Hire: _hire,
    Invest: _invest,
    Convert: _convert,
    Distribute: _distribute,
    Play: _play,
    Discard: _discard,
    Perform: _appear,
    Flip: _appear,
    Fire: _appear,
    Pay: _pay,
    Bank: _bank,
    Take: _take,
    Vote: _vote,
    Deal: _deal,
    Shuffle: _shuffle,
}
