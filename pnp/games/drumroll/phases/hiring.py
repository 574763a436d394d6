"""Markers served one by one: investing, hiring, declining; discounts on whoever stays (DR-054 to DR-064).

In: a state and a move. Out: why it is refused, or what it does to a trial.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Decline, Hire, Invest
from pnp.games.drumroll.phases.decks import owe
from pnp.games.drumroll.phases.placing import HIRE_PERFORMER, HIRE_PERSONNEL, INVEST, bank_owner
from pnp.games.drumroll.state import DrumRollState, Offer, Owed, Phase, Trouper, pack_size, price, served
from pnp.games.drumroll.trial import Trial
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

_PHASE_RULES = {
    Phase.RESOLVE_INVEST: rule_ids.INVEST,
    Phase.RESOLVE_PERFORMER: rule_ids.HIRE_PERFORMER,
    Phase.RESOLVE_PERSONNEL: rule_ids.HIRE_PERSONNEL,
}


def refuse_served(state: DrumRollState, seat: Seat, phase: str, rule: str) -> Illegal | None:
    """Only the owner of the lowest marker that waits answers (DR-054 to DR-056)."""
    if state.phase != phase:
        return Illegal(rule, "that is not what is being resolved")
    owner = served(state)
    if owner != seat:
        who = state.name(owner) if owner is not None else "nobody"
        return Illegal(rule, f"the lowest marker is that of {who}, not of {state.name(seat)}")
    return None


def refuse_invest(state: DrumRollState, move: Invest) -> Illegal | None:
    """The owner of the lowest marker pays (DR-054, DR-057)."""
    refusal = refuse_served(state, move.seat, Phase.RESOLVE_INVEST, rule_ids.INVEST)
    cost, have = state.data.number.invest_cost, state.players[move.seat].coins
    if refusal is None and have < cost:
        return Illegal(rule_ids.CANNOT_PAY, f"{state.name(move.seat)} has {have} coins, a card costs {cost}")
    return refusal


def invest(trial: Trial, move: Invest) -> None:
    """Pay and draw (DR-054)."""
    serve(trial, INVEST, move.seat)
    trial.coins(move.seat, -trial.table.data.number.invest_cost, rule_ids.INVEST, "invest", said=True)
    owe(trial, Owed(move.seat, 1))


def serve(trial: Trial, action: int, seat: Seat) -> None:
    """The marker of a seat leaves its action, the lowest one (DR-060b)."""
    table = trial.table
    at = len(table.data.actions) + action
    seats = list(table.markers[at])
    if seat in seats:
        seats.remove(seat)
        trial.set(markers=(*table.markers[:at], tuple(seats), *table.markers[at + 1 :]))
        trial.note(rule_ids.MARKERS_BACK, f"the marker goes back to {trial.name(seat)}")


def refuse_hire(state: DrumRollState, move: Hire) -> Illegal | None:
    """A card of the area, of the kind being resolved, that can be paid (DR-055 to DR-059)."""
    data, seat, card = state.data, move.seat, move.card
    is_person = data.decks.get(card) == PERSONNEL
    phase = Phase.RESOLVE_PERSONNEL if is_person else Phase.RESOLVE_PERFORMER
    if state.phase in (Phase.RESOLVE_PERFORMER, Phase.RESOLVE_PERSONNEL):
        phase = state.phase
    rule = _PHASE_RULES[phase]
    refusal = refuse_served(state, seat, phase, rule)
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


def offer_of(state: DrumRollState, card: str) -> Offer | None:
    """The card in the hiring area."""
    return next((each for each in (*state.performer_area, *state.staff_area) if each.card == card), None)


def hire(trial: Trial, move: Hire) -> None:
    """Pay, take the card, tokens back to stock (DR-055, DR-056)."""
    table, seat, card = trial.table, move.seat, move.card
    data = table.data
    offer = offer_of(table, card)
    assert offer is not None, "the judge asks before"
    is_person = data.decks[card] == PERSONNEL
    rule = rule_ids.HIRE_PERSONNEL if is_person else rule_ids.HIRE_PERFORMER
    serve(trial, HIRE_PERSONNEL if is_person else HIRE_PERFORMER, seat)
    cost = price(table, offer)
    trial.coins(seat, -cost, rule, f"hires {data.label(card)}", said=True)
    if not cost:
        trial.note(rule, f"{trial.name(seat)} hires {data.label(card)} for nothing")
    if offer.tokens:
        trial.set(tokens=table.tokens + offer.tokens)
        trial.note(rule_ids.TOKEN, f"{offer.tokens} tokens lower the cost to {cost}")
        trial.note(rule_ids.BACK_TO_STOCK, f"back to the stock: {offer.tokens} discount tokens")
    if is_person:
        trial.set(staff_area=tuple(each for each in table.staff_area if each.card != card))
        trial.change(seat, staff=(*table.players[seat].staff, card))
    else:
        trial.set(performer_area=tuple(each for each in table.performer_area if each.card != card))
        trial.troupe(seat, (*table.players[seat].troupe, Trouper(card)))
        trial.book(seat, data.performers[card].type, hired=1, coins=-cost)


def refuse_decline(state: DrumRollState, move: Decline) -> Illegal | None:
    """What is asked of the seat, or a gain of the last placement (DR-058, DR-060a, DR-022, DR-085)."""
    seat = move.seat
    if move.action:
        return _refuse_give_back(state, seat, state.data.action_at[move.action])
    if state.phase == Phase.TURN_START:
        return None if bank_owner(state) == seat else Illegal(rule_ids.BANK, "only the owner of the bank is asked")
    if state.phase in _PHASE_RULES:
        return refuse_served(state, seat, state.phase, _PHASE_RULES[state.phase])
    return Illegal(rule_ids.DECLINE, f"nothing is asked of {state.name(seat)} that could be declined")


def _refuse_give_back(state: DrumRollState, seat: Seat, at: int) -> Illegal | None:
    data = state.data
    action = data.actions[at]
    if (seat, at) not in state.window:
        had = "too late to decline it" if not state.window else f"{state.name(seat)} gained nothing by {action.id}"
        return Illegal(rule_ids.DECLINE_GAIN, had)
    player = state.players[seat]
    if action.colour >= 0:
        spent = not player.storage[action.colour]
    else:
        spent = player.coins < data.number.slots[player.tickets - 1]
    return Illegal(rule_ids.DECLINE_GAIN, f"what {action.id} brought is spent already") if spent else None


def decline(trial: Trial, move: Decline) -> None:
    """The marker goes back without anything (DR-058), or a gain is given back (DR-060a)."""
    table, seat = trial.table, move.seat
    data = table.data
    if not move.action:
        if table.phase == Phase.TURN_START:
            trial.set(asked=True)
            trial.note(rule_ids.BANK, f"{trial.name(seat)} lays no coins there")
        else:
            trial.note(rule_ids.DECLINE, f"{trial.name(seat)} takes nothing, and no coin for it")
            serve(trial, Phase.SERVED[table.phase], seat)
        return
    at = data.action_at[move.action]
    window = list(table.window)
    window.remove((seat, at))
    trial.set(window=tuple(window))
    colour = data.actions[at].colour
    if colour >= 0:
        trial.spend(seat, colour, rule_ids.DECLINE_GAIN, f"{move.action} declined")
    else:
        sold = trial.player(seat).tickets - 1
        trial.change(seat, tickets=sold)
        trial.coins(seat, -data.number.slots[sold], rule_ids.DECLINE_GAIN, "a ticket declined")


def serves_nobody(state: DrumRollState) -> str:
    """Why the markers of this phase bring nothing to anybody, "" when somebody has to decide (DR-058, DR-060)."""
    if state.phase == Phase.RESOLVE_INVEST:
        nothing = not pack_size(state.investment_pile) and not state.investment_discards
        return "no investment card is left: investing gives nothing and costs nothing" if nothing else ""
    area = state.performer_area if state.phase == Phase.RESOLVE_PERFORMER else state.staff_area
    return "" if area else "nobody is left to be hired"


# discounts


def discount(trial: Trial) -> None:
    """Cards not hired get a token each; a card that was free is discarded (DR-061 to DR-064)."""
    table = trial.table
    data = table.data
    stay: dict[str, list[Offer]] = {PERFORMERS: [], PERSONNEL: []}
    gone: dict[str, list[str]] = {PERFORMERS: [], PERSONNEL: []}
    tokens = table.tokens
    for deck, area in ((PERFORMERS, table.performer_area), (PERSONNEL, table.staff_area)):
        for offer in area:
            if price(table, offer):
                stay[deck].append(offer)
            else:
                gone[deck].append(offer.card)
                tokens += offer.tokens
                trial.tell(rule_ids.FREE_GOES, f"{data.label(offer.card)} was free and nobody hired it: discarded")
    for offers in stay.values():
        for at, offer in enumerate(offers):
            if tokens:
                offers[at] = replace(offer, tokens=offer.tokens + 1)
                tokens -= 1
            else:
                trial.tell(rule_ids.NO_TOKENS, f"no discount token is left for {data.label(offer.card)}")
    if trial.notes is not None:
        told = [
            f"{data.label(each.card)} ({each.tokens})" for offers in stay.values() for each in offers if each.tokens
        ]
        if told:
            trial.tell(rule_ids.DISCOUNT, f"discount tokens lie on {', '.join(told)}")
    trial.set(
        performer_area=tuple(stay[PERFORMERS]),
        staff_area=tuple(stay[PERSONNEL]),
        performer_discards=(*table.performer_discards, *gone[PERFORMERS]),
        staff_discards=(*table.staff_discards, *gone[PERSONNEL]),
        tokens=tokens,
    )
