"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.judge import refuse_victory_held
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Suomi1918State, fitting_in, is_dead, may_claim
from pnp.referee.game import Decision
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: Suomi1918State) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    data, seat = state.data, state.turn
    if state.due:
        due = state.due[0]
        owed = ", ".join(f"{item.count} to {state.name(item.seat)}" for item in state.due if item.rule == due.rule)
        what = "victory card" if due.rule == rule_ids.VICTORY_DEAL else "card"
        return (Decision(TABLE, ("deal",), f"deal, {what}: {owed}", due.rule),)
    if state.is_opening:
        first = data.label(data.opening)
        who = [seat] if seat is not None else [at for at, hand in enumerate(state.hands) if UNKNOWN in hand]
        return tuple(Decision(at, ("play",), f"play {first}: its holder starts", rule_ids.STARTER) for at in who)
    assert seat is not None, "after the first card everybody knows whose turn it is"
    own = state.victory[seat]
    if data.automatic and own in state.playable.wins:
        return (Decision(seat, ("claim",), f"claim {data.label(own)}: it is met", rule_ids.WHO_CLAIMS),)
    # Where the referee announces a win itself, nobody else claims one.
    claims = state.playable.wins and not data.automatic and may_claim(state, seat)
    verbs: tuple[str, ...] = ("claim",) if claims else ()
    hand = state.hands[seat]
    if not hand:
        return (Decision(seat, (*verbs, "pass"), "the hand is empty: pass", rule_ids.PASS),)
    aside, rule = ("show", rule_ids.SHOW) if state.piles_are_empty else ("discard", rule_ids.DISCARD)
    lay_aside = f"{aside} one"
    others: tuple[str, ...] = (aside,)
    if aside == "discard" and not data.must_discard:
        lay_aside, others = "discard one or pass", (aside, "pass")
    first = _claim_first(state, seat) if verbs else ""
    if is_dead(state.playable, state.removed):
        why = f"{first}nothing can be played any more, wherever it is: {lay_aside}"
        return (Decision(seat, (*verbs, *others), why, rule_ids.FROZEN),)
    known = fitting_in(state, seat)
    maybe = () if known else hidden_cards.may_fit(state, seat)
    if known:
        why = f"{first}play a card that fits ({data.labels(known)}"
        more = hidden_cards.may_fit(state, seat)
        why += f", or {data.labels(more)} if held)" if more else ")"
        return (Decision(seat, (*verbs, "play"), why, rule_ids.DUTY),)
    if not maybe:
        return (Decision(seat, (*verbs, *others), f"{first}no card of the hand fits: {lay_aside}", rule),)
    rule = rule_ids.SECOND_TURN if sum(map(len, state.stacks)) == 1 and not state.discard else rule_ids.DUTY
    why = f"{first}play a card that fits, if one is held ({data.labels(maybe)}), else {lay_aside}"
    return (Decision(seat, (*verbs, "play", *others), why, rule),)


def _claim_first(state: Suomi1918State, seat: Seat) -> str:
    """What a player may claim before anything else (SOC-35)."""
    wins = [card for card in state.data.victories if card in state.playable.wins]
    wins = [card for card in wins if not refuse_victory_held(state, seat, card)]
    return f"claim {' or '.join(map(state.data.label, wins))} if it is yours; else " if wins else ""
