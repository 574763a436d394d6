"""The judge. In: a state and a move. Out: Legal with the state after, Illegal with the rule and why, or Invalid when a
choice is missing that this table asks for.

Refusals come in this order: the game is over DR-135, DR-147 · not a move of this seat REF-4 · a hand is too full DR-162
· a deck must be shuffled first DR-197 · a card is due first DR-054, DR-172 · what the move's own rules say.
Invariant: nothing else knows what is legal; `legal_moves` lists candidates and asks `refuse`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.drumroll import moves, rule_ids
from pnp.games.drumroll.apply import accept, is_region
from pnp.games.drumroll.params import AREA
from pnp.games.drumroll.phases import (
    decks,
    distribution,
    flow,
    hiring,
    investment_cards,
    performances,
    placing,
    setup_moves,
    voting,
)
from pnp.games.drumroll.phases.final_scoring import outcome
from pnp.games.drumroll.state import DrumRollState, Phase
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move, Pass
from pnp.referee.ruling import Illegal, Invalid, Ruling
from pnp.referee.seat import TABLE

OF_THE_TABLE = (moves.Deal, moves.Start, moves.Shuffle, moves.Next, moves.Look)
_FROM_HAND = (moves.Play, moves.Discard)


def judge(state: DrumRollState, move: Move) -> Ruling:
    """Rule on a move."""
    return refuse(state, move) or accept(state, move)


def refuse(state: DrumRollState, move: Move) -> Illegal | Invalid | None:
    """Why a move cannot be made, None when it can."""
    kind = type(move)
    refusal = refuse_seat(state, move) or refuse_while_waiting(state, move)
    return refusal or CHECKS[kind](state, move)


def refuse_seat(state: DrumRollState, move: Move) -> Illegal | None:
    """After the end nothing is done; the table turns cards up, everything else is for seats (DR-135, DR-147)."""
    if state.phase == Phase.OVER:
        over = outcome(state)
        assert over is not None
        return Illegal(rule_ids.WINNER, f"the game is over: {over.reason}")
    if (move.seat == TABLE) != isinstance(move, OF_THE_TABLE):
        who = "the table does not do that" if move.seat == TABLE else "that is for the table: `table: …`"
        return Illegal(REF_SEAT, who)
    return None


def refuse_while_waiting(state: DrumRollState, move: Move) -> Illegal | None:
    """Interruptions: a full hand, a shuffle, a card that is due (DR-162, DR-197)."""
    full, deck, due = state.over_limit, state.deck_to_shuffle, state.cards_due
    if full is None and due is None and not deck:
        return None
    if full is not None:
        if move.seat == full and isinstance(move, _FROM_HAND):
            return None
        held, limit = len(state.players[full].hand), state.players[full].limit
        because = f"{state.name(full)} holds {held} cards, at most {limit}, and must play or discard first"
        return Illegal(rule_ids.OVER_LIMIT, because)
    if deck:
        if isinstance(move, moves.Shuffle | moves.Deal):
            return None
        return Illegal(rule_ids.SHUFFLE, f"the deck of {deck} is too short: `table: shuffle {deck}` first")
    if due is not None and not isinstance(move, moves.Deal | moves.Look | moves.Pick | moves.Play):
        if state.looked_at:
            return Illegal(rule_ids.LOOK, f"{state.name(due.seat)} must pick one of the cards looked at first")
        because = f"{state.name(due.seat)} must {'see' if due.looks else 'get'} {due.count} investment cards first"
        return Illegal(rule_ids.LOOK if due.looks else rule_ids.INVEST, because)
    return None


def _refuse_deal(state: DrumRollState, move: moves.Deal) -> Illegal | Invalid | None:
    to, cards = move.to, move.cards
    if to == AREA:
        return decks.refuse_area(state, cards)
    if isinstance(to, str) or is_region(state, move):
        return setup_moves.refuse_region(state, to, cards)
    if to == TABLE:
        return Illegal(REF_SEAT, "cards are dealt to a seat, to the area or to the virtual player")
    if distribution.is_performer(state.data, cards[0]) or state.phase == Phase.SETUP:
        return setup_moves.refuse_secret(state, to, cards)
    return decks.refuse_draw(state, move)


def _refuse_look(state: DrumRollState, move: moves.Look) -> Illegal | None:
    return Illegal(REF_SEAT, "a seat looks at cards") if move.to == TABLE else decks.refuse_look(state, move)


def _refuse_pass(state: DrumRollState, move: Pass) -> Illegal | None:
    return placing.refuse_turn_to_place(state, move.seat)


def _refuse_decline(state: DrumRollState, move: moves.Decline) -> Illegal | None:
    phase = "" if move.action else state.phase
    if phase == Phase.TURN_END:
        if flow.organizer_owner(state) == move.seat:
            return None
        return Illegal(rule_ids.ORGANIZER, f"{state.name(move.seat)} does not own the Show Organizer")
    if phase == Phase.DOUBLE_VOTE:
        return voting.refuse_waiver(state, move)
    return hiring.refuse_decline(state, move)


CHECKS: dict[type[Move], Callable[[DrumRollState, Any], Illegal | Invalid | None]] = {
    moves.Deal: _refuse_deal,
    moves.Start: setup_moves.refuse_start,
    moves.Shuffle: decks.refuse_shuffle,
    moves.Next: voting.refuse_next,
    moves.Keep: setup_moves.refuse_keep,
    moves.Take: setup_moves.refuse_take,
    moves.Bank: placing.refuse_bank,
    moves.Decline: _refuse_decline,
    moves.Place: placing.refuse_place,
    Pass: _refuse_pass,
    moves.Invest: hiring.refuse_invest,
    moves.Hire: hiring.refuse_hire,
    moves.Convert: distribution.refuse_convert,
    moves.Distribute: distribution.refuse_distribute,
    moves.Vote: voting.refuse_vote,
    moves.Play: investment_cards.refuse_play,
    moves.Discard: investment_cards.refuse_discard,
    moves.Return: flow.refuse_return,
    moves.Perform: performances.refuse_perform,
    moves.Flip: performances.refuse_flip,
    moves.Fire: performances.refuse_fire,
    moves.Pay: performances.refuse_pay,
    moves.Reveal: investment_cards.refuse_reveal,
    moves.Look: _refuse_look,
    moves.Pick: decks.refuse_pick,
}
