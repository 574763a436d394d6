"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Suomi1918State, fitting_in, is_dead, may_claim, may_hold_victory
from pnp.library.words import join_texts
from pnp.referee.game import Decision
from pnp.referee.message import Message
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: Suomi1918State) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    data, seat = state.data, state.turn
    if state.due:
        due = state.due[0]
        same = (item for item in state.due if item.rule == due.rule)
        owed = join_texts(", ", (state.message("count_to", count=item.count, seat=item.seat) for item in same))
        why = state.message("deal", victory=due.rule == rule_ids.VICTORY_DEAL, owed=owed)
        return (Decision(TABLE, ("deal",), why, due.rule),)
    if state.is_opening:
        why = state.message("play_opening", card=data.label(data.opening))
        who = [seat] if seat is not None else [at for at, hand in enumerate(state.hands) if UNKNOWN in hand]
        return tuple(Decision(at, ("play",), why, rule_ids.STARTER) for at in who)
    assert seat is not None, "after the first card everybody knows whose turn it is"
    own = state.victory[seat]
    if data.automatic and own in state.playable.wins:
        return (Decision(seat, ("claim",), state.message("claim_own", card=data.label(own)), rule_ids.WHO_CLAIMS),)
    # Where the referee announces a win itself, nobody else claims one.
    claims = state.playable.wins and not data.automatic and may_claim(state, seat)
    verbs: tuple[str, ...] = ("claim",) if claims else ()
    hand = state.hands[seat]
    if not hand:
        return (Decision(seat, (*verbs, "pass"), state.message("pass_empty_hand"), rule_ids.PASS),)
    aside, rule = ("show", rule_ids.SHOW) if state.piles_are_empty else ("discard", rule_ids.DISCARD)
    lay_aside = state.message(f"{aside}_one")
    others: tuple[str, ...] = (aside,)
    if aside == "discard" and not data.must_discard:
        lay_aside, others = state.message("discard_one_or_pass"), (aside, "pass")
    if is_dead(state.playable, state.removed):
        why = state.message("nothing_playable", aside=lay_aside)
        return (Decision(seat, (*verbs, *others), _claim_first(state, seat, why), rule_ids.FROZEN),)
    known = fitting_in(state, seat)
    maybe = () if known else hidden_cards.may_fit(state, seat)
    if known:
        more = hidden_cards.may_fit(state, seat)
        fitting = {"cards": data.labels(known), "more": data.labels(more)}
        why = state.message("play_fitting_or" if more else "play_fitting", **fitting)
        return (Decision(seat, (*verbs, "play"), _claim_first(state, seat, why), rule_ids.DUTY),)
    if not maybe:
        why = state.message("nothing_fits", aside=lay_aside)
        return (Decision(seat, (*verbs, *others), _claim_first(state, seat, why), rule),)
    rule = rule_ids.SECOND_TURN if sum(map(len, state.stacks)) == 1 and not state.discard else rule_ids.DUTY
    if hidden_cards.must_fit(state, seat):
        why = state.message("play_must_be_held", cards=data.labels(maybe))
        return (Decision(seat, (*verbs, "play"), _claim_first(state, seat, why), rule),)
    why = state.message("play_if_held", cards=data.labels(maybe), aside=lay_aside)
    return (Decision(seat, (*verbs, "play", *others), _claim_first(state, seat, why), rule),)


def _claim_first(state: Suomi1918State, seat: Seat, why: Message) -> Message:
    """What a player may claim before anything else (SOC-35)."""
    if state.data.automatic:
        return why
    wins = [card for card in state.data.victories if card in state.playable.wins]
    cards = [state.data.label(card) for card in wins if may_hold_victory(state, seat, card)]
    if not cards:
        return why
    return state.message("claim_first", cards=join_texts(state.message("or"), cards), then=why)
