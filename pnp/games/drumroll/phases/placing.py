"""Placing markers: the turn start, the three rounds, what cube actions and tickets bring (DR-022, DR-030 to DR-053).

In: a trial and a move. Out: what is refused, and what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pnp.games.drumroll.game_data import HIRE_PERFORMER, HIRE_PERSONNEL, INVEST, TICKETS, Action
from pnp.games.drumroll.moves import Bank, Decline, Place
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, can_hold, owner_of, possible_cards
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move, Pass
from pnp.referee.seat import Seat

_FULL_RULES = {TICKETS: "DR-034", INVEST: "DR-036", HIRE_PERFORMER: "DR-037", HIRE_PERSONNEL: "DR-038"}

# turn start


def bank_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for coins onto the Bank Representative (DR-022)."""
    owner = owner_of(state, state.data.bank)
    return owner if owner is not None and state.players[owner].coins else None


def _coins(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    yield from (Bank(seat, coins) for coins in range(1, state.players[seat].coins + 1))
    yield Decline(seat, "")


def _asked_for_coins(state: DrumRollState) -> tuple[Seat, ...]:
    owner = None if state.is_answered else bank_owner(state)
    return () if owner is None else (owner,)


TURN_START = Question("TURN_START", "DR-022", "lay_coins_or_decline", whom=_asked_for_coins, offers=_coins)


@TURN_START.answer(Bank)
def bank(t: Trial, move: Bank) -> None:
    """The owner's own coins go onto the card for good, at the beginning of a turn (DR-022)."""
    state, seat, player = t.state, move.seat, t.player(move.seat)
    if state.phase != TURN_START.id or bank_owner(state) != seat:
        refuse = t.refuse if state.data.bank in player.staff else t.bar
        refuse("DR-022", "only_bank_owner")
        t.check_begun("DR-022")
    if move.coins < 1:
        t.bar("DR-022", "bank_at_least_one")
    if move.coins > player.coins:
        t.bar("DR-022", "has_coins", seat=seat, have=player.coins, count=move.coins)
    t.agreed()
    t.change_player(seat, bank=player.bank + move.coins)
    t.add_coins(seat, -move.coins, "DR-022", "for_bank", in_line=True)
    if state.phase == TURN_START.id:  # else the table allowed it at another time
        t.set(is_answered=True)


@TURN_START.answer(Decline)
def _lay_no_coins(t: Trial, move: Decline) -> None:
    seat = move.seat
    if bank_owner(t.state) != seat:
        t.bar("DR-022", "bank_owner_asked")
    t.agreed()
    t.set(is_answered=True)
    t.note("DR-022", "lays_no_coins", seat=seat)


@TURN_START.followed_by
def _begin_placing(t: Trial) -> None:
    t.set(is_answered=False)


# placing


def next_to_place(state: DrumRollState) -> Seat:
    """Whose decision is next: round by round from the starting player (DR-030)."""
    players = state.players
    seats, first = len(players), state.starter or 0
    found, least = first, players[first].decisions_made
    for at in range(first + 1, first + seats):
        used = players[at % seats].decisions_made
        if used < least:
            found, least = at % seats, used
    return found


def _next(state: DrumRollState) -> tuple[Seat, ...]:
    seat = next_to_place(state)
    return (seat,) if state.players[seat].decisions_made < state.data.numbers.markers else ()


def _decision(state: DrumRollState, seat: Seat) -> str:
    made, count = state.players[seat].decisions_made, state.data.numbers.markers
    return state.message("place_or_pass", number=made + 1, count=count)


@cache
def _markers(seat: Seat, actions: tuple[str, ...], with_: str) -> tuple[Move, ...]:
    return tuple(Place(seat, action, with_=with_) for action in actions)


def _places(state: DrumRollState, seat: Seat) -> list[Move]:
    data = state.data
    if next_to_place(state) != seat:
        return []
    limit_reached = state.cube_actions >= data.numbers.cube_actions
    free = [
        action.id
        for action, there in zip(data.actions, state.markers, strict=True)
        if action.colour < 0 or not (len(there) >= action.most or limit_reached)
    ]
    moves = [*_markers(seat, tuple(free), ""), Pass(seat)]
    if state.players[seat].hand and data.unblock in possible_cards(state, seat):
        cube_actions = tuple(action.id for action in data.actions if action.colour >= 0)
        moves[-1:-1] = _markers(seat, cube_actions, data.unblock)
    return moves


PLACEMENT = Question("PLACEMENT", "DR-030", _decision, whom=_next, offers=_places)


def _check_turn(t: Trial, seat: Seat) -> None:
    """Whose decision it is (DR-030)."""
    state = t.state
    if state.phase != PLACEMENT.id:
        t.bar("DR-030", "place_in_action_phase")
    due = next_to_place(state)
    if due != seat:
        t.refuse("DR-030", "other_turn", due_seat=due, seat=seat)
        if state.players[seat].decisions_made >= state.data.numbers.markers:
            t.bar("DR-030", "no_marker", seat=seat)


def check_marker(t: Trial, move: Place) -> None:
    """A marker needs room on its action (DR-032 to DR-043)."""
    state, data, seat = t.state, t.state.data, move.seat
    at = data.action_at[move.action]
    action, there = data.actions[at], state.markers[at]
    if move.with_:
        _check_unblock(t, move, action)
    if action.colour >= 0:
        if not state.stock[action.colour] and data.switches.out_of_stock_cube_action == "refused":
            t.refuse("DR-041", "no_cube_left", colours=data.colours[action.colour])
        if len(there) >= action.most and not move.with_:
            t.refuse("DR-032", "has_marker_on", seat=there[0], action=action.word)
        if state.cube_actions >= data.numbers.cube_actions and not move.with_:
            t.refuse("DR-033", "cube_action_limit", count=state.cube_actions)
        return
    own = there.count(seat)
    if own >= action.most:
        message = "placed_once" if action.most == 1 else "placed_often"
        t.refuse(_FULL_RULES[action.id], message, seat=seat, count=action.most)
    if action.id == TICKETS and state.players[seat].tickets + own >= len(data.numbers.slots):
        message = "track_end_placed" if own else "track_end"
        sold, slots = state.players[seat].tickets, len(data.numbers.slots)
        t.refuse("DR-035", message, seat=seat, slot=sold, slots=slots)


def _check_unblock(t: Trial, move: Place, action: Action) -> None:
    """The card is in the hand, and helps on cube actions (DR-042, DR-043)."""
    if action.colour < 0:
        t.refuse("DR-042", "unblock_cube_actions_only", card=move.with_, action=action.word)
    if not can_hold(t.state, move.seat, move.with_):
        t.bar("DR-191", "cannot_hold", seat=move.seat, card=move.with_)
    if action.colour >= 0 and move.with_ != t.state.data.unblock:
        t.refuse("DR-042", "does_not_unblock", card=move.with_)


@PLACEMENT.answer(Place)
def place(t: Trial, move: Place) -> None:
    """A marker lies on top of those that are there (DR-031)."""
    state, seat = t.state, move.seat
    _check_turn(t, seat)
    check_marker(t, move)
    t.agreed()
    at = state.data.action_at[move.action]
    if move.with_:
        if not state.markers[at] and state.cube_actions < state.data.numbers.cube_actions:
            t.note("DR-043", "unblock_not_needed", action=state.data.actions[at].word)
        t.discard_investment(seat, move.with_)
        t.note("DR-042", "unblocks", card=move.with_)
    if state.data.actions[at].colour >= 0 and (not move.with_ or state.data.switches.unblock_counts):
        t.set(cube_actions=state.cube_actions + 1)
    there = state.markers[at]
    t.set(markers=(*state.markers[:at], (*there, seat), *state.markers[at + 1 :]))
    t.change_player(seat, decisions_made=state.players[seat].decisions_made + 1)
    t.note("DR-030", "decision_number", number=state.players[seat].decisions_made, seat=seat)
    t.note("DR-023", "everybody_has", count=state.data.numbers.markers)
    if there:
        t.note("DR-031", "on_the_marker", seat=there[-1])
    if move.action in (INVEST, HIRE_PERFORMER, HIRE_PERSONNEL):
        t.note("DR-040", "payment_shows_later")


@PLACEMENT.answer(Pass)
def pass_decision(t: Trial, move: Pass) -> None:
    """A decision is given up for a coin (DR-039)."""
    data, seat = t.state.data, move.seat
    _check_turn(t, seat)
    t.agreed()
    player = t.player(seat)
    t.change_player(seat, decisions_made=player.decisions_made + 1)
    if data.switches.pass_coin == "at_once":
        t.add_coins(seat, data.numbers.pass_coins, "DR-039", "for_pass", in_line=True)
    else:
        t.change_player(seat, pass_coins_due=player.pass_coins_due + data.numbers.pass_coins)
        t.note("DR-039", "coin_later", seat=seat)


# resolving


@PLACEMENT.followed_by
def resolve(t: Trial) -> None:
    """Cubes, then tickets, all at the same time (DR-050 to DR-053)."""
    state = t.state
    data = state.data
    t.note("DR-050", "order_of_actions")
    for seat, player in enumerate(state.players):
        if player.pass_coins_due:
            t.change_player(seat, pass_coins_due=0)
            t.add_coins(seat, player.pass_coins_due, "DR-039", "for_pass")
    declinable: list[tuple[Seat, int]] = []
    for at, action in enumerate(data.actions):
        if action.colour < 0:
            continue
        seats = state.markers[at]
        for place_, seat in enumerate(seats):
            if t.gain_cube(seat, action.colour, "DR-051", "for_action", action=action.word):
                declinable.append((seat, at))
            if len(seats) > 1:
                t.note("DR-044", "markers_on_action", count=len(seats), action=action.word, number=place_ + 1)
    at = data.action_at[TICKETS]
    for seat in state.markers[at]:
        sold = t.player(seat).tickets
        if sold < len(data.numbers.slots):
            t.change_player(seat, tickets=sold + 1)
            t.add_coins(seat, data.numbers.slots[sold], "DR-052", "for_tickets")
            declinable.append((seat, at))
            if sold + 1 == len(data.numbers.slots):
                t.note("DR-053", "no_more_tickets", seat=seat)
    kept = tuple(
        () if action.colour >= 0 or action.id == TICKETS else seats
        for action, seats in zip(data.actions, state.markers, strict=True)
    )
    t.set(markers=kept, declinable=tuple(declinable))
    t.note("DR-060b", "markers_back")
