"""Movement cards as they are drawn, and the ways out of a warn card (KEI-22, KEI-33 to KEI-41, KEI-131, KEI-132).

In: a Trial and a drawn Movement card, or an answer. Out: the Trial further on. Invariant: a warn card lies in front of
its drawer until it is settled, then on the discard pile.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import EVENT, MOVE
from pnp.games.keikalla.moves import ARRIVED, BAND, BUS, Answer
from pnp.games.keikalla.phases.flow import end_movement, limit_of, missing, on_step
from pnp.games.keikalla.phases.police import place, stop_by_police
from pnp.games.keikalla.rule_ids import Card, Gift
from pnp.games.keikalla.state import END, MOVING, REFILL, Ask
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def receive(d: Trial, seat: Seat, card: str, pile: str, seen: bool = True) -> None:
    """A Movement card is drawn: to the hand, or a warn card that acts at once (KEI-22)."""
    data, fight = d.data, ends_bar_fight(d, seat, card)
    if card in data.warns:
        d.turn_up(pile, card)
        d.lay_front(seat, card)
        d.note(rule_ids.NOT_IN_HAND, f"{data.label(card)} lies on the table and acts at once")
        act(d, seat, card, fight)
        return
    _reset_streak(d, seat)
    zone = data.hand_of(card) if card != UNKNOWN else EVENT if pile == EVENT else MOVE
    d.deal(pile, seat, zone, card, seen and card != UNKNOWN)
    if zone == EVENT:
        d.note(rule_ids.EVENT_HAND, "Event cards are held without limit")
    d.note(rule_ids.LOOKED_AT, "it is looked at, and kept")
    if card == UNKNOWN:
        said = f"{d.name(seat)} drew no warn card"
        d.claim(zone, seat, data.warns, rule_ids.LOOKED_AT, said, drawn=True)


def ends_bar_fight(d: Trial, seat: Seat, card: str) -> bool:
    """A Movement card is drawn: is it the first after a bar fight? What it is is said of an open card only (KEI-45)."""
    player, first = d.player(seat), not d.s.turn.drew
    d.turn(drew=True)
    if not first or not 0 < player.bar_fight < player.turns:
        return False
    d.put(seat, bar_fight=0)
    said = d.data.label(card) if card in d.data.warns else "no Police"
    d.tell(rule_ids.BAR_FIGHT, f"the first Movement card after the bar fight: {said}")
    return True


def _reset_streak(d: Trial, seat: Seat) -> None:
    buses = d.player(seat).buses
    if any(buses):
        d.put(seat, buses=(0,) * len(buses))
        d.note(rule_ids.BUS, "another card was drawn: one Malfunction is forgotten")


def act(d: Trial, seat: Seat, card: str, fight: bool = False) -> None:
    """A warn card acts on its drawer (or on the leader, KEI-V51)."""
    if card == Card.MALFUNCTION:
        _malfunction(d, seat)
        return
    _reset_streak(d, seat)
    if card == Card.JIMMY:
        _jimmy(d, seat)
    else:
        stop_by_police(d, seat, fight)


# Malfunction


def _malfunction(d: Trial, seat: Seat) -> None:
    player, data = d.player(seat), d.data
    if d.s.stage != MOVING:
        d.leave_front(seat, Card.MALFUNCTION)
        d.tell(rule_ids.MALFUNCTION_LATE, "the trip is over: the Malfunction has no effect")
        return
    in_town = player.at in data.atlas.towns
    if player.buses and not player.buses[-1] and not in_town:
        _bear_it(d, seat)
        return
    d.push("KEI-Q13", seat)
    d.note(rule_ids.MALFUNCTION_ORDER, "arrived, the band's gift, the bus in front, Road Service, a bus of the hand")


def _bear_it(d: Trial, seat: Seat) -> None:
    buses = d.player(seat).buses
    d.put(seat, buses=(*buses[:-1], 1))
    d.leave_front(seat, Card.MALFUNCTION)
    d.tell(rule_ids.BUS, "the New Tour Bus bears this Malfunction, and breaks down at a second one in a row")


def _answer_malfunction(d: Trial, seat: Seat, how: str) -> None:
    player, data = d.player(seat), d.data
    if how == Card.ROADIE:
        d.bar(rule_ids.FILL_IN, "a Roadie repairs nothing")
    if how == ARRIVED:
        if player.at not in data.atlas.towns:
            d.refuse(rule_ids.ARRIVED, "the figurine stands on the road: only a town is a destination")
        d.pop()
        d.leave_front(seat, Card.MALFUNCTION)
        d.tell(rule_ids.ARRIVED, "the destination was reached: the Malfunction has no effect")
        end_movement(d)
    elif how == BAND:
        _use_gift(d, seat, Gift.FIRST_MALFUNCTION, rule_ids.SEWAGE)
        d.pop()
        d.leave_front(seat, Card.MALFUNCTION)
        d.tell(rule_ids.SEWAGE, "the drummer fixes the bus")
    elif how == Card.ROAD_SERVICE:
        d.lose(seat, data.hand_of(how), how)
        d.pop()
        d.leave_front(seat, Card.MALFUNCTION)
        d.discard(how)
        d.tell(rule_ids.ROAD_SERVICE, "the Malfunction is cancelled; one card is drawn for the Road Service")
        owe_draw(d, seat, how)
    elif how == BUS:
        d.pop()
        d.leave_front(seat, Card.MALFUNCTION)
        d.tell(rule_ids.BUS_ANSWER, "the New Tour Bus cancels the Malfunction")
        lay_bus(d, seat)
    else:
        d.pop()
        _no_answer(d, seat)


def _no_answer(d: Trial, seat: Seat) -> None:
    buses = d.player(seat).buses
    if buses and not buses[-1]:
        _bear_it(d, seat)
        return
    d.leave_front(seat, Card.MALFUNCTION)
    if buses:
        d.put(seat, buses=buses[:-1])
        d.leave_front(seat, Card.BUS)
        d.tell(rule_ids.BUS, "two Malfunctions in a row: the New Tour Bus breaks down")
        trim(d, seat)
    d.tell(rule_ids.MALFUNCTION, f"the trip ends at {d.data.atlas.label(d.player(seat).at)}; no gig on this turn")
    d.note(rule_ids.INTERRUPTED, "no gig on this turn")
    _after_questions(d, "then stopped", seat)


def lay_bus(d: Trial, seat: Seat) -> None:
    """A New Tour Bus goes from the hand to the table and brings a card (KEI-36 to KEI-38)."""
    data, player = d.data, d.player(seat)
    d.lose(seat, data.hand_of(Card.BUS), Card.BUS)
    d.lay_front(seat, Card.BUS)
    d.put(seat, buses=(*player.buses, 0))
    if player.buses:
        d.note(rule_ids.SECOND_BUS, "a second New Tour Bus: one card more still")
    pile = MOVE if data.has_two_moves else d.movement_pile(Card.BUS)
    heap = d.s.discards[pile]
    roads = [at for at, card in enumerate(heap) if data.face(card).steps]
    if roads:
        at = roads[-1]
        if data.switches["new_bus_card"] == "best_road":
            at = max(roads, key=lambda index: (data.face(heap[index]).steps, index))
        d.set(discards={**d.s.discards, pile: (*heap[:at], *heap[at + 1 :])})
        d.gain(seat, MOVE, heap[at])
        d.tell(rule_ids.BUS, f"{data.label(heap[at])} comes from the discard pile")
    else:
        d.tell(rule_ids.BUS, "no On the Road card lies in the discard pile")
    owe_draw(d, seat, Card.BUS)


# Jimmy


def _jimmy(d: Trial, seat: Seat) -> None:
    data, player = d.data, d.player(seat)
    if d.s.stage not in (MOVING, REFILL):
        d.leave_front(seat, Card.JIMMY)
        d.tell(rule_ids.JIMMY, "nobody travels now: Jimmy has no effect")
    elif Card.MANAGER in player.front:
        d.leave_front(seat, Card.JIMMY)
        d.tell(rule_ids.ABOARD, "all are aboard: Jimmy has no effect")
    elif d.s.turn.covered and data.switches["one_roadie_two_members"]:
        d.leave_front(seat, Card.JIMMY)
        d.tell(rule_ids.SECOND_JIMMY, "the Roadie who fills in fills in for this one too")
    else:
        d.push("KEI-Q14", seat)


def _answer_jimmy(d: Trial, seat: Seat, how: str) -> None:
    player, data = d.player(seat), d.data
    if how in (ARRIVED, Card.ROAD_SERVICE, BUS):
        d.bar(rule_ids.SAVED_CARDS, "that is no answer to a band member left behind")
    if how == BAND:
        _use_gift(d, seat, Gift.FIRST_JIMMY, rule_ids.FERTILIZER)
        d.pop()
        d.leave_front(seat, Card.JIMMY)
        d.tell(rule_ids.FERTILIZER, f"the first Jimmy of {data.label(player.band)} has no effect")
    elif how == Card.ROADIE:
        _fill_in(d, seat)
    else:
        if data.faces[player.band].ability == Gift.FIRST_JIMMY and not player.gift_used:
            d.put(seat, gift_used=True)
        d.pop()
        d.leave_front(seat, Card.JIMMY)
        place(d, seat, player.start)
        d.tell(rule_ids.JIMMY, f"{d.name(seat)} goes back to {data.atlas.label(player.start)}, where this turn began")
        if data.switches["jimmy_ends_movement"] and d.s.stage == MOVING:
            end_movement(d)


def _fill_in(d: Trial, seat: Seat) -> None:
    data, hand = d.data, d.hand(seat, d.data.hand_of(Card.ROADIE))
    if d.player(seat).driven and Card.ROADIE not in hand.cards and UNKNOWN not in hand.cards:
        d.bar(rule_ids.FILL_IN, "the Roadie who drives cannot fill in")
    if d.s.turn.covered and Card.ROADIE not in hand.cards and UNKNOWN not in hand.cards:
        d.bar(rule_ids.SECOND_JIMMY, "a second Jimmy needs a second Roadie")
    d.lose(seat, data.hand_of(Card.ROADIE), Card.ROADIE)
    d.pop()
    d.discard(Card.ROADIE)
    d.leave_front(seat, Card.JIMMY)
    d.turn(covered=True)
    d.put(seat, waiting_member=True)
    d.tell(rule_ids.FILL_IN, "the Roadie fills in; a turn is lost after the next gig")
    if d.s.stage == MOVING:
        owe_draw(d, seat, Card.ROADIE)
    else:
        refill_count(d, seat)


def _use_gift(d: Trial, seat: Seat, gift: str, rule: str) -> None:
    player = d.player(seat)
    if d.data.faces[player.band].ability != gift:
        d.refuse(rule, f"{d.data.label(player.band)} has no such gift")
    if player.gift_used:
        d.refuse(rule, "the gift is used up")
    d.put(seat, gift_used=True)


# what follows when the questions are answered


def answer(d: Trial, move: Answer) -> None:
    """Q13, Q14."""
    ask = d.s.ask
    assert ask is not None
    if ask.id == "KEI-Q13":
        _answer_malfunction(d, move.seat, move.how)
    else:
        _answer_jimmy(d, move.seat, move.how)


def owe_draw(d: Trial, seat: Seat, card: str) -> None:
    """Q11: one card is drawn for the played one (KEI-121, KEI-V12)."""
    data, player = d.data, d.player(seat)
    if data.has_two_moves:
        if data.faces[card].pile == MOVE:
            d.push("KEI-Q11", seat, 1, pile=EVENT)
            d.note(rule_ids.EVENT_DRAW, "an Event card is drawn for a Move card")
        return
    if player.no_refill:
        d.tell(rule_ids.STRIKE, "the strike: draw nothing")
        return
    count = missing(d.s, player) if data.switches["draw_after_played_card"] == "up_to_limit" else 1
    if count:
        d.note(rule_ids.ONE_DRAWN, "a card is drawn for the one played")
        d.push("KEI-Q11", seat, count, pile=d.movement_pile(card))


def refill_count(d: Trial, seat: Seat) -> None:
    """Q18 goes on with what is missing now."""
    asks = tuple(
        type(ask)(ask.id, ask.seat, missing(d.s, d.player(seat)), ask.card, ask.pile) if ask.id == "KEI-Q18" else ask
        for ask in d.s.asks
    )
    d.set(asks=tuple(ask for ask in asks if ask.id != "KEI-Q18" or ask.count > 0))


def trim(d: Trial, seat: Seat) -> None:
    """Q17: the hand is over its limit (KEI-25)."""
    player = d.player(seat)
    over = player.move.size - limit_of(d.s, player)
    if over > 0:
        d.push("KEI-Q17", seat, over)
        d.tell(rule_ids.LIMIT, f"{d.name(seat)} holds {over} Movement card{'s' * (over > 1)} too many")
    elif d.s.stage in (REFILL, END):
        refill_count(d, seat)


def _after_questions(d: Trial, step: str, seat: Seat) -> None:
    """A step that waits for the question on top, if there is one."""
    ask = d.s.ask
    if ask is not None and ask.id == "KEI-Q17":
        d.pop()
        d.push(step, seat)
        d.push(ask.id, ask.seat, ask.count)
    else:
        d.push(step, seat)


@on_step("then stopped")
def _stopped(d: Trial, ask: Ask) -> None:
    end_movement(d, stopped=True)
