"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.state import KalevalaState, fitting, is_stuck, may_discard
from pnp.library.words import join_texts
from pnp.referee.game import Decision
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: KalevalaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    if not state.board.tops:
        return (Decision(TABLE, ("start",), state.message("put_start"), rule_ids.START),)
    if state.due:
        rule = rule_ids.OPENING if state.is_opening else rule_ids.DRAW
        whose = join_texts(", ", [state.message("count_to", count=count, seat=seat) for seat, count in state.due])
        return (Decision(TABLE, ("deal",), state.message("deal", whose=whose), rule),)
    seat = state.turn
    if is_stuck(state, seat):
        if not state.hands[seat]:
            return (Decision(seat, ("pass",), state.message("pass_empty_hand"), rule_ids.FORCED_PASS),)
        discards = may_discard(state, seat)
        why = state.message("nothing_fits", discards=discards)
        return (Decision(seat, ("discard", "pass") if discards else ("pass",), why, rule_ids.FORCED_PASS),)
    if UNKNOWN in state.hands[seat]:
        return (_unseen_decision(state, seat),)
    if state.data.voluntary_pass:
        return (Decision(seat, ("place", "pass"), state.message("place_one_or_pass"), rule_ids.ONE_TILE),)
    return (Decision(seat, ("place",), state.message("place_one"), rule_ids.ONE_TILE),)


def _unseen_decision(state: KalevalaState, seat: Seat) -> Decision:
    """What a player decides whose hand the referee does not see."""
    data, fit = state.data, fitting(state.data, state.board)
    known = [tile for tile in state.hands[seat] if tile in fit]
    discards = may_discard(state, seat)
    aside = ("discard", "pass") if discards else ("pass",)
    if set(fit).isdisjoint(hidden_cards.possible(state, seat)):
        return Decision(seat, aside, state.message("nothing_can_fit", discards=discards), rule_ids.FORCED_PASS)
    if data.voluntary_pass:
        return Decision(seat, ("place", "pass"), state.message("place_or_pass"), rule_ids.ONE_TILE)
    if known or hidden_cards.must_hold(state, seat, fit):
        return Decision(seat, ("place",), state.message("place_one"), rule_ids.MUST_PLACE)
    why = state.message("place_if_any_fits", discards=discards, fitting=len(fit), kinds=len(data.tiles))
    return Decision(seat, ("place", *aside), why, rule_ids.MUST_PLACE)
