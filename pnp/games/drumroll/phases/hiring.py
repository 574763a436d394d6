"""Markers resolved one by one: investing, hiring, declining; discounts on whoever stays (DR-054 to DR-064).

In: a trial and a move. Out: what is refused, and what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pnp.games.drumroll.game_data import HIRE_PERFORMER, HIRE_PERSONNEL, INVEST, INVESTMENTS, PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Decline, Hire, Invest
from pnp.games.drumroll.phases.decks import request_cards
from pnp.games.drumroll.question import Offers, Question, Words
from pnp.games.drumroll.state import CardsDue, DrumRollState, OfferedCard, Performer, investment_deck_size, price
from pnp.games.drumroll.trial import Trial
from pnp.referee.message import LateMessage
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.seat import Seat


class Markers(Question):
    """What the owners of the markers on an action are asked, one by one, the lowest first (DR-031).

    deck: of the cards that they bring · brings: moves that may bring one
    """

    def __init__(self, id: str, rule: str, message: Words, action: str, deck: str, brings: Offers) -> None:
        super().__init__(id, rule, message, whom=self._asked, offers=self._answers, verbs=self._verbs)
        self.action, self.deck, self.brings = action, deck, brings
        self.follow = self.lapse
        self.answer(Decline)(self._take_nothing)

    def owners(self, state: DrumRollState) -> tuple[Seat, ...]:
        """Whose markers wait, the lowest first."""
        return state.markers[state.data.action_at[self.action]]

    def why_nothing(self, state: DrumRollState) -> str:
        """The message why the markers bring nothing, "" when somebody has to decide (DR-058, DR-060)."""
        if self.deck == INVESTMENTS:
            nothing = not investment_deck_size(state.investment_pile) and not state.investment_discards
            return "invest_lapses" if nothing else ""
        return "" if self.area(state) else "nobody_to_hire"

    def area(self, state: DrumRollState) -> tuple[OfferedCard, ...]:
        """The cards of the hiring area."""
        return state.performer_area if self.deck == PERFORMERS else state.staff_area

    def possible(self, state: DrumRollState, seat: Seat) -> list[Any]:
        """The moves that bring a card."""
        t = Trial(state, listing=True)
        return [move for move in self.brings(state, seat) if t.allows(self.answers[type(move)].step, move)]

    def check_due(self, t: Trial, seat: Seat, stop: Callable[..., None]) -> None:
        """Only the owner of the lowest marker that waits answers (DR-054 to DR-056)."""
        if t.state.phase != self.id:
            stop(self.rule, "not_resolved_now")
            return
        owners = self.owners(t.state)
        if not owners:
            stop(self.rule, "lowest_marker_nobody", seat=seat)
        elif owners[0] != seat:
            stop(self.rule, "lowest_marker_other", owner_seat=owners[0], seat=seat)

    def lapse(self, t: Trial) -> None:
        """Markers that are left bring nothing and go back (DR-058, DR-060)."""
        owners = self.owners(t.state)
        if owners:
            rule = "DR-060" if self.deck == INVESTMENTS else "DR-058"
            t.announce(rule, self.why_nothing(t.state))
        for seat in owners:
            take_back_marker(t, self.action, seat)

    def _asked(self, state: DrumRollState) -> tuple[Seat, ...]:
        owners = self.owners(state)
        return owners[:1] if owners and not self.why_nothing(state) else ()

    def _answers(self, state: DrumRollState, seat: Seat) -> tuple[Move, ...]:
        return (*self.brings(state, seat), Decline(seat, "")) if self.owners(state)[:1] == (seat,) else ()

    def _verbs(self, state: DrumRollState, seat: Seat) -> tuple[str, ...]:
        return tuple(dict.fromkeys(verb_of(type(move)) for move in (*self.possible(state, seat), Decline(seat, ""))))

    def _take_nothing(self, t: Trial, move: Decline) -> None:
        """The marker goes back without anything (DR-058)."""
        self.check_due(t, move.seat, t.bar)
        t.agreed()
        t.note("DR-058", "takes_nothing", seat=move.seat)
        take_back_marker(t, self.action, move.seat)


def take_back_marker(t: Trial, action: str, seat: Seat) -> None:
    """The marker of a seat leaves its action, the lowest one (DR-060b)."""
    state = t.state
    at = state.data.action_at[action]
    seats = list(state.markers[at])
    if seat in seats:
        seats.remove(seat)
        t.set(markers=(*state.markers[:at], tuple(seats), *state.markers[at + 1 :]))
        t.note("DR-060b", "marker_back", seat=seat)


# investing


def _draw_or_not(state: DrumRollState, seat: Seat) -> str:
    cost = state.data.numbers.invest_cost
    paid = "draw_or_decline" if state.investment_pile else "shuffle_and_draw_or_decline"
    return state.message(paid if state.players[seat].coins >= cost else "card_too_dear", cost=cost)


def _draw(state: DrumRollState, seat: Seat) -> tuple[Move, ...]:
    return (Invest(seat),)


INVESTING = Markers("RESOLVE_INVEST", "DR-054", _draw_or_not, INVEST, INVESTMENTS, _draw)


@INVESTING.answer(Invest)
def invest(t: Trial, move: Invest) -> None:
    """The owner of the lowest marker pays and draws (DR-054, DR-057)."""
    state, seat = t.state, move.seat
    cost, have = state.data.numbers.invest_cost, state.players[seat].coins
    INVESTING.check_due(t, seat, t.refuse)
    t.check_begun("DR-054")
    if have < cost:
        t.refuse("DR-057", "card_costs", seat=seat, have=have, cost=cost)
    if INVESTING.why_nothing(state):
        t.bar("DR-060", "no_investment_left")
    t.agreed()
    take_back_marker(t, INVEST, seat)
    t.add_coins(seat, -cost, "DR-054", "for_invest", in_line=True)
    request_cards(t, CardsDue(seat, 1))


# hiring


def _hire_or_not(state: DrumRollState, seat: Seat) -> str:
    offers = [offer_of(state, move.card) for move in _hiring(state).possible(state, seat)]
    cards = [state.message("card_for", card=offer.card, cost=price(state, offer)) for offer in offers if offer]
    if not cards:
        return state.message("nobody_affordable", coins=state.players[seat].coins)
    return state.message("hire_or_decline", cards=tuple(cards))


def _affordable(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    coins = state.players[seat].coins
    yield from (Hire(seat, offer.card) for offer in _hiring(state).area(state) if price(state, offer) <= coins)


HIRING_PERFORMER = Markers("RESOLVE_PERFORMER", "DR-055", _hire_or_not, HIRE_PERFORMER, PERFORMERS, _affordable)
HIRING_PERSONNEL = Markers("RESOLVE_PERSONNEL", "DR-056", _hire_or_not, HIRE_PERSONNEL, PERSONNEL, _affordable)


def _hiring(state: DrumRollState, deck: str | None = None) -> Markers:
    """The markers that hire now; at another time, those that would hire from this deck."""
    if state.phase == HIRING_PERFORMER.id:
        return HIRING_PERFORMER
    return HIRING_PERSONNEL if deck == PERSONNEL or state.phase == HIRING_PERSONNEL.id else HIRING_PERFORMER


def _check_kind(t: Trial, move: Hire) -> str:
    """A card of the kind being resolved; the rule that hires it (DR-055, DR-056)."""
    deck = t.state.data.decks.get(move.card)
    markers = _hiring(t.state, deck)
    markers.check_due(t, move.seat, t.refuse)
    if deck != markers.deck:
        is_personnel = markers is HIRING_PERSONNEL
        t.refuse(markers.rule, "no_personnel_card" if is_personnel else "no_performer_card", card=move.card)
    return markers.rule


def offer_of(state: DrumRollState, card: str) -> OfferedCard | None:
    """The card in the hiring area."""
    return next((each for each in (*state.performer_area, *state.staff_area) if each.card == card), None)


@HIRING_PERFORMER.answer(Hire)
@HIRING_PERSONNEL.answer(Hire)
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
        t.refuse("DR-059", "returned_before", seat=seat, card=card)
    cost, have = price(state, offer), state.players[seat].coins
    if cost > have:
        t.refuse("DR-057", "hire_costs", card=card, cost=cost, seat=seat, have=have)
    t.agreed()
    is_person = data.decks[card] == PERSONNEL
    rule = "DR-056" if is_person else "DR-055"
    take_back_marker(t, HIRE_PERSONNEL if is_person else HIRE_PERFORMER, seat)
    t.add_coins(seat, -cost, rule, "for_hiring", in_line=True, card=card)
    if not cost:
        t.note(rule, "hires_for_nothing", seat=seat, card=card)
    if offer.tokens:
        t.set(tokens=state.tokens + offer.tokens)
        t.note("DR-062", "tokens_lower", count=offer.tokens, cost=cost)
        t.note("DR-183", "tokens_back", count=offer.tokens)
    if is_person:
        t.set(staff_area=tuple(each for each in state.staff_area if each.card != card))
        t.change_player(seat, staff=(*state.players[seat].staff, card))
    else:
        t.set(performer_area=tuple(each for each in state.performer_area if each.card != card))
        t.set_troupe(seat, (*state.players[seat].troupe, Performer(card)))
        t.add_type_totals(seat, data.performers[card].type, hired=1, coins=-cost)


# gains given back


def give_back(t: Trial, move: Decline) -> None:
    """A gain of the last placement is given back (DR-060a)."""
    state, data, seat, player = t.state, t.state.data, move.seat, t.player(move.seat)
    at = data.action_at[move.action]
    colour = data.actions[at].colour
    if (seat, at) not in state.declinable:
        if not state.declinable:
            t.bar("DR-060a", "too_late_to_decline")
        t.bar("DR-060a", "gained_nothing_by", seat=seat, action=data.actions[at].word)
    if not (player.storage[colour] if colour >= 0 else player.coins >= data.numbers.slots[player.tickets - 1]):
        t.bar("DR-060a", "spent_already", action=data.actions[at].word)
    t.agreed()
    declinable = list(state.declinable)
    declinable.remove((seat, at))
    t.set(declinable=tuple(declinable))
    if colour >= 0:
        t.spend_cube(seat, colour, "DR-060a", "for_declined", action=data.actions[at].word)
    else:
        t.change_player(seat, tickets=player.tickets - 1)
        t.add_coins(seat, -data.numbers.slots[player.tickets - 1], "DR-060a", "for_ticket_declined")


# discounts


@HIRING_PERSONNEL.followed_by
def discount(t: Trial) -> None:
    """Cards not hired get a token each; a card that was free is discarded (DR-061 to DR-064)."""
    HIRING_PERSONNEL.lapse(t)
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
                t.announce("DR-063", "was_free", card=offer.card)
    for offers in stay.values():
        for at, offer in enumerate(offers):
            if tokens:
                offers[at] = replace(offer, tokens=offer.tokens + 1)
                tokens -= 1
            else:
                t.announce("DR-064", "no_token_for", card=offer.card)
    discounted = tuple(
        LateMessage("discounted_card", {"card": each.card, "count": each.tokens})
        for offers in stay.values()
        for each in offers
        if each.tokens
    )
    if discounted:
        t.announce("DR-061", "discounted", cards=discounted)
    t.set(
        performer_area=tuple(stay[PERFORMERS]),
        staff_area=tuple(stay[PERSONNEL]),
        performer_discards=(*state.performer_discards, *gone[PERFORMERS]),
        staff_discards=(*state.staff_discards, *gone[PERSONNEL]),
        tokens=tokens,
    )
