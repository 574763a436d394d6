"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.state import KalevalaState, fitting, is_stuck, may_discard
from pnp.referee.game import Decision
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: KalevalaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    if not state.board.tops:
        return (Decision(TABLE, ("start",), "put the starting tile on 0,0", rule_ids.START),)
    if state.due:
        rule = rule_ids.OPENING if state.is_opening else rule_ids.DRAW
        deals = ", ".join(f"{count} to {state.name(seat)}" for seat, count in state.due)
        return (Decision(TABLE, ("deal",), f"deal {deals}", rule),)
    seat, data = state.turn, state.data
    if is_stuck(state, seat):
        if not state.hands[seat]:
            return (Decision(seat, ("pass",), "the hand is empty: pass", rule_ids.FORCED_PASS),)
        stuck, todo = (("discard", "pass"), "discard one or pass") if may_discard(state, seat) else (("pass",), "pass")
        return (Decision(seat, stuck, f"no tile of the hand fits anywhere: {todo}", rule_ids.FORCED_PASS),)
    if UNKNOWN in state.hands[seat]:
        return (_unseen_decision(state, seat),)
    verbs = ("place", "pass") if data.voluntary_pass else ("place",)
    return (
        Decision(seat, verbs, f"place one tile from the hand{', or pass' * data.voluntary_pass}", rule_ids.ONE_TILE),
    )


def _unseen_decision(state: KalevalaState, seat: Seat) -> Decision:
    """What a player decides whose hand the referee does not see."""
    data, fit = state.data, fitting(state.data, state.board)
    known = [tile for tile in state.hands[seat] if tile in fit]
    aside = ("discard", "pass") if may_discard(state, seat) else ("pass",)
    if not any(hidden_cards.can_hold(state, seat, tile) for tile in fit):
        return Decision(seat, aside, f"no tile of the hand fits anywhere: {' or '.join(aside)}", rule_ids.FORCED_PASS)
    if data.voluntary_pass:
        return Decision(seat, ("place", "pass"), "place a tile, or pass", rule_ids.ONE_TILE)
    if known or hidden_cards.must_hold(state, seat, fit):
        return Decision(seat, ("place",), "place one tile from the hand", rule_ids.MUST_PLACE)
    why = f"place a tile; if none fits, {' or '.join(aside)} ({len(fit)} of {len(data.tiles)} kinds have a square)"
    return Decision(seat, ("place", *aside), why, rule_ids.MUST_PLACE)
