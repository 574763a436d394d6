"""Placing markers: the turn start, the three rounds, what cube actions and tickets bring (DR-022, DR-030 to DR-053).

In: a state and a move. Out: why it is refused, or what it does to a trial.
"""

from __future__ import annotations

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Bank, Place
from pnp.games.drumroll.state import DrumRollState, Phase, can_hold, next_to_place, owner_of
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Pass
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

INVEST, HIRE_PERFORMER, HIRE_PERSONNEL = Phase.ONE_BY_ONE.values()
TICKETS = INVEST - 1  # the place of ticket sales among the actions, counted from the end like the others

# turn start


def bank_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for coins onto the Bank Representative (DR-022)."""
    owner = owner_of(state, state.data.bank)
    return owner if owner is not None and state.players[owner].coins else None


def refuse_bank(state: DrumRollState, move: Bank) -> Illegal | None:
    """The owner's own coins at the beginning of a turn (DR-022)."""
    if state.phase != Phase.TURN_START or bank_owner(state) != move.seat:
        return Illegal(rule_ids.BANK, "only the owner of the bank lays coins on it, at the beginning of a turn")
    have = state.players[move.seat].coins
    if move.coins < 1:
        return Illegal(rule_ids.BANK, "at least 1 coin is laid there, or `decline`")
    if move.coins > have:
        return Illegal(rule_ids.BANK, f"{state.name(move.seat)} has {have} coins, not {move.coins}")
    return None


def bank(t: Trial, move: Bank) -> None:
    """Coins go onto the card for good (DR-022)."""
    player = t.player(move.seat)
    t.change_player(move.seat, bank=player.bank + move.coins)
    t.add_coins(move.seat, -move.coins, rule_ids.BANK, "bank", in_line=True)
    if t.state.phase == Phase.TURN_START:  # else the table allowed it at another time
        t.set(is_answered=True)


# placing


def refuse_turn_to_place(state: DrumRollState, seat: Seat) -> Illegal | None:
    """Whose decision it is (DR-030)."""
    if state.phase != Phase.PLACEMENT:
        return Illegal(rule_ids.CLOCKWISE, "markers are placed in the action phase only")
    due = next_to_place(state)
    if due != seat:
        return Illegal(rule_ids.CLOCKWISE, f"it is the turn of {state.name(due)}, not of {state.name(seat)}")
    return None


def refuse_place(state: DrumRollState, move: Place) -> Illegal | None:
    """A marker needs room on its action (DR-032 to DR-043)."""
    return refuse_turn_to_place(state, move.seat) or refuse_marker(state, move)


def refuse_marker(state: DrumRollState, move: Place) -> Illegal | None:
    """The same, whoever is in turn."""
    data, seat = state.data, move.seat
    at = data.action_at[move.action]
    action = data.actions[at]
    if action.colour >= 0:
        return _refuse_cube_action(state, move, at)
    if move.with_:
        return Illegal(rule_ids.UNBLOCK, f"{data.label(move.with_)} helps on cube actions only, not on {move.action}")
    own = state.markers[at].count(seat)
    if own >= action.most:
        rule = {
            TICKETS: rule_ids.TICKETS_TWICE,
            INVEST: rule_ids.INVEST_TWICE,
            HIRE_PERFORMER: rule_ids.PERFORMER_ONCE,
        }.get(at - len(data.actions), rule_ids.PERSONNEL_ONCE)
        times = "once" if action.most == 1 else f"{action.most} times"
        return Illegal(rule, f"{state.name(seat)} has placed there {times} in this turn")
    if at - len(data.actions) == TICKETS and state.players[seat].tickets + own >= len(data.numbers.slots):
        sold = state.players[seat].tickets
        because = f"the ticket cube of {state.name(seat)} is on slot {sold} of {len(data.numbers.slots)}"
        return Illegal(rule_ids.TRACK_END, f"{because}{' and another ticket is placed' if own else ''}")
    return None


def _refuse_cube_action(state: DrumRollState, move: Place, at: int) -> Illegal | None:
    data = state.data
    colour = data.actions[at].colour
    if move.with_:
        if not can_hold(state, move.seat, move.with_):
            return Illegal(rule_ids.ELSEWHERE, f"{state.name(move.seat)} cannot hold {data.label(move.with_)}")
        if move.with_ != data.unblock:
            return Illegal(rule_ids.UNBLOCK, f"{data.label(move.with_)} does not unblock an action")
    if not state.stock[colour] and data.switches.out_of_stock_cube_action == "refused":
        return Illegal(rule_ids.CUBE_OUT, f"no {data.colours[colour]} cube is left")
    if move.with_:
        return None
    if state.markers[at]:
        return Illegal(rule_ids.CUBE_SLOT, f"{state.name(state.markers[at][0])} has a marker on {move.action}")
    if state.cube_actions >= data.numbers.cube_actions:
        return Illegal(
            rule_ids.CUBE_LIMIT, f"{state.cube_actions} cube actions are used in this turn, and that is the limit"
        )
    return None


def place(t: Trial, move: Place) -> None:
    """A marker lies on top of those that are there (DR-031)."""
    state, seat = t.state, move.seat
    at = state.data.action_at[move.action]
    if move.with_:
        if not state.markers[at] and state.cube_actions < state.data.numbers.cube_actions:
            t.note(rule_ids.UNBLOCK_FREE, f"{move.action} was free and allowed; the card may be used all the same")
        t.discard_investment(seat, move.with_)
        t.note(rule_ids.UNBLOCK, f"{state.data.label(move.with_)}: neither a marker there nor the limit matters")
    if state.data.actions[at].colour >= 0 and (not move.with_ or state.data.switches.unblock_counts):
        t.set(cube_actions=state.cube_actions + 1)
    there = state.markers[at]
    t.set(markers=(*state.markers[:at], (*there, seat), *state.markers[at + 1 :]))
    t.change_player(seat, decisions_made=state.players[seat].decisions_made + 1)
    if t.notes is None:
        return
    t.note(rule_ids.CLOCKWISE, f"decision {state.players[seat].decisions_made} of {t.name(seat)} in this turn")
    t.note(rule_ids.THREE_DECISIONS, f"everybody has {state.data.numbers.markers}")
    if there:
        t.note(rule_ids.STACKED, f"it lies on the marker of {t.name(there[-1])} and is served after it")
    if at - len(state.data.actions) > TICKETS:
        t.note(rule_ids.UNPAID_MARKER, "whether it can be paid for shows when it is served")


def pass_decision(t: Trial, move: Pass) -> None:
    """A decision is given up for a coin (DR-039)."""
    data, seat = t.state.data, move.seat
    player = t.player(seat)
    t.change_player(seat, decisions_made=player.decisions_made + 1)
    if data.switches.pass_coin == "at_once":
        t.add_coins(seat, data.numbers.pass_coins, rule_ids.PASS, "pass", in_line=True)
    else:
        t.change_player(seat, pass_coins_due=player.pass_coins_due + data.numbers.pass_coins)
        t.note(rule_ids.PASS, f"{t.name(seat)} gets the coin when the actions are resolved")


# resolving


def resolve(t: Trial) -> None:
    """Cubes, then tickets, all at the same time (DR-050 to DR-053)."""
    state = t.state
    data = state.data
    t.note(rule_ids.ORDER, "all have placed: cubes, tickets, invest, hire performer, hire personnel")
    for seat, player in enumerate(state.players):
        if player.pass_coins_due:
            t.change_player(seat, pass_coins_due=0)
            t.add_coins(seat, player.pass_coins_due, rule_ids.PASS, "pass")
    declinable: list[tuple[Seat, int]] = []
    for at, action in enumerate(data.actions):
        if action.colour < 0:
            continue
        seats = state.markers[at]
        for place_, seat in enumerate(seats):
            if t.gain_cube(seat, action.colour, rule_ids.CUBES, action.id):
                declinable.append((seat, at))
            if len(seats) > 1:
                t.note(rule_ids.TWO_MARKERS, f"{len(seats)} markers lie on {action.id}: marker {place_ + 1} served")
    at = len(data.actions) + TICKETS
    for seat in state.markers[at]:
        sold = t.player(seat).tickets
        if sold < len(data.numbers.slots):
            t.change_player(seat, tickets=sold + 1)
            t.add_coins(seat, data.numbers.slots[sold], rule_ids.TICKETS, "tickets")
            declinable.append((seat, at))
            if sold + 1 == len(data.numbers.slots):
                t.note(rule_ids.TRACK_OVER, f"{t.name(seat)} sells no more tickets until the next show")
    kept = tuple(
        () if action.colour >= 0 or at == len(data.actions) + TICKETS else seats
        for at, (action, seats) in enumerate(zip(data.actions, state.markers, strict=True))
    )
    t.set(markers=kept, declinable=tuple(declinable))
    t.note(rule_ids.MARKERS_BACK, "their markers go back to their owners")
