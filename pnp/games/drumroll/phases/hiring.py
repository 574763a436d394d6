"""Markers resolved one by one: investing, hiring, declining; discounts on whoever stays (DR-054 to DR-064).

In: a state and a move. Out: why it is refused, or what it does to a trial.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Decline, Hire, Invest
from pnp.games.drumroll.phases.decks import request_cards
from pnp.games.drumroll.phases.placing import HIRE_PERFORMER, HIRE_PERSONNEL, INVEST, bank_owner
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
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

_PHASE_RULES = {
    Phase.RESOLVE_INVEST: rule_ids.INVEST,
    Phase.RESOLVE_PERFORMER: rule_ids.HIRE_PERFORMER,
    Phase.RESOLVE_PERSONNEL: rule_ids.HIRE_PERSONNEL,
}


def refuse_marker_owner(state: DrumRollState, seat: Seat, phase: str, rule: str) -> Illegal | None:
    """Only the owner of the lowest marker that waits answers (DR-054 to DR-056)."""
    if state.phase != phase:
        return Illegal(rule, "that is not what is being resolved")
    owner = next_marker_owner(state)
    if owner != seat:
        who = state.name(owner) if owner is not None else "nobody"
        return Illegal(rule, f"the lowest marker is that of {who}, not of {state.name(seat)}")
    return None


def refuse_invest(state: DrumRollState, move: Invest) -> Illegal | None:
    """The owner of the lowest marker pays (DR-054, DR-057)."""
    refusal = refuse_marker_owner(state, move.seat, Phase.RESOLVE_INVEST, rule_ids.INVEST)
    cost, have = state.data.numbers.invest_cost, state.players[move.seat].coins
    if refusal is None and have < cost:
        return Illegal(rule_ids.CANNOT_PAY, f"{state.name(move.seat)} has {have} coins, a card costs {cost}")
    return refusal


def invest(t: Trial, move: Invest) -> None:
    """Pay and draw (DR-054)."""
    take_back_marker(t, INVEST, move.seat)
    t.add_coins(move.seat, -t.state.data.numbers.invest_cost, rule_ids.INVEST, "invest", in_line=True)
    request_cards(t, CardsDue(move.seat, 1))


def take_back_marker(t: Trial, action: int, seat: Seat) -> None:
    """The marker of a seat leaves its action, the lowest one (DR-060b)."""
    state = t.state
    at = len(state.data.actions) + action
    seats = list(state.markers[at])
    if seat in seats:
        seats.remove(seat)
        t.set(markers=(*state.markers[:at], tuple(seats), *state.markers[at + 1 :]))
        t.note(rule_ids.MARKERS_BACK, f"the marker goes back to {t.name(seat)}")


def refuse_hire(state: DrumRollState, move: Hire) -> Illegal | None:
    """A card of the area, of the kind being resolved, that can be paid (DR-055 to DR-059)."""
    data, seat, card = state.data, move.seat, move.card
    is_person = data.decks.get(card) == PERSONNEL
    phase = Phase.RESOLVE_PERSONNEL if is_person else Phase.RESOLVE_PERFORMER
    if state.phase in (Phase.RESOLVE_PERFORMER, Phase.RESOLVE_PERSONNEL):
        phase = state.phase
    rule = _PHASE_RULES[phase]
    refusal = refuse_marker_owner(state, seat, phase, rule)
    if refusal:
        return Illegal(rule, refusal.because)
    if data.decks.get(card) != (PERSONNEL if phase == Phase.RESOLVE_PERSONNEL else PERFORMERS):
        kind = "personnel card" if phase == Phase.RESOLVE_PERSONNEL else "performer"
        return Illegal(rule, f"{data.label(card)} is no {kind}, and that is what is hired now")
    return refuse_offer(state, move, rule)


def refuse_offer(state: DrumRollState, move: Hire, rule: str) -> Illegal | None:
    """The card lies in the area, may be hired and can be paid."""
    offer, label = offer_of(state, move.card), state.data.label(move.card)
    if offer is None:
        return Illegal(rule, f"{label} is not in the hiring area")
    if move.card == state.data.organizer and state.barred == move.seat:
        return Illegal(rule_ids.ORGANIZER_BARRED, f"{state.name(move.seat)} returned {label} before this turn")
    cost, have = price(state, offer), state.players[move.seat].coins
    if cost > have:
        return Illegal(rule_ids.CANNOT_PAY, f"{label} costs {cost}, {state.name(move.seat)} has {have} coins")
    return None


def offer_of(state: DrumRollState, card: str) -> OfferedCard | None:
    """The card in the hiring area."""
    return next((each for each in (*state.performer_area, *state.staff_area) if each.card == card), None)


def hire(t: Trial, move: Hire) -> None:
    """Pay, take the card, tokens back to stock (DR-055, DR-056)."""
    state, seat, card = t.state, move.seat, move.card
    data = state.data
    offer = offer_of(state, card)
    assert offer is not None, "the judge asks before"
    is_person = data.decks[card] == PERSONNEL
    rule = rule_ids.HIRE_PERSONNEL if is_person else rule_ids.HIRE_PERFORMER
    take_back_marker(t, HIRE_PERSONNEL if is_person else HIRE_PERFORMER, seat)
    cost = price(state, offer)
    t.add_coins(seat, -cost, rule, f"hires {data.label(card)}", in_line=True)
    if not cost:
        t.note(rule, f"{t.name(seat)} hires {data.label(card)} for nothing")
    if offer.tokens:
        t.set(tokens=state.tokens + offer.tokens)
        t.note(rule_ids.TOKEN, f"{offer.tokens} tokens lower the cost to {cost}")
        t.note(rule_ids.BACK_TO_STOCK, f"back to the stock: {offer.tokens} discount tokens")
    if is_person:
        t.set(staff_area=tuple(each for each in state.staff_area if each.card != card))
        t.change_player(seat, staff=(*state.players[seat].staff, card))
    else:
        t.set(performer_area=tuple(each for each in state.performer_area if each.card != card))
        t.set_troupe(seat, (*state.players[seat].troupe, Performer(card)))
        t.add_type_totals(seat, data.performers[card].type, hired=1, coins=-cost)


def refuse_decline(state: DrumRollState, move: Decline) -> Illegal | None:
    """What is asked of the seat, or a gain of the last placement (DR-058, DR-060a, DR-022, DR-085)."""
    seat = move.seat
    if move.action:
        return _refuse_give_back(state, seat, state.data.action_at[move.action])
    if state.phase == Phase.TURN_START:
        return None if bank_owner(state) == seat else Illegal(rule_ids.BANK, "only the owner of the bank is asked")
    if state.phase in _PHASE_RULES:
        return refuse_marker_owner(state, seat, state.phase, _PHASE_RULES[state.phase])
    return Illegal(rule_ids.DECLINE, f"nothing is asked of {state.name(seat)} that could be declined")


def _refuse_give_back(state: DrumRollState, seat: Seat, at: int) -> Illegal | None:
    data = state.data
    action = data.actions[at]
    if (seat, at) not in state.declinable:
        had = "too late to decline it" if not state.declinable else f"{state.name(seat)} gained nothing by {action.id}"
        return Illegal(rule_ids.DECLINE_GAIN, had)
    player = state.players[seat]
    if action.colour >= 0:
        spent = not player.storage[action.colour]
    else:
        spent = player.coins < data.numbers.slots[player.tickets - 1]
    return Illegal(rule_ids.DECLINE_GAIN, f"what {action.id} brought is spent already") if spent else None


def decline(t: Trial, move: Decline) -> None:
    """The marker goes back without anything (DR-058), or a gain is given back (DR-060a)."""
    state, seat = t.state, move.seat
    data = state.data
    if not move.action:
        if state.phase == Phase.TURN_START:
            t.set(is_answered=True)
            t.note(rule_ids.BANK, f"{t.name(seat)} lays no coins there")
        else:
            t.note(rule_ids.DECLINE, f"{t.name(seat)} takes nothing, and no coin for it")
            take_back_marker(t, Phase.ONE_BY_ONE[state.phase], seat)
        return
    at = data.action_at[move.action]
    declinable = list(state.declinable)
    declinable.remove((seat, at))
    t.set(declinable=tuple(declinable))
    colour = data.actions[at].colour
    if colour >= 0:
        t.spend_cube(seat, colour, rule_ids.DECLINE_GAIN, f"{move.action} declined")
    else:
        sold = t.player(seat).tickets - 1
        t.change_player(seat, tickets=sold)
        t.add_coins(seat, -data.numbers.slots[sold], rule_ids.DECLINE_GAIN, "a ticket declined")


def why_markers_lapse(state: DrumRollState) -> str:
    """Why the markers of this phase bring nothing to anybody, "" when somebody has to decide (DR-058, DR-060)."""
    if state.phase == Phase.RESOLVE_INVEST:
        nothing = not investment_deck_size(state.investment_pile) and not state.investment_discards
        return "no investment card is left: investing gives nothing and costs nothing" if nothing else ""
    area = state.performer_area if state.phase == Phase.RESOLVE_PERFORMER else state.staff_area
    return "" if area else "nobody is left to be hired"


# discounts


def discount(t: Trial) -> None:
    """Cards not hired get a token each; a card that was free is discarded (DR-061 to DR-064)."""
    state = t.state
    data = state.data
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
                t.announce(rule_ids.FREE_GOES, f"{data.label(offer.card)} was free and nobody hired it: discarded")
    for offers in stay.values():
        for at, offer in enumerate(offers):
            if tokens:
                offers[at] = replace(offer, tokens=offer.tokens + 1)
                tokens -= 1
            else:
                t.announce(rule_ids.NO_TOKENS, f"no discount token is left for {data.label(offer.card)}")
    if t.notes is not None:
        discounted = [
            f"{data.label(each.card)} ({each.tokens})" for offers in stay.values() for each in offers if each.tokens
        ]
        if discounted:
            t.announce(rule_ids.DISCOUNT, f"discount tokens lie on {', '.join(discounted)}")
    t.set(
        performer_area=tuple(stay[PERFORMERS]),
        staff_area=tuple(stay[PERSONNEL]),
        performer_discards=(*state.performer_discards, *gone[PERFORMERS]),
        staff_discards=(*state.staff_discards, *gone[PERSONNEL]),
        tokens=tokens,
    )
