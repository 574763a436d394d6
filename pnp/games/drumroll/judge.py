"""The judge: one trial of a line rules on it, overrules it, applies it and says why. In: a state and a move. Out: Legal
with what happened and the state after, Illegal with the rule and why, or Invalid when a choice is missing that this
table asks for.

Refusals come in this order: the game is over DR-135, DR-147 · not a move of this seat REF-4 · a hand is too full DR-162
· a deck must be shuffled first DR-197 · a card is due first DR-054, DR-172 · what the move's own rules say. Rules of
turn, limits, prices and moments give way to a table that overrules them, matter does not: a card must be where it is
taken from, a cube in the storage it leaves, a trailer in stock.
Invariant: nothing else knows what is legal; `legal_moves` lists candidates and tries them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.drumroll import moves
from pnp.games.drumroll.game_data import PERFORMERS, REGIONS
from pnp.games.drumroll.params import AREA
from pnp.games.drumroll.phases import decks, flow, hiring, investment_cards, setup_moves
from pnp.games.drumroll.phases.deals import SETUP
from pnp.games.drumroll.phases.final_scoring import OVER, outcome
from pnp.games.drumroll.question import QUESTIONS
from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel.line_trial import MoveApplied, Refused
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Legal, Ruling
from pnp.referee.seat import TABLE

OF_THE_TABLE = (moves.Deal, moves.Start, moves.Shuffle, moves.Next, moves.Look)
FROM_HAND = (moves.Play, moves.Discard)
# Answers, and what only the set-up knows: a table may not move them to another moment.
WAIT = (
    moves.Start, moves.Next, moves.Keep, moves.Decline, moves.Return, moves.Reveal, moves.Look, moves.Pick,
)  # fmt: skip


def judge(state: DrumRollState, move: Move) -> Ruling:
    """Rule on a move."""
    return _try(state, move, overruled=False)


def force(state: DrumRollState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it; Illegal when no table could do it."""
    ruling = _try(state, move, overruled=True)
    if isinstance(ruling, Legal | Illegal):
        return ruling
    # A choice is missing, which no rule forbids: what the rules say first stands.
    refused = judge(state, move)
    return refused if isinstance(refused, Illegal) else Illegal("DR-103", getattr(ruling, "because", ""))


def _try(state: DrumRollState, move: Move, overruled: bool) -> Ruling:
    t = Trial(state, overruled=overruled)
    try:
        check_place(t, move)
        if state.declinable and not (type(move) is moves.Decline and move.action):
            t.set(declinable=())
        HANDLERS[type(move)](t, move)
    except Refused as refused:
        return refused.ruling
    flow.advance(t)
    t.set(ply=state.ply + 1)
    return Legal((MoveApplied(move, overruled), *t.events), t.state)


def check_place(t: Trial, move: Move) -> None:
    """What holds for every move: the game goes on, the seat makes such moves, and nothing interrupts it."""
    state = t.state
    if state.phase == OVER.id:
        over = outcome(state)
        assert over is not None
        t.bar("DR-147", "game_over", reason=over.reason)
    if (move.seat == TABLE) != isinstance(move, OF_THE_TABLE):
        t.bar(REF_SEAT, "table_does_not" if move.seat == TABLE else "for_the_table")
    if state.over_limit is not None or state.deck_to_shuffle or state.cards_due is not None:
        _check_interruption(t, move)


def _check_interruption(t: Trial, move: Move) -> None:
    """A full hand, a shuffle, a card that is due (DR-162, DR-197)."""
    state = t.state
    full, deck, due = state.over_limit, state.deck_to_shuffle, state.cards_due
    stop = t.bar if isinstance(move, WAIT) else t.refuse
    if full is not None:
        if move.seat != full or not isinstance(move, FROM_HAND):
            held, limit = len(state.players[full].hand), state.players[full].limit
            stop("DR-162", "over_limit_first", seat=full, held=held, limit=limit)
    elif deck:
        if not isinstance(move, moves.Shuffle | moves.Deal):
            stop("DR-197", "shuffle_first", deck=deck)
    elif due is not None and not isinstance(move, moves.Deal | moves.Look | moves.Pick | moves.Play):
        if state.looked_at:
            stop("DR-172", "must_pick_first", seat=due.seat)
        rule = "DR-172" if due.looks else "DR-054"
        stop(rule, "cards_due_first", seat=due.seat, looks=due.looks, count=due.count)


def _deal(t: Trial, move: moves.Deal) -> None:
    """What is dealt where says which deal it is."""
    to = move.to
    if to == AREA:
        decks.deal_area(t, move)
    elif isinstance(to, str) or _is_region(t.state, move):
        setup_moves.deal_region(t, move)
    elif to == TABLE:
        t.bar(REF_SEAT, "deal_where")
    elif t.state.phase == SETUP.id or t.state.data.decks.get(move.cards[0]) == PERFORMERS:
        setup_moves.deal_secret(t, move)
    else:
        decks.deal_drawn(t, move)


def _is_region(state: DrumRollState, move: moves.Deal) -> bool:
    """A tile dealt to a seat; a single unknown card is one too, at the set-up (two are performers dealt in secret)."""
    card = move.cards[0]
    if card != UNKNOWN:
        return state.data.decks.get(card) == REGIONS
    return state.phase == SETUP.id and len(move.cards) < state.data.numbers.secret


def _decline(t: Trial, move: moves.Decline) -> None:
    """A gain is given back (DR-060a), or what the phase asks is not done."""
    answer = t.state.asks.answers.get(moves.Decline)
    if move.action:
        hiring.give_back(t, move)
    elif answer is None:
        t.bar("DR-058", "nothing_to_decline", seat=move.seat)
    else:
        answer.step(t, move)


# Whatever answers a question is ruled where the question stands; the rest may be done at any time, or says itself when.
HANDLERS: dict[type[Move], Callable[[Trial, Any], None]] = {
    **{kind: answer.step for question in QUESTIONS.values() for kind, answer in question.answers.items()},
    moves.Deal: _deal,
    moves.Decline: _decline,
    moves.Play: investment_cards.play,
}
