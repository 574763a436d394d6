"""The digital deal: what the table deals, and whether that can be. In: a state and a deal. Out: a ruling.

Victory cards come first (SOC-02), then the hands with all low cards in them (SOC-05 to SOC-08), then a card after each
turn (SOC-29).
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.apply import after_dealt
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Cards, Dealt, Due, Suomi1918State
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE, Seat


def judge_deal(state: Suomi1918State, move: Deal) -> Legal | Illegal:
    """A deal: what is due, of cards that are left (SOC-02, SOC-05 to SOC-07, SOC-29)."""
    if move.seat != TABLE:
        return state.refusal(REF_SEAT, "referee.table_deals")
    if not state.data.is_digital:
        return state.refusal(rule_ids.REPORTED, "drawn_by_hand")
    to, cards = move.to, move.cards
    if not state.due:
        return _refuse_undue(state, to)
    due = state.due[0]
    if due.seat != to:
        first = due
        same = [item for item in state.due if item.seat == to and item.rule == first.rule]
        if not same:
            return state.refusal(first.rule, "next_deal_for", due_seat=first.seat, seat=to)
        due = same[0]
    if len(cards) != due.count:
        return state.refusal(due.rule, "deal_size", seat=to, due=due.count, count=len(cards))
    return deal(state, due, cards)


def _refuse_undue(state: Suomi1918State, to: Seat) -> Illegal:
    over = outcome(state)
    if over:
        return state.refusal(rule_ids.OVER, "referee.over", reason=over.reason)
    rule = rule_ids.NOTHING_DRAWN if state.piles_are_empty else rule_ids.DRAW
    return state.refusal(rule, "none_due", seat=to)


def deal(state: Suomi1918State, due: Due, cards: Cards) -> Legal | Illegal:
    """Move cards to a seat when they can lie where they are dealt from."""
    seat, rule = due.seat, due.rule
    if rule == rule_ids.VICTORY_DEAL:
        refusal = _refuse_victory(state, cards)
        if refusal:
            return refusal
        event = Dealt(seat, cards, rule)
        return Legal((event,), after_dealt(state, event))
    if len(cards) > 1 and len(set(cards) - {UNKNOWN}) < len(cards) - cards.count(UNKNOWN):
        return state.refusal(rule, "dealt_twice")
    for card in cards:
        if card not in state.unseen and card != UNKNOWN:
            place = hidden_cards.place_of(state, card) or state.message("not_in_pile")
            part = rule_ids.HIGH_PART if card in state.data.victories else rule
            return state.refusal(part, "place", card=state.data.label(card), place=place)
    if rule == rule_ids.HANDS:
        refusal = _refuse_high(state, cards)
        if refusal:
            return refusal
    event = Dealt(seat, cards, rule)
    if state.knowledge is None:
        return Legal((event,), after_dealt(state, event))
    deduction = hidden_cards.draw(state, seat, cards)
    if isinstance(deduction, Illegal):
        return deduction
    return Legal((event, *deduction.irregularities), after_dealt(state, event, deduction))


def _refuse_victory(state: Suomi1918State, cards: Cards) -> Illegal | None:
    for card in cards:
        if card != UNKNOWN and card not in state.data.victories:
            return state.refusal(rule_ids.VICTORY_DEAL, "victories_first", card=state.data.label(card))
        if card != UNKNOWN and card in state.victory:
            return state.refusal(rule_ids.VICTORY_DEAL, "was_dealt", card=state.data.label(card))
    return None


def _refuse_high(state: Suomi1918State, cards: Cards) -> Illegal | None:
    """All low cards lie on top of the pile, so there is room for few others in the opening hands (SOC-06)."""
    data = state.data
    dealt = (card for hand in (*state.hands, cards) for card in hand)
    high = sum(card != UNKNOWN and card not in data.low for card in dealt)
    room = data.hand_total(len(state.hands)) - len(data.low)
    if high <= room:
        return None
    return state.refusal(rule_ids.LOW_PART, "low_on_top", room=max(room, 0), count=high)


def force_deal(state: Suomi1918State, move: Deal) -> Legal | Illegal:
    """A deal as the table overruled it: any number of cards to any seat, as long as the cards can be there."""
    to, cards = move.to, move.cards
    if to == TABLE or not cards:
        return state.refusal(REF_SEAT, "referee.to_a_seat")
    rule = state.due[0].rule if state.due else rule_ids.DRAW
    if rule == rule_ids.VICTORY_DEAL:
        return deal(state, Due(to, 1, rule), cards) if len(cards) == 1 else state.refusal(rule, "one_victory_each")
    if len(cards) > state.draw:
        return state.refusal(rule_ids.NOTHING_DRAWN, "pile_has", left=state.draw, count=len(cards))
    ruling = deal(replace(state, knowledge=None), Due(to, len(cards), rule), cards)
    if isinstance(ruling, Illegal) or state.knowledge is None:
        return ruling
    return replace(ruling, after=replace(ruling.after, knowledge=hidden_cards.begin(ruling.after)))


def first_deals(seats: int, hand_size: int) -> tuple[Due, ...]:
    """What is dealt before the first turn (SOC-02, SOC-07)."""
    victories = (Due(seat, 1, rule_ids.VICTORY_DEAL) for seat in range(seats))
    return (*victories, *(Due(seat, hand_size, rule_ids.HANDS) for seat in range(seats)))
