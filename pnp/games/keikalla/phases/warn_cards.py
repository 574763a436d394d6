"""Movement cards as they are drawn, and the ways out of a warn card (KEI-22, KEI-33 to KEI-41, KEI-131, KEI-132).

In: a Trial and a drawn Movement card, or an answer. Out: the changed Trial. Invariant: a warn card lies in front of
its drawer until it is settled, then on the discard pile.
"""

from __future__ import annotations

from pnp.games.keikalla.card_ids import Ability
from pnp.games.keikalla.game_data import EVENT, MOVE
from pnp.games.keikalla.held import some_of
from pnp.games.keikalla.moves import ARRIVED, BAND, BUS, NONE, ROAD_SERVICE, ROADIE, Answer, Discard
from pnp.games.keikalla.phases.flow import ONE_DRAWN, end_movement, missing, on_step, surplus
from pnp.games.keikalla.phases.police import check_movement_cards, discard_from_hand, place, stop_by_police
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import MOVING, REFILL, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import AllAboard, BreakDown, FillIn, LeaveMember, MeetPolice, NewBus, Repair
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

MALFUNCTION = Question("KEI-Q13", "ask_malfunction", "KEI-33")
LEFT_BEHIND = Question("KEI-Q14", "ask_left_behind", "KEI-39")
HAND_OVER_LIMIT = Question(
    "KEI-Q17",
    "ask_hand_over_limit",
    "KEI-25",
    owed=lambda state, question: surplus(state, state.players[question.seat]),
)


def receive(t: Trial, seat: Seat, card: str, pile: str, seen: bool = True) -> None:
    """A Movement card is drawn: to the hand, or a warn card that acts at once (KEI-22)."""
    data, fight = t.data, ends_bar_fight(t, seat, card)
    if card in data.warns:
        t.turn_up(pile, card)
        t.lay_in_front(seat, card)
        t.note("KEI-122", "acts_at_once", card=card)
        apply_warn_card(t, seat, card, fight)
        return
    _reset_streak(t, seat)
    zone = data.hand_of(card) if card != UNKNOWN else EVENT if pile == EVENT else MOVE
    t.deal(pile, seat, zone, card, seen and card != UNKNOWN)
    if zone == EVENT:
        t.note("KEI-V14", "events_without_limit")
    t.note("KEI-22", "looked_at_and_kept")
    if card == UNKNOWN:
        t.claim((zone, seat), data.warns, "KEI-22", "drew_no_warn", drawn=True, seat=seat)


def ends_bar_fight(t: Trial, seat: Seat, card: str) -> bool:
    """A Movement card is drawn: is it the first after a bar fight? Only an open card is named (KEI-45)."""
    player = t.player(seat)
    if t.state.turn.drew:
        return False
    t.change_turn(drew=True)
    if not 0 < player.bar_fight_turn < player.turns:
        return False
    t.change_player(seat, bar_fight_turn=0)
    t.announce("KEI-45", "first_after_fight" if card in t.data.warns else "first_no_police", card=card)
    return True


def _reset_streak(t: Trial, seat: Seat) -> None:
    buses = t.player(seat).buses
    if any(buses):
        t.change_player(seat, buses=(0,) * len(buses))
        t.note("KEI-37", "malfunction_forgotten")


def apply_warn_card(t: Trial, seat: Seat, card: str, fight: bool = False) -> None:
    """A warn card acts on its drawer (or on the leader, KEI-V51)."""
    if t.data.does(card, BreakDown):
        _malfunction(t, seat)
        return
    _reset_streak(t, seat)
    if t.data.does(card, LeaveMember):
        _jimmy(t, seat)
    elif t.data.does(card, MeetPolice):
        stop_by_police(t, seat, card, fight)
    else:
        t.take_from_front(seat, card)


# Malfunction


def _malfunction(t: Trial, seat: Seat) -> None:
    player, data = t.player(seat), t.data
    if t.state.phase != MOVING:
        t.take_from_front(seat, BreakDown)
        t.announce("KEI-132", "malfunction_too_late")
        return
    in_town = player.at in data.atlas.towns
    if player.buses and not player.buses[-1] and not in_town:
        _bus_bears_malfunction(t, seat)
        return
    t.ask(MALFUNCTION, seat)
    t.note("KEI-131", "malfunction_order")


def _bus_bears_malfunction(t: Trial, seat: Seat) -> None:
    buses = t.player(seat).buses
    t.change_player(seat, buses=(*buses[:-1], 1))
    t.take_from_front(seat, BreakDown)
    t.announce("KEI-37", "bus_bears")


def _repairs(t: Trial, seat: Seat) -> list[Move]:
    return [Answer(seat, how) for how in (ARRIVED, BAND, ROAD_SERVICE, BUS, NONE)]


@MALFUNCTION.answer(Answer, choices=_repairs)
def answer_malfunction(t: Trial, move: Answer) -> None:
    """Q13: the destination is reached, the band, a card, or nothing helps."""
    seat, how = move.seat, move.how
    player, data = t.player(seat), t.data
    if how == ROADIE:
        t.bar("KEI-40", "roadie_repairs_nothing")
    if how == ARRIVED:
        if player.at not in data.atlas.towns:
            t.refuse("KEI-34", "only_town_arrives")
        t.agreed()
        t.pop()
        t.take_from_front(seat, BreakDown)
        t.announce("KEI-34", "destination_reached")
        end_movement(t)
    elif how == BAND:
        _use_ability(t, seat, Ability.FIRST_MALFUNCTION, "KEI-85")
        t.pop()
        t.take_from_front(seat, BreakDown)
        t.announce("KEI-85", "drummer_fixes")
    elif how == ROAD_SERVICE:
        card = t.held_doer(seat, Repair)
        t.take_from_hand(seat, data.hand_of(card), card)
        t.agreed()
        t.pop()
        t.take_from_front(seat, BreakDown)
        t.discard(card)
        t.announce("KEI-35", "road_service_cancels")
        require_draw(t, seat, card)
    elif how == BUS:
        t.pop()
        t.take_from_front(seat, BreakDown)
        t.announce("KEI-36", "bus_cancels")
        lay_bus(t, seat)
    else:
        t.agreed()
        t.pop()
        _no_answer(t, seat)


def _no_answer(t: Trial, seat: Seat) -> None:
    buses = t.player(seat).buses
    if buses and not buses[-1]:
        _bus_bears_malfunction(t, seat)
        return
    t.take_from_front(seat, BreakDown)
    if buses:
        t.change_player(seat, buses=buses[:-1])
        t.take_from_front(seat, NewBus)
        t.announce("KEI-37", "bus_breaks_down")
        enforce_hand_limit(t, seat)
    t.announce("KEI-33", "trip_ends_at", town=t.player(seat).at)
    t.note("KEI-126", "no_gig_this_turn")
    after_discard(t, "then_stopped", seat)


def lay_bus(t: Trial, seat: Seat) -> None:
    """A New Tour Bus goes from the hand to the table and brings a card (KEI-36 to KEI-38)."""
    data, player, bus = t.data, t.player(seat), t.held_doer(seat, NewBus)
    t.take_from_hand(seat, data.hand_of(bus), bus)
    t.agreed()
    t.lay_in_front(seat, bus)
    t.change_player(seat, buses=(*player.buses, 0))
    if player.buses:
        t.note("KEI-38", "second_bus")
    pile = MOVE if data.has_two_moves else t.movement_pile(bus)
    pile_cards = t.state.discards[pile]
    roads = [at for at, card in enumerate(pile_cards) if data.card_data(card).steps]
    if roads:
        at = roads[-1]
        if data.switches["new_bus_card"] == "best_road":
            at = max(roads, key=lambda index: (data.card_data(pile_cards[index]).steps, index))
        t.change(discards={**t.state.discards, pile: (*pile_cards[:at], *pile_cards[at + 1 :])})
        t.add_to_hand(seat, MOVE, pile_cards[at])
        t.announce("KEI-37", "comes_from_discards", card=pile_cards[at])
    else:
        t.announce("KEI-37", "no_road_in_discards")
    require_draw(t, seat, bus)


# Jimmy


def _jimmy(t: Trial, seat: Seat) -> None:
    data, player = t.data, t.player(seat)
    if t.state.phase not in (MOVING, REFILL):
        t.take_from_front(seat, LeaveMember)
        t.announce("KEI-39", "nobody_travels")
    elif any(data.does(card, AllAboard) for card in player.front):
        t.take_from_front(seat, LeaveMember)
        t.announce("KEI-29", "all_aboard")
    elif t.state.turn.covered and data.switches["one_roadie_two_members"]:
        t.take_from_front(seat, LeaveMember)
        t.announce("KEI-41", "roadie_covers_both")
    else:
        t.ask(LEFT_BEHIND, seat)


def _stand_ins(t: Trial, seat: Seat) -> list[Move]:
    return [Answer(seat, how) for how in (BAND, ROADIE, NONE)]


@LEFT_BEHIND.answer(Answer, choices=_stand_ins)
def answer_jimmy(t: Trial, move: Answer) -> None:
    """Q14: the band, a Roadie, or nothing helps."""
    seat, how = move.seat, move.how
    player, data = t.player(seat), t.data
    if how in (ARRIVED, ROAD_SERVICE, BUS):
        t.bar("KEI-79", "no_answer_to_jimmy")
    if how == BAND:
        _use_ability(t, seat, Ability.FIRST_JIMMY, "KEI-84")
        t.pop()
        t.take_from_front(seat, LeaveMember)
        t.announce("KEI-84", "first_jimmy", card=player.band)
    elif how == ROADIE:
        _fill_in(t, seat)
    else:
        t.agreed()
        if data.cards[player.band].ability == Ability.FIRST_JIMMY and not player.ability_used:
            t.change_player(seat, ability_used=True)
        t.pop()
        t.take_from_front(seat, LeaveMember)
        place(t, seat, player.start)
        t.announce("KEI-39", "goes_back", seat=seat, town=player.start)
        if data.switches["jimmy_ends_movement"] and t.state.phase == MOVING:
            end_movement(t)


def _fill_in(t: Trial, seat: Seat) -> None:
    data, card = t.data, t.held_doer(seat, FillIn)
    held = t.hand(seat, data.hand_of(card)).cards
    lacks = card not in held and UNKNOWN not in held
    if t.player(seat).roadie_drives and lacks:
        t.bar("KEI-40", "driver_cannot_fill_in")
    if t.state.turn.covered and lacks:
        t.bar("KEI-41", "second_roadie_needed")
    t.take_from_hand(seat, data.hand_of(card), card)
    t.agreed()
    t.pop()
    t.discard(card)
    t.take_from_front(seat, LeaveMember)
    t.change_turn(covered=True)
    t.change_player(seat, waiting_member=True)
    t.announce("KEI-40", "roadie_fills_in")
    if t.state.phase == MOVING:
        require_draw(t, seat, card)


def _use_ability(t: Trial, seat: Seat, ability: str, rule: str) -> None:
    player = t.player(seat)
    if t.data.cards[player.band].ability != ability:
        t.refuse(rule, "no_such_gift", card=player.band)
    if player.ability_used:
        t.refuse(rule, "gift_used_up")
    t.agreed()
    t.change_player(seat, ability_used=True)


# what follows when the questions are answered


def require_draw(t: Trial, seat: Seat, card: str) -> None:
    """Q11: one card is drawn for the played one (KEI-121, KEI-V12)."""
    data, player = t.data, t.player(seat)
    if data.has_two_moves:
        if data.cards[card].pile == MOVE:
            t.ask(ONE_DRAWN, seat, 1, pile=EVENT)
            t.note("KEI-V12", "event_for_move")
        return
    if player.no_refill:
        t.announce("KEI-47", "strike_draws_nothing")
        return
    count = missing(t.state, player) if data.switches["draw_after_played_card"] == "up_to_limit" else 1
    if count:
        t.note("KEI-121", "draw_for_played")
        t.ask(ONE_DRAWN, seat, count, pile=t.movement_pile(card))


def enforce_hand_limit(t: Trial, seat: Seat) -> None:
    """Q17: the hand is over its limit (KEI-25)."""
    over = surplus(t.state, t.player(seat))
    if over:
        t.ask(HAND_OVER_LIMIT, seat, over)
        t.announce("KEI-25", "too_many_held", seat=seat, over=over)


@HAND_OVER_LIMIT.answer(
    Discard,
    choices=lambda t, seat: [Discard(seat, cards) for cards in some_of(t.state, seat, t.state.questions[-1].count)],
)
def discard_surplus(t: Trial, move: Discard) -> None:
    """Q17: what is over the limit is discarded, shown (KEI-25)."""
    check_movement_cards(t, move.cards)
    if len(move.cards) != t.state.questions[-1].count:
        t.bar("KEI-25", "exactly_discarded", count=t.state.questions[-1].count)
    if any(t.data.hand_of(card) != MOVE for card in move.cards):
        t.bar("KEI-V15", "no_events_there")
    t.pop()
    discard_from_hand(t, move.seat, move.cards)
    t.note("KEI-25", "hand_at_limit")


def after_discard(t: Trial, step: str, seat: Seat) -> None:
    """A step that waits until a hand over its limit is cut, if there is one."""
    question = t.pop() if t.is_asked(HAND_OVER_LIMIT) else None
    t.push(step, seat)
    if question is not None:
        t.ask(HAND_OVER_LIMIT, question.seat, question.count)


@on_step("then_stopped")
def _stopped(t: Trial, question: OpenQuestion) -> None:
    end_movement(t, stopped=True)
