"""On stage: gig, headlining, waiting, guitar pick, end of the turn (KEI-15 to KEI-18, KEI-60 to KEI-75, KEI-111).

In: a Trial and a line of ARRIVE. Out: the changed Trial, or a refusal. Invariant: one gig a turn, and no draw
without one except after `wait`.
"""

from __future__ import annotations

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, face_town, kind_of
from pnp.games.keikalla.moves import EndTurn, Flip, Gig, Headline, Wait
from pnp.games.keikalla.phases.calendar import turn_over
from pnp.games.keikalla.phases.flow import end_movement, end_turn, is_closed, missing, on_step, refilled, stop_driving
from pnp.games.keikalla.phases.police import require_raid
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import AFTER, ARRIVE, BACK, DATE, GIG, MOVING, TOP, OpenQuestion, Player
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import SecondGig
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

GUITAR_PICK = Question("KEI-Q22", "ask_guitar_pick", "KEI-V24", key="flip {moment}")


def arrive(t: Trial, what: str) -> None:
    """Whatever is done at the destination implies `stop`, when the hand is full (KEI-123)."""
    check_arrival(t, what)
    if t.state.phase == MOVING:
        end_movement(t)
        refilled(t, t.pop())
        t.note("KEI-123", "movement_over")


def check_arrival(t: Trial, what: str) -> None:
    """Refuse what is done at the destination before the movement may end."""
    seat = t.state.seat
    if t.state.phase != MOVING:
        return
    lacking = missing(t.state, t.player(seat))
    if lacking:
        t.bar("KEI-24", "one_is_missing" if lacking == 1 else "some_are_missing", count=lacking)
    if t.state.turn.must_play:
        t.refuse("KEI-46", "picked_comes_first", card=t.state.turn.must_play)
    player = t.player(seat)
    if player.rider and player.at != player.latest_town and player.action.size:
        t.bar("KEI-48", "rider_fires_first", line=f"`{what}`")


def gig(t: Trial, move: Gig) -> None:
    """A gig in the town of the figurine: the next date, or Back-to-back (KEI-15, KEI-75)."""
    seat = move.seat
    if move.card and not t.data.does(move.card, SecondGig):
        t.bar("KEI-15", "no_gig_card", card=move.card)
    back = bool(move.card)
    _check_phase(t, seat, "gig")
    player = t.player(seat)
    _check_town(t, seat)
    if back:
        _check_back(t, player)
    else:
        _check_date(t, seat, player)
    check_arrival(t, "gig")
    if not back:
        t.agreed()
    arrive(t, "gig")
    _begin(t, seat, BACK if back else DATE)


def _check_phase(t: Trial, seat: Seat, what: str) -> None:
    if t.state.turn.stopped:
        t.refuse("KEI-126", "trip_was_interrupted")
    if t.state.turn.done or t.state.phase == AFTER:
        t.refuse("KEI-171" if what == TOP else "KEI-17", "gig_is_played")
    if t.state.phase not in (MOVING, ARRIVE) or (t.state.turn.waiting):
        t.bar("KEI-115", "no_time_for_gig")


def _check_town(t: Trial, seat: Seat, rule: str = "KEI-15") -> None:
    player, data = t.player(seat), t.data
    if player.at not in data.atlas.towns:
        t.bar(rule, "on_the_road", at=player.at)
    if player.hiatus:
        t.refuse("KEI-64", "on_hiatus", seat=seat)
    if is_closed(t.state, player, player.at):
        town = data.atlas.towns[player.at]
        why = "festival_is_closed" if town.festival else "fanatic_is_closed"
        t.refuse("KEI-63", why, reputation=player.reputation, town=player.at, festival=town.festival)


def _check_back(t: Trial, player: Player) -> None:
    if not t.data.atlas.towns[player.at].fanatic:
        t.refuse("KEI-75", "not_fanatic", town=player.at)
    if t.state.turn.played:
        t.refuse("KEI-75", "instead_of_moving")
    if player.latest_town != player.at or player.latest_turn != player.turns - 1:
        t.refuse("KEI-75", "no_gig_before", town=player.at)
    if player.at in player.trashed_towns:
        t.refuse("KEI-75", "hotel_was_trashed", town=player.at)


def _check_date(t: Trial, seat: Seat, player: Player) -> None:
    data = t.data
    if not player.dates:
        t.refuse("KEI-15", "calendar_is_empty", seat=seat)
    free = data.switches["calendar_order"] == "free"
    if player.order and (player.at not in player.order if free else player.at != player.order[0]):
        t.refuse("KEI-15", "no_date" if free else "not_next_date", town=player.at)
    if not (data.is_digital and player.order) and not t.state.unseen.get(data.venues[player.at]):
        t.bar("KEI-H06", "no_venue_both_elsewhere", town=player.at)
    again = player.latest_town == player.at and player.latest_turn == player.turns - 1
    if again and data.switches["same_town_next_turn"] == "back_to_back_only":
        t.refuse("KEI-111", "same_town", town=player.at)
    last = data.numbers["open_last_dates"]
    if data.switches["fanatic_venues"] and data.atlas.towns[player.at].fanatic and player.dates <= last:
        t.refuse("KEI-V30", "fanatic_too_late", town=player.at, dates=player.dates)


def _begin(t: Trial, seat: Seat, kind: str) -> None:
    """Raids that were spared come first, then the guitar pick, then the gig (KEI-137, KEI-V24)."""
    player, data = t.player(seat), t.data
    card = t.held_doer(seat, SecondGig) if kind == BACK else ""
    if card and card not in player.action.cards:
        t.take_from_hand(seat, ACTION, card, stays=True)
    t.change(phase=GIG)
    t.push("then_play", seat, card=kind)
    if player.lover_since >= 0:
        t.push("then_flip", seat, card=kind)
    if player.rehab_trip and player.at != t.state.rehab:
        t.change_player(seat, rehab_trip=False, spared_raids=0)
        t.announce("KEI-137", "trip_given_up", seat=seat)
        if data.switches["rehab_trip_breach"] != "none":
            for _ in range(player.spared_raids):
                require_raid(t, seat)


@on_step("then_flip")
def _ask_flip(t: Trial, question: OpenQuestion) -> None:
    t.ask(GUITAR_PICK, TABLE)


@on_step("then_play")
def _play(t: Trial, question: OpenQuestion) -> None:
    seat, data = question.seat, t.data
    if question.card == TOP:
        _win(t, seat)
        return
    player = t.player(seat)
    town = player.at
    if question.card == BACK:
        card = t.held_doer(seat, SecondGig)
        t.take_from_hand(seat, ACTION, card)
        t.discard(card)
        counts = int(data.switches["back_to_back_counts_as_gig"])
        t.change_player(seat, second_sets=player.second_sets + counts)
        t.announce("KEI-75", "second_set", town=town)
        t.note("KEI-M5", "has_fanatic_audience", town=town)
    else:
        turn_over(t, seat, town)
        if not t.state.turn.played and town == player.start:
            t.note("KEI-14", "stands_there", town=town)
        t.announce("KEI-15", "gig_played", count=t.player(seat).dates, card=data.venues[town])
    player = t.player(seat)
    t.change_player(seat, previous_town=player.latest_town, latest_town=town, latest_turn=player.turns)
    t.change_turn(done=True)
    if player.roadie_drives and data.switches["roadie_duration"] == "until_next_gig":
        stop_driving(t, seat)
    begin_draws(t, seat)


def begin_draws(t: Trial, seat: Seat, most: int = 0) -> None:
    """Q23: how many cards may be drawn, and how many troubles avoided (KEI-60, KEI-61)."""
    reputation = t.player(seat).reputation
    shield = 0 if t.data.switches["reputation_shield"] == "none" else reputation
    t.change(phase=AFTER)
    t.change_turn(limit=most or max(1, reputation), drawn=0, shield=shield)
    t.note("KEI-60", "draws_allowed", reputation=reputation, limit=t.state.turn.limit)


@GUITAR_PICK.answer(Flip, choices=lambda t, seat: [Flip(TABLE, side) for side in ("good", "bad")])
def flip(t: Trial, move: Flip) -> None:
    """Q22: on the bad side there is no gig on this turn (KEI-V24)."""
    t.pop()
    if move.side == "good":
        t.announce("KEI-V24", "good_side")
        return
    t.pop()
    t.announce("KEI-V24", "bad_side")
    end_turn(t)


def wait(t: Trial, move: Wait) -> None:
    """No gig is allowed here: one Action card is drawn instead (KEI-64, KEI-113)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    _check_phase(t, seat, "wait")
    if player.hiatus and data.switches["hiatus_draw"]:
        rule = "KEI-64"
    else:
        rule = "KEI-113"
        if player.hiatus or not data.switches["blocked_date_draw"]:
            t.refuse("KEI-64" if player.hiatus else rule, "no_draw_then")
        if not is_closed(t.state, player, player.at):
            t.refuse(rule, "nothing_forbids", town=player.at)
        if player.order and player.at != player.order[0]:
            t.refuse(rule, "not_next_date", town=player.at)
        if not player.dates:
            t.refuse(rule, "empty_calendar")
        if player.at not in data.venues:
            t.bar(rule, "no_venue_of", town=player.at)
        if not player.order and not data.is_digital and not t.state.unseen.get(data.venues[player.at]):
            t.bar("KEI-H06", "no_venue_in_calendar", town=player.at)
    check_arrival(t, "wait")
    t.agreed()
    arrive(t, "wait")
    t.change_turn(waiting=True)
    begin_draws(t, seat, 1)
    t.note(rule, "card_for_gig")


def headline(t: Trial, move: Headline) -> None:
    """The win: Record Deal, Hit Song and Headliner are shown in its town (KEI-01, KEI-70)."""
    seat, data = move.seat, t.data
    _check_phase(t, seat, TOP)
    _check_town(t, seat, "KEI-70")
    player = t.player(seat)
    for kind in data.achievements:
        if not _may_own(player, kind):
            t.bar("KEI-01", "lacks", seat=seat, card=kind)
    _check_headliner(t, seat, player)
    needed, rule = data.toured_to_win
    if len(player.played) < needed:
        t.refuse(rule, "too_few_toured", count=len(player.played), needed=needed)
    other_date = not player.dates or (player.order and player.order[0] != player.at)
    if data.switches["headliner_needs_venue_card"] and other_date:
        t.refuse("KEI-A24", "not_next_date", town=player.at)
    arrive(t, "headline")
    _begin(t, seat, TOP)


def _may_own(player: Player, kind: str) -> bool:
    return player.owns(kind) or UNKNOWN in player.action.cards


def _check_headliner(t: Trial, seat: Seat, player: Player) -> None:
    data, at = t.data, player.at
    if any(kind == Card.HEADLINER for kind, _ in player.stand_ins):
        if player.festival != at:
            t.refuse("KEI-70", "festival_elsewhere", town=player.festival)
        return
    own = [card for card in (*player.laid, *player.action.cards) if kind_of(card) == Card.HEADLINER]
    town = face_town(own[0]) if own else ""
    elsewhere = [face_town(card) for card in _open_headliners(t, seat)]
    if town and town != at:
        seen = not data.is_digital or own[0] in (*player.laid, *player.action.shown)
        t.bar("KEI-70", "headliner_is_for" if seen else "headliner_elsewhere", seat=seat, town=town)
    if not town and (at not in data.headliner_towns or at in elsewhere):
        t.bar("KEI-70", "no_headliner_for", seat=seat, town=at)


def _open_headliners(t: Trial, seat: Seat) -> list[str]:
    """Headliners whose copy everybody knows to be elsewhere."""
    s = t.state
    cards = [card for other, player in enumerate(s.players) if other != seat for card in player.laid]
    cards += [card for other, player in enumerate(s.players) if other != seat for card in player.action.shown]
    cards += [stash.card for stash in s.stashes if len(stash.known_to) == len(s.players)]
    cards += s.discards.get(ACTION, ())
    return [card for card in cards if face_town(card)]


def _win(t: Trial, seat: Seat) -> None:
    data, player = t.data, t.player(seat)
    for kind in data.achievements:
        if kind in player.kinds_laid():
            continue
        card = f"{kind}:{player.at}" if kind == Card.HEADLINER else kind
        held = next((one for one in player.action.cards if kind_of(one) == kind), card)
        shown = t.take_from_hand(seat, ACTION, held)
        t.change_player(seat, laid=(*t.player(seat).laid, shown))
    t.change(winner=seat, won_in=player.at, questions=())
    t.note("KEI-71", "movement_and_hand_done")
    t.announce("KEI-01", "shows", seat=seat, cards=data.achievements)
    t.note("KEI-70", "headlines_and_wins", seat=seat, town=player.at)
    t.note("KEI-72", "win_ends_game")


def end(t: Trial, move: EndTurn) -> None:
    """The turn is over; what must be drawn comes first (KEI-16, KEI-24)."""
    turn = t.state.turn
    if t.state.phase == AFTER and not turn.drawn and not turn.guest:
        t.bar("KEI-16", "one_draw_at_least")
    if t.state.phase == MOVING and not turn.played and not turn.must_play and missing(t.state, t.player(move.seat)):
        t.agreed()
        t.push("then_leave", move.seat)
        end_movement(t)
        t.announce("KEI-123", "filled_then_ends")
        return
    check_arrival(t, "end")
    t.agreed()
    arrive(t, "end")
    if not turn.done and not turn.waiting:
        t.note("KEI-18", "no_gig_this_turn")
    end_turn(t)


@on_step("then_leave")
def _leave(t: Trial, question: OpenQuestion) -> None:
    """The turn of somebody who did not travel ends with the refill, unless it has ended already."""
    if t.state.seat == question.seat and t.state.phase == ARRIVE:
        t.note("KEI-18", "no_gig_this_turn")
        end_turn(t)
