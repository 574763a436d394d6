"""Markers resolved one by one: investing, hiring, declining; discounts on whoever stays (DR-054 to DR-064).

In: a trial and a move. Out: what is refused, and what it does.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import HIRE_PERFORMER, HIRE_PERSONNEL, INVEST, PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Decline, Hire, Invest
from pnp.games.drumroll.phases.decks import request_cards
from pnp.games.drumroll.phases.placing import bank_owner
from pnp.games.drumroll.state import (
    CardsDue,
    DrumRollState,
    OfferedCard,
    Performer,
    Phase,
    investment_deck_size,
    next_marker_owner,
    price,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.message import LateMessage
from pnp.referee.seat import Seat

_PHASE_RULES = {
    Phase.RESOLVE_INVEST: rule_ids.INVEST,
    Phase.RESOLVE_PERFORMER: rule_ids.HIRE_PERFORMER,
    Phase.RESOLVE_PERSONNEL: rule_ids.HIRE_PERSONNEL,
}


def _check_due(t: Trial, seat: Seat, phase: str, rule: str, stop: Callable[..., None]) -> None:
    """Only the owner of the lowest marker that waits answers (DR-054 to DR-056)."""
    if t.state.phase != phase:
        stop(rule, "not_resolved_now")
        return
    owner = next_marker_owner(t.state)
    if owner != seat:
        message = "lowest_marker_nobody" if owner is None else "lowest_marker_other"
        stop(rule, message, owner_seat=owner, seat=seat)


def invest(t: Trial, move: Invest) -> None:
    """The owner of the lowest marker pays and draws (DR-054, DR-057)."""
    state, seat = t.state, move.seat
    cost, have = state.data.numbers.invest_cost, state.players[seat].coins
    _check_due(t, seat, Phase.RESOLVE_INVEST, rule_ids.INVEST, t.refuse)
    t.check_begun(rule_ids.INVEST)
    if have < cost:
        t.refuse(rule_ids.CANNOT_PAY, "card_costs", seat=seat, have=have, cost=cost)
    if not investment_deck_size(state.investment_pile) and not state.investment_discards:
        t.bar(rule_ids.NO_INVESTMENTS, "no_investment_left")
    t.agreed()
    take_back_marker(t, INVEST, seat)
    t.add_coins(seat, -cost, rule_ids.INVEST, "for_invest", in_line=True)
    request_cards(t, CardsDue(seat, 1))


def take_back_marker(t: Trial, action: str, seat: Seat) -> None:
    """The marker of a seat leaves its action, the lowest one (DR-060b)."""
    state = t.state
    at = state.data.action_at[action]
    seats = list(state.markers[at])
    if seat in seats:
        seats.remove(seat)
        t.set(markers=(*state.markers[:at], tuple(seats), *state.markers[at + 1 :]))
        t.note(rule_ids.MARKERS_BACK, "marker_back", seat=seat)


def _check_kind(t: Trial, move: Hire) -> str:
    """A card of the kind being resolved; the rule that hires it (DR-055, DR-056)."""
    state, data = t.state, t.state.data
    deck = data.decks.get(move.card)
    phase = Phase.RESOLVE_PERSONNEL if deck == PERSONNEL else Phase.RESOLVE_PERFORMER
    if state.phase in (Phase.RESOLVE_PERFORMER, Phase.RESOLVE_PERSONNEL):
        phase = state.phase
    rule = _PHASE_RULES[phase]
    _check_due(t, move.seat, phase, rule, t.refuse)
    if deck != (PERSONNEL if phase == Phase.RESOLVE_PERSONNEL else PERFORMERS):
        is_personnel = phase == Phase.RESOLVE_PERSONNEL
        t.refuse(rule, "no_personnel_card" if is_personnel else "no_performer_card", card=move.card)
    return rule


def offer_of(state: DrumRollState, card: str) -> OfferedCard | None:
    """The card in the hiring area."""
    return next((each for each in (*state.performer_area, *state.staff_area) if each.card == card), None)


def hire(t: Trial, move: Hire) -> None:
    """Pay, take the card of the area, tokens back to stock (DR-055 to DR-059)."""
    state, seat, card = t.state, move.seat, move.card
    data = state.data
    hired_by = _check_kind(t, move)
    t.check_begun(hired_by)
    offer = offer_of(state, card)
    if offer is None:
        t.bar(hired_by, "not_in_area", card=card)
    if card == data.organizer and state.barred == seat:
        t.refuse(rule_ids.ORGANIZER_BARRED, "returned_before", seat=seat, card=card)
    cost, have = price(state, offer), state.players[seat].coins
    if cost > have:
        t.refuse(rule_ids.CANNOT_PAY, "hire_costs", card=card, cost=cost, seat=seat, have=have)
    t.agreed()
    is_person = data.decks[card] == PERSONNEL
    rule = rule_ids.HIRE_PERSONNEL if is_person else rule_ids.HIRE_PERFORMER
    take_back_marker(t, HIRE_PERSONNEL if is_person else HIRE_PERFORMER, seat)
    t.add_coins(seat, -cost, rule, "for_hiring", in_line=True, card=card)
    if not cost:
        t.note(rule, "hires_for_nothing", seat=seat, card=card)
    if offer.tokens:
        t.set(tokens=state.tokens + offer.tokens)
        t.note(rule_ids.TOKEN, "tokens_lower", count=offer.tokens, cost=cost)
        t.note(rule_ids.BACK_TO_STOCK, "tokens_back", count=offer.tokens)
    if is_person:
        t.set(staff_area=tuple(each for each in state.staff_area if each.card != card))
        t.change_player(seat, staff=(*state.players[seat].staff, card))
    else:
        t.set(performer_area=tuple(each for each in state.performer_area if each.card != card))
        t.set_troupe(seat, (*state.players[seat].troupe, Performer(card)))
        t.add_type_totals(seat, data.performers[card].type, hired=1, coins=-cost)


def decline_offer(t: Trial, move: Decline) -> None:
    """What is asked of the seat is not done: its marker goes back without anything (DR-058), or no coins go onto the
    bank (DR-022).
    """
    state, seat = t.state, move.seat
    if move.action:
        _give_back(t, move)
    elif state.phase == Phase.TURN_START:
        if bank_owner(state) != seat:
            t.bar(rule_ids.BANK, "bank_owner_asked")
        t.agreed()
        t.set(is_answered=True)
        t.note(rule_ids.BANK, "lays_no_coins", seat=seat)
    elif state.phase in _PHASE_RULES:
        _check_due(t, seat, state.phase, _PHASE_RULES[state.phase], t.bar)
        t.agreed()
        t.note(rule_ids.DECLINE, "takes_nothing", seat=seat)
        take_back_marker(t, Phase.ONE_BY_ONE[state.phase], seat)
    else:
        t.bar(rule_ids.DECLINE, "nothing_to_decline", seat=seat)


def _give_back(t: Trial, move: Decline) -> None:
    """A gain of the last placement is given back (DR-060a)."""
    state, data, seat, player = t.state, t.state.data, move.seat, t.player(move.seat)
    at = data.action_at[move.action]
    colour = data.actions[at].colour
    if (seat, at) not in state.declinable:
        if not state.declinable:
            t.bar(rule_ids.DECLINE_GAIN, "too_late_to_decline")
        t.bar(rule_ids.DECLINE_GAIN, "gained_nothing_by", seat=seat, action=data.actions[at].word)
    if not (player.storage[colour] if colour >= 0 else player.coins >= data.numbers.slots[player.tickets - 1]):
        t.bar(rule_ids.DECLINE_GAIN, "spent_already", action=data.actions[at].word)
    t.agreed()
    declinable = list(state.declinable)
    declinable.remove((seat, at))
    t.set(declinable=tuple(declinable))
    if colour >= 0:
        t.spend_cube(seat, colour, rule_ids.DECLINE_GAIN, "for_declined", action=data.actions[at].word)
    else:
        t.change_player(seat, tickets=player.tickets - 1)
        t.add_coins(seat, -data.numbers.slots[player.tickets - 1], rule_ids.DECLINE_GAIN, "for_ticket_declined")


def why_markers_lapse(state: DrumRollState) -> str:
    """The message why the markers of this phase bring nothing, "" when somebody has to decide (DR-058, DR-060)."""
    if state.phase == Phase.RESOLVE_INVEST:
        nothing = not investment_deck_size(state.investment_pile) and not state.investment_discards
        return "invest_lapses" if nothing else ""
    area = state.performer_area if state.phase == Phase.RESOLVE_PERFORMER else state.staff_area
    return "" if area else "nobody_to_hire"


# discounts


def discount(t: Trial) -> None:
    """Cards not hired get a token each; a card that was free is discarded (DR-061 to DR-064)."""
    state = t.state
    stay: dict[str, list[OfferedCard]] = {PERFORMERS: [], PERSONNEL: []}
    gone: dict[str, list[str]] = {PERFORMERS: [], PERSONNEL: []}
    tokens = state.tokens
    for deck, area in ((PERFORMERS, state.performer_area), (PERSONNEL, state.staff_area)):
        for offer in area:
            if price(state, offer):
                stay[deck].append(offer)
            else:
                gone[deck].append(offer.card)
                tokens += offer.tokens
                t.announce(rule_ids.FREE_GOES, "was_free", card=offer.card)
    for offers in stay.values():
        for at, offer in enumerate(offers):
            if tokens:
                offers[at] = replace(offer, tokens=offer.tokens + 1)
                tokens -= 1
            else:
                t.announce(rule_ids.NO_TOKENS, "no_token_for", card=offer.card)
    discounted = tuple(
        LateMessage("discounted_card", {"card": each.card, "count": each.tokens})
        for offers in stay.values()
        for each in offers
        if each.tokens
    )
    if discounted:
        t.announce(rule_ids.DISCOUNT, "discounted", cards=discounted)
    t.set(
        performer_area=tuple(stay[PERFORMERS]),
        staff_area=tuple(stay[PERSONNEL]),
        performer_discards=(*state.performer_discards, *gone[PERFORMERS]),
        staff_discards=(*state.staff_discards, *gone[PERSONNEL]),
        tokens=tokens,
    )
