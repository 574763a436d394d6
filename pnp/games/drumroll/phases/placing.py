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

INVEST, HIRE_PERFORMER, HIRE_PERSONNEL = Phase.SERVED.values()
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


def bank(trial: Trial, move: Bank) -> None:
    """Coins go onto the card for good (DR-022)."""
    player = trial.player(move.seat)
    trial.change(move.seat, bank=player.bank + move.coins)
    trial.coins(move.seat, -move.coins, rule_ids.BANK, "bank", said=True)
    if trial.table.phase == Phase.TURN_START:  # else the table allowed it at another time
        trial.set(asked=True)


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
    if at - len(data.actions) == TICKETS and state.players[seat].tickets + own >= len(data.number.slots):
        sold = state.players[seat].tickets
        because = f"the ticket cube of {state.name(seat)} is on slot {sold} of {len(data.number.slots)}"
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
    if not state.stock[colour] and data.switch.out_of_stock_cube_action == "refused":
        return Illegal(rule_ids.CUBE_OUT, f"no {data.colours[colour]} cube is left")
    if move.with_:
        return None
    if state.markers[at]:
        return Illegal(rule_ids.CUBE_SLOT, f"{state.name(state.markers[at][0])} has a marker on {move.action}")
    if state.cube_actions >= data.number.cube_actions:
        return Illegal(
            rule_ids.CUBE_LIMIT, f"{state.cube_actions} cube actions are used in this turn, and that is the limit"
        )
    return None


def place(trial: Trial, move: Place) -> None:
    """A marker lies on top of those that are there (DR-031)."""
    table, seat = trial.table, move.seat
    at = table.data.action_at[move.action]
    if move.with_:
        if not table.markers[at] and table.cube_actions < table.data.number.cube_actions:
            trial.note(rule_ids.UNBLOCK_FREE, f"{move.action} was free and allowed; the card may be used all the same")
        trial.drop(seat, move.with_)
        trial.note(rule_ids.UNBLOCK, f"{table.data.label(move.with_)}: neither a marker there nor the limit matters")
    if table.data.actions[at].colour >= 0 and (not move.with_ or table.data.switch.unblock_counts):
        trial.set(cube_actions=table.cube_actions + 1)
    there = table.markers[at]
    trial.set(markers=(*table.markers[:at], (*there, seat), *table.markers[at + 1 :]))
    trial.change(seat, used=table.players[seat].used + 1)
    if trial.notes is None:
        return
    trial.note(rule_ids.CLOCKWISE, f"decision {table.players[seat].used} of {trial.name(seat)} in this turn")
    trial.note(rule_ids.THREE_DECISIONS, f"everybody has {table.data.number.markers}")
    if there:
        trial.note(rule_ids.STACKED, f"it lies on the marker of {trial.name(there[-1])} and is served after it")
    if at - len(table.data.actions) > TICKETS:
        trial.note(rule_ids.UNPAID_MARKER, "whether it can be paid for shows when it is served")


def pass_up(trial: Trial, move: Pass) -> None:
    """A decision is given up for a coin (DR-039)."""
    data, seat = trial.table.data, move.seat
    player = trial.player(seat)
    trial.change(seat, used=player.used + 1)
    if data.switch.pass_coin == "at_once":
        trial.coins(seat, data.number.pass_coins, rule_ids.PASS, "pass", said=True)
    else:
        trial.change(seat, passed=player.passed + data.number.pass_coins)
        trial.note(rule_ids.PASS, f"{trial.name(seat)} gets the coin when the actions are resolved")


# resolving


def resolve(trial: Trial) -> None:
    """Cubes, then tickets, all at the same time (DR-050 to DR-053)."""
    table = trial.table
    data = table.data
    trial.note(rule_ids.ORDER, "all have placed: cubes, tickets, invest, hire performer, hire personnel")
    for seat, player in enumerate(table.players):
        if player.passed:
            trial.change(seat, passed=0)
            trial.coins(seat, player.passed, rule_ids.PASS, "pass")
    window: list[tuple[Seat, int]] = []
    for at, action in enumerate(data.actions):
        if action.colour < 0:
            continue
        seats = table.markers[at]
        for place_, seat in enumerate(seats):
            if trial.gain(seat, action.colour, rule_ids.CUBES, action.id):
                window.append((seat, at))
            if len(seats) > 1:
                trial.note(rule_ids.TWO_MARKERS, f"{len(seats)} markers lie on {action.id}: marker {place_ + 1} served")
    at = len(data.actions) + TICKETS
    for seat in table.markers[at]:
        sold = trial.player(seat).tickets
        if sold < len(data.number.slots):
            trial.change(seat, tickets=sold + 1)
            trial.coins(seat, data.number.slots[sold], rule_ids.TICKETS, "tickets")
            window.append((seat, at))
            if sold + 1 == len(data.number.slots):
                trial.note(rule_ids.TRACK_OVER, f"{trial.name(seat)} sells no more tickets until the next show")
    kept = tuple(
        () if action.colour >= 0 or at == len(data.actions) + TICKETS else seats
        for at, (action, seats) in enumerate(zip(data.actions, table.markers, strict=True))
    )
    trial.set(markers=kept, window=tuple(window))
    trial.note(rule_ids.MARKERS_BACK, "their markers go back to their owners")
