"""On stage: gig, headlining, waiting, guitar pick, end of the turn (KEI-15 to KEI-18, KEI-60 to KEI-75, KEI-111).

In: a Trial and a line of ARRIVE. Out: the Trial further on, or a refusal. Invariant: one gig a turn, and no draw
without one but for `wait`.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, face_town, kind_of
from pnp.games.keikalla.moves import EndTurn, Flip, Gig, Headline, Wait
from pnp.games.keikalla.phases.calendar import turn_over
from pnp.games.keikalla.phases.flow import (
    counted,
    end_movement,
    end_turn,
    is_closed,
    missing,
    on_step,
    refilled,
    stop_driving,
)
from pnp.games.keikalla.phases.police import owe_raid
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import AFTER, ARRIVE, BACK, DATE, GIG, MOVING, TOP, Ask, Player
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def arrive(d: Trial, what: str) -> None:
    """`stop` is meant by whatever is done at the destination, when the hand is full (KEI-123)."""
    seat = d.s.seat
    if d.s.stage != MOVING:
        return
    lacking = missing(d.s, d.player(seat))
    if lacking:
        cards = "one Movement card is" if lacking == 1 else f"{lacking} Movement cards are"
        d.bar(rule_ids.REFILL, f"{cards} missing: `stop` first")
    if d.s.turn.must:
        d.refuse(rule_ids.HOTEL, f"{d.data.label(d.s.turn.must)} was picked and must be played first")
    player = d.player(seat)
    if player.rider and player.at != player.latest and player.action.size:
        d.bar(rule_ids.RIDER, f"the rider fires at the end of the movement: `stop` before `{what}`")
    end_movement(d)
    refilled(d, d.pop())
    d.note(rule_ids.STOP_MEANT, "the movement is over")


def gig(d: Trial, move: Gig) -> None:
    """A gig in the town of the figurine: the next date, or Back-to-back (KEI-15, KEI-75)."""
    seat, data = move.seat, d.data
    if move.card and move.card != Card.BACK_TO_BACK:
        d.bar(rule_ids.GIG, f"{data.label(move.card)} makes no gig")
    back = bool(move.card)
    _check_stage(d, seat, "gig")
    player = d.player(seat)
    _check_town(d, seat)
    if back:
        _check_back(d, player)
    else:
        _check_date(d, seat, player)
    arrive(d, "gig")
    _begin(d, seat, BACK if back else DATE)


def _check_stage(d: Trial, seat: Seat, what: str) -> None:
    if d.s.turn.stopped:
        d.refuse(rule_ids.INTERRUPTED, "the trip was interrupted: no gig on this turn")
    if d.s.turn.done or d.s.stage == AFTER:
        d.refuse(rule_ids.HEADLINE_IS_GIG if what == TOP else rule_ids.ONE_GIG, "the gig of this turn is played")
    if d.s.stage not in (MOVING, ARRIVE) or (d.s.turn.waiting):
        d.bar(rule_ids.OPEN_QUESTION, "this is not the time for a gig")


def _check_town(d: Trial, seat: Seat, rule: str = rule_ids.GIG) -> None:
    player, data = d.player(seat), d.data
    if player.at not in data.atlas.towns:
        d.bar(rule, f"the figurine stands on the road ({player.at})")
    if player.hiatus:
        d.refuse(rule_ids.HIATUS, f"{d.name(seat)} is on hiatus until a Manager clears the Reputation")
    if is_closed(d.s, player, player.at):
        town = data.atlas.towns[player.at]
        what = f"a large festival, {town.festival}" if town.festival else "a fanatic town"
        d.refuse(rule_ids.CLOSED, f"Reputation {player.reputation} closes {town.name}: {what}")


def _check_back(d: Trial, player: Player) -> None:
    data, town = d.data, d.data.town(player.at)
    if not data.atlas.towns[player.at].fanatic:
        d.refuse(rule_ids.BACK_TO_BACK, f"{town} is no fanatic town")
    if d.s.turn.played:
        d.refuse(rule_ids.BACK_TO_BACK, "it takes the place of moving, and a Movement card was played")
    if player.latest != player.at or player.latest_turn != player.turns - 1:
        d.refuse(rule_ids.BACK_TO_BACK, f"there was no gig in {town} on the own turn before")
    if player.at in player.trashed:
        d.refuse(rule_ids.BACK_TO_BACK, f"a hotel was trashed in {town}")


def _check_date(d: Trial, seat: Seat, player: Player) -> None:
    data, town = d.data, d.data.town(player.at)
    if not player.dates:
        d.refuse(rule_ids.GIG, f"the calendar of {d.name(seat)} is empty")
    free = data.switches["calendar_order"] == "free"
    if player.order and (player.at not in player.order if free else player.at != player.order[0]):
        d.refuse(rule_ids.GIG, f"{town} is {'none of the dates' if free else 'not the next date'}")
    if not (data.is_digital and player.order) and not d.s.unseen.get(data.venues[player.at]):
        d.bar(rule_ids.COUNT, f"no Venue card of {town} can be in the calendar: both lie elsewhere")
    again = player.latest == player.at and player.latest_turn == player.turns - 1
    if again and data.switches["same_town_next_turn"] == "back_to_back_only":
        d.refuse(rule_ids.SAME_TOWN, f"the gig of the own turn before was in {town} too: only Back-to-back allows that")
    last = data.numbers["open_last_dates"]
    if data.switches["fanatic_venues"] and data.atlas.towns[player.at].fanatic and player.dates <= last:
        d.refuse(rule_ids.LAST_DATES, f"{town} is a fanatic town and {player.dates} dates are left, this one included")


def _begin(d: Trial, seat: Seat, kind: str) -> None:
    """Raids that were spared come first, then the guitar pick, then the gig (KEI-137, KEI-V24)."""
    player, data = d.player(seat), d.data
    if kind == BACK and Card.BACK_TO_BACK not in player.action.cards:
        d.lose(seat, ACTION, Card.BACK_TO_BACK, stays=True)
    d.set(stage=GIG)
    d.push("then play", seat, card=kind)
    if player.lover_since >= 0:
        d.push("then flip", seat, card=kind)
    if player.trip and player.at != d.s.rehab:
        d.put(seat, trip=False, spared=0)
        d.tell(rule_ids.TRIP_GIVEN_UP, f"{d.name(seat)} gives the rehab trip up")
        if data.switches["rehab_trip_breach"] != "none":
            for _ in range(player.spared):
                owe_raid(d, seat)


@on_step("then flip")
def _ask_flip(d: Trial, ask: Ask) -> None:
    d.push("KEI-Q22", TABLE)


@on_step("then play")
def _play(d: Trial, ask: Ask) -> None:
    seat, data = ask.seat, d.data
    if ask.card == TOP:
        _win(d, seat)
        return
    player = d.player(seat)
    town = player.at
    if ask.card == BACK:
        d.lose(seat, ACTION, Card.BACK_TO_BACK)
        d.discard(Card.BACK_TO_BACK)
        counts = int(data.switches["back_to_back_counts_as_gig"])
        d.put(seat, sets=player.sets + counts)
        d.tell(rule_ids.BACK_TO_BACK, f"a second set in {data.town(town)}")
        d.note(rule_ids.FANATIC, f"{data.town(town)} has a fanatic audience")
    else:
        turn_over(d, seat, town)
        venue = data.label(data.venues[town])
        if not d.s.turn.played and town == player.start:
            d.note(rule_ids.FIRST_TRIP, f"the figurine stands in {data.town(town)} already")
        d.tell(rule_ids.GIG, f"{venue}: {counted(d.player(seat).dates, 'date')} left")
    player = d.player(seat)
    d.put(seat, before=player.latest, latest=town, latest_turn=player.turns)
    d.turn(done=True)
    if player.driven and data.switches["roadie_duration"] == "until_next_gig":
        stop_driving(d, seat)
    begin_draws(d, seat)


def begin_draws(d: Trial, seat: Seat, most: int = 0) -> None:
    """Q23: how many cards may be drawn, and how many troubles avoided (KEI-60, KEI-61)."""
    fame = d.player(seat).reputation
    shield = 0 if d.data.switches["reputation_shield"] == "none" else fame
    d.set(stage=AFTER)
    d.turn(limit=most or max(1, fame), drawn=0, shield=shield)
    d.note(rule_ids.DRAWS, f"Reputation {fame}: {d.s.turn.limit} card{'s' * (d.s.turn.limit > 1)} may be drawn")


def flip(d: Trial, move: Flip) -> None:
    """Q22: on the bad side there is no gig on this turn (KEI-V24)."""
    d.pop()
    if move.side == "good":
        d.tell(rule_ids.LOVER, "the good side: the gig is on")
        return
    d.pop()
    d.tell(rule_ids.LOVER, "the bad side: no gig on this turn, the date stays next")
    end_turn(d)


def wait(d: Trial, move: Wait) -> None:
    """No gig is allowed here: one Action card is drawn instead (KEI-64, KEI-113)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    _check_stage(d, seat, "wait")
    if player.hiatus and data.switches["hiatus_draw"]:
        rule = rule_ids.HIATUS
    else:
        rule = rule_ids.CLOSED_DATE
        if player.hiatus or not data.switches["blocked_date_draw"]:
            d.refuse(rule_ids.HIATUS if player.hiatus else rule, "this table draws no card then")
        if not is_closed(d.s, player, player.at):
            d.refuse(rule, f"nothing forbids a gig in {data.atlas.label(player.at)}")
        if player.order and player.at != player.order[0]:
            d.refuse(rule, f"{data.town(player.at)} is not the next date")
        if not player.dates:
            d.refuse(rule, "the calendar is empty")
        if player.at not in data.venues:
            d.bar(rule, f"no Venue card is of {data.atlas.label(player.at)}")
        if not player.order and not data.is_digital and not d.s.unseen.get(data.venues[player.at]):
            d.bar(rule_ids.COUNT, f"no Venue card of {data.town(player.at)} can be in the calendar")
    arrive(d, "wait")
    d.turn(waiting=True)
    begin_draws(d, seat, 1)
    d.note(rule, "one Action card instead of a gig")


def headline(d: Trial, move: Headline) -> None:
    """The win: Record Deal, Hit Song and Headliner are shown in its town (KEI-01, KEI-70)."""
    seat, data = move.seat, d.data
    _check_stage(d, seat, TOP)
    _check_town(d, seat, rule_ids.HEADLINE)
    player = d.player(seat)
    for kind in data.achievements:
        if not _may_own(player, kind):
            d.bar(rule_ids.GOAL, f"{d.name(seat)} has no {data.label(kind)}")
    _check_headliner(d, seat, player)
    needed, rule = data.toured_to_win
    if len(player.played) < needed:
        d.refuse(rule, f"{len(player.played)} venues are toured, {needed} are needed")
    other_date = not player.dates or (player.order and player.order[0] != player.at)
    if data.switches["headliner_needs_venue_card"] and other_date:
        d.refuse(rule_ids.HEADLINER_DATE, f"{data.town(player.at)} is not the next date")
    arrive(d, "headline")
    _begin(d, seat, TOP)


def _may_own(player: Player, kind: str) -> bool:
    return player.owns(kind) or UNKNOWN in player.action.cards


def _check_headliner(d: Trial, seat: Seat, player: Player) -> None:
    data, at = d.data, player.at
    if any(kind == Card.HEADLINER for kind, _ in player.stand_ins):
        if player.festival != at:
            d.refuse(rule_ids.HEADLINE, f"the festival drawn is in {data.town(player.festival)}")
        return
    own = [card for card in (*player.laid, *player.action.cards) if kind_of(card) == Card.HEADLINER]
    town = face_town(own[0]) if own else ""
    elsewhere = [face_town(card) for card in _open_headliners(d, seat)]
    if town and town != at:
        seen = not data.is_digital or own[0] in (*player.laid, *player.action.shown)
        d.bar(
            rule_ids.HEADLINE, f"the Headliner of {d.name(seat)} is for {data.town(town) if seen else 'another town'}"
        )
    if not town and (at not in data.stages or at in elsewhere):
        d.bar(rule_ids.HEADLINE, f"no Headliner of {d.name(seat)} can be for {data.town(at)}")


def _open_headliners(d: Trial, seat: Seat) -> list[str]:
    """Headliners whose copy everybody knows to be elsewhere."""
    s = d.s
    cards = [card for other, player in enumerate(s.players) if other != seat for card in player.laid]
    cards += [card for other, player in enumerate(s.players) if other != seat for card in player.action.shown]
    cards += [stash.card for stash in s.stashes if len(stash.known_to) == len(s.players)]
    cards += s.discards.get(ACTION, ())
    return [card for card in cards if face_town(card)]


def _win(d: Trial, seat: Seat) -> None:
    data, player = d.data, d.player(seat)
    for kind in data.achievements:
        if kind in player.kinds_laid():
            continue
        card = f"{kind}:{player.at}" if kind == Card.HEADLINER else kind
        held = next((one for one in player.action.cards if kind_of(one) == kind), card)
        shown = d.lose(seat, ACTION, held)
        d.put(seat, laid=(*d.player(seat).laid, shown))
    d.set(winner=seat, won_by=player.at, asks=())
    d.note(rule_ids.DRAW_FIRST, "the movement is over, and the hand was filled")
    d.tell(rule_ids.GOAL, f"{d.name(seat)} shows {data.labels(data.achievements)}")
    d.note(rule_ids.HEADLINE, f"{d.name(seat)} headlines in {data.town(player.at)} and wins")
    d.note(rule_ids.NO_DATE_NEEDED, "the win ends the game at once")


def end(d: Trial, move: EndTurn) -> None:
    """The turn is over; what must be drawn comes first (KEI-16, KEI-24)."""
    turn = d.s.turn
    if d.s.stage == AFTER and not turn.drawn and not turn.guest:
        d.bar(rule_ids.DRAW_AFTER_GIG, "at least one Action card is drawn after a gig")
    if d.s.stage == MOVING and not turn.played and not turn.must and missing(d.s, d.player(move.seat)):
        d.push("then leave", move.seat)
        end_movement(d)
        d.tell(rule_ids.STOP_MEANT, "the hand is filled, then the turn ends")
        return
    arrive(d, "end")
    if not turn.done and not turn.waiting:
        d.note(rule_ids.PASSING, "no gig on this turn")
    end_turn(d)


@on_step("then leave")
def _leave(d: Trial, ask: Ask) -> None:
    """The turn of somebody who did not travel ends with the refill, unless it has ended already."""
    if d.s.seat == ask.seat and d.s.stage == ARRIVE:
        d.note(rule_ids.PASSING, "no gig on this turn")
        end_turn(d)
