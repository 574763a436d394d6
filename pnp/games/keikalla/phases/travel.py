"""Moving the figurine: On the Road cards, Helicopter, announcements, stop (KEI-20 to KEI-31, KEI-46, KEI-49).

In: a Trial and a line of the MOVE part. Out: the Trial further on, a refusal, or the readings of an unclear way.
Invariant: a walk goes over adjacent spaces and is no longer than the card's effective steps, which are fixed when it is
played (KEI-26).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NoReturn

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.atlas import Path
from pnp.games.keikalla.game_data import ACTION, MOVE
from pnp.games.keikalla.moves import ABOARD, Announce, Bus, Exchange, Fly, Pick, Road, Roadie, Stop
from pnp.games.keikalla.phases.band_abilities import check_last
from pnp.games.keikalla.phases.flow import counted, end_convoy, end_movement, missing
from pnp.games.keikalla.phases.police import lose_unseen
from pnp.games.keikalla.phases.stashes import stash_from_hand
from pnp.games.keikalla.phases.warn_cards import lay_bus, owe_draw, receive
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import MOVING, KeikallaState, Player
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def effective_steps(state: KeikallaState, player: Player, card: str) -> int:
    """Printed steps and the bonuses of Roadie and convoy (KEI-26)."""
    face, numbers = state.data.faces[card], state.data.numbers
    roadie = numbers["roadie_bonus"] if player.driven and face.roadie else 0
    convoy = numbers["convoy_bonus"] if player.convoy and face.convoy else 0
    return int(face.steps + roadie + convoy)


def check_moving(d: Trial, seat: Seat, card: str) -> None:
    """Refuse a Movement card that may not be played now (KEI-64, KEI-24, KEI-46)."""
    player = d.player(seat)
    if player.hiatus and d.data.faces[card].steps + (card == Card.HELICOPTER):
        d.refuse(rule_ids.HIATUS, f"{d.name(seat)} is on hiatus: no movement until a Manager clears the Reputation")
    if d.s.stage != MOVING:
        d.refuse(rule_ids.REFILL, "the movement is over")
    if owes_pick(d.s, seat):
        d.refuse(rule_ids.HOTEL, "the first Movement card is picked by somebody else: `table: pick …`")
    must = d.s.turn.must
    if must and must != card:
        d.refuse(rule_ids.HOTEL, f"{d.data.label(must)} was picked and must be played first")


def owes_pick(state: KeikallaState, seat: Seat) -> bool:
    """Somebody else picks the first Movement card of this turn (KEI-46)."""
    player, turn = state.players[seat], state.turn
    waits = 0 < player.hotel < player.turns and not turn.played and not turn.picked
    return waits and bool(player.move.size + player.event.size)


def spend(d: Trial, seat: Seat, card: str) -> None:
    """A Movement card leaves the hand and is the one that is played."""
    d.lose(seat, d.data.hand_of(card), card)
    d.turn(played=d.s.turn.played + 1, must="")


def drive(d: Trial, move: Road) -> None:
    """An On the Road card moves the figurine over a walk (KEI-20, KEI-21, KEI-26, KEI-124)."""
    seat, card, data = move.seat, move.card, d.data
    check_moving(d, seat, card)
    player = d.player(seat)
    path, allowed = walk(d, move), effective_steps(d.s, player, card)
    steps = len(path) - 1
    if steps > allowed:
        d.refuse(rule_ids.ONE_BY_ONE, _too_long(d, path, allowed))
    if steps < data.switches["min_steps_per_card"]:
        d.refuse(rule_ids.NOT_ALL_STEPS, "the figurine must move at least one step")
    spend(d, seat, card)
    towns = data.atlas.entered(path)
    d.put(seat, at=path[-1])
    d.discard(card)
    bonus = _bonus(d, player, card)
    if move.via:
        d.note(rule_ids.WAY, f"over {', '.join(map(data.atlas.label, move.via))}")
    passed = [data.town(town) for town in towns if town != path[-1]]
    over = f" through {', '.join(passed)}" if passed else ""
    d.note(rule_ids.STEPS, f"{steps} of {counted(allowed, 'step')}{bonus} to {data.atlas.label(path[-1])}{over}")
    if any(other.at == path[-1] for number, other in enumerate(d.s.players) if number != seat):
        d.note(rule_ids.NO_BLOCKING, "another band stands there too")
    if d.s.turn.played > 1:
        d.note(rule_ids.REPEAT, "the trip goes on")
    if player.convoy and towns:
        end_convoy(d, seat)
    owe_draw(d, seat, card)


def _bonus(d: Trial, player: Player, card: str) -> str:
    face, numbers = d.data.faces[card], d.data.numbers
    parts = [str(face.steps)]
    if player.driven and face.roadie:
        parts.append(f"{numbers['roadie_bonus']} Roadie")
    if player.convoy and face.convoy:
        parts.append(f"{numbers['convoy_bonus']} convoy")
    return f" ({' + '.join(parts)})" if len(parts) > 1 else ""


def _too_long(d: Trial, path: Path, allowed: int) -> str:
    """The whole walk, where it comes to an end, and where it could have gone."""
    atlas = d.data.atlas
    legs, at = [], 0
    marks = [0, *(number for number, space in enumerate(path) if number and space in atlas.towns)]
    if marks[-1] != len(path) - 1:
        marks.append(len(path) - 1)
    for here, there in pairwise(marks):
        at += there - here
        legs.append(f"{atlas.label(path[there])} {at}")
    reached = path[min(allowed, len(path) - 1)]
    way = f"{atlas.label(path[0])} to " + ", ".join(legs) if legs else atlas.label(path[-1])
    short = f"; {allowed} lead to {atlas.label(reached)}" if allowed else ""
    return f"{len(path) - 1} steps, {allowed} allowed: {way}{short}"


def walk(d: Trial, move: Road) -> Path:
    """The walk that a line means; unclear ones are answered with their readings (KEI-124)."""
    seat, atlas = move.seat, d.data.atlas
    player = d.player(seat)
    allowed = effective_steps(d.s, player, move.card)
    if not move.to:
        near = sorted(atlas.reach(player.at, allowed), key=lambda item: (item[0] not in atlas.towns, item[0]))
        there = ", ".join(dict.fromkeys(end for end, _ in near))
        d.unread(f"say where to; in reach: {there}")
    paths = atlas.walks(player.at, move.via, move.to)
    if len(paths) > 1 and len(paths[0]) - 1 <= allowed:
        _unclear(d, move, paths)
    return paths[0]


def _unclear(d: Trial, move: Road, paths: tuple[Path, ...]) -> NoReturn:
    atlas, name = d.data.atlas, d.name(move.seat)
    lines = []
    for path in paths:
        via = (*move.via, *atlas.via_for(path)) if not move.via else _clear(d, move, path)
        lines.append(f"{name}: {move.card} {move.to} via={','.join(dict.fromkeys(via))}")
    because = f"{len(paths)} walks of {len(paths[0]) - 1} steps lead to {atlas.label(move.to)} over different towns"
    d.unclear(because, tuple(lines))


def _clear(d: Trial, move: Road, path: Path) -> tuple[str, ...]:
    """The towns of a walk are named one after the other; that is always clear enough to go on."""
    return tuple(space for space in path[1:-1] if space in d.data.atlas.towns or space in move.via) or path[1:-1]


def fly(d: Trial, move: Fly) -> None:
    """A Helicopter goes straight from town to town (KEI-27)."""
    seat, data, player = move.seat, d.data, d.player(move.seat)
    check_moving(d, seat, Card.HELICOPTER)
    atlas, reach = data.atlas, data.numbers["helicopter_reach"]
    if player.at not in atlas.towns:
        d.refuse(rule_ids.FLIGHT, f"the figurine stands on the road ({player.at}): helicopters fly from towns")
    elif player.at == move.to:
        d.refuse(rule_ids.FLIGHT, f"the figurine is in {data.town(move.to)} already")
    else:
        length = atlas.distance(player.at, move.to)
        if length > reach:
            d.refuse(rule_ids.FLIGHT, f"{data.town(move.to)} is {length:.1f} mm away, {reach:.1f} allowed")
        d.note(rule_ids.FLIGHT, f"{length:.1f} mm, {reach:.1f} allowed")
    spend(d, seat, Card.HELICOPTER)
    d.put(seat, at=move.to)
    d.discard(Card.HELICOPTER)
    if player.convoy:
        end_convoy(d, seat)
    if d.s.turn.played > 1:
        d.note(rule_ids.MIXED, "bus and helicopter are mixed in one trip")
    owe_draw(d, seat, Card.HELICOPTER)


def lay_new_bus(d: Trial, move: Bus) -> None:
    """A New Tour Bus is tabled in the own movement (KEI-37)."""
    check_moving(d, move.seat, Card.BUS)
    lay_bus(d, move.seat)
    d.turn(played=d.s.turn.played + 1)


def take_wheel(d: Trial, move: Roadie) -> None:
    """A Roadie drives until the movement ends (KEI-44)."""
    seat = move.seat
    check_moving(d, seat, Card.ROADIE)
    if d.player(seat).driven:
        d.refuse(rule_ids.ROADIE, "a Roadie drives already")
    spend(d, seat, Card.ROADIE)
    d.lay_front(seat, Card.ROADIE)
    d.put(seat, driven=True)
    bonus, top = d.data.numbers["roadie_bonus"], d.data.numbers["roadie_top"]
    d.tell(rule_ids.ROADIE, f"the Roadie drives: {bonus} steps more on every card up to {top}")
    owe_draw(d, seat, Card.ROADIE)


def stop(d: Trial, move: Stop) -> None:
    """The movement is over: the hand is filled (KEI-24)."""
    if d.s.stage != MOVING:
        d.bar(rule_ids.REFILL, "the movement is over already")
    if d.s.turn.must:
        d.refuse(rule_ids.HOTEL, f"{d.data.label(d.s.turn.must)} was picked and must be played first")
    end_movement(d)
    if missing(d.s, d.player(move.seat)):
        d.note(rule_ids.REFILL, "the hand is filled")
    else:
        d.note(rule_ids.REPEAT, "the movement is over")


def announce(d: Trial, move: Announce) -> None:
    """Before the first Movement card: all are aboard, or the trip goes to the rehab (KEI-29, KEI-30)."""
    seat, player = move.seat, d.player(move.seat)
    rule = rule_ids.ABOARD if move.what == ABOARD else rule_ids.REHAB_TRIP
    if d.s.stage != MOVING or d.s.turn.played:
        d.refuse(rule, "that is said before the first Movement card")
    if move.what == ABOARD:
        if Card.MANAGER in player.front:
            d.refuse(rule, "that is said already")
        d.lose(seat, ACTION, Card.MANAGER)
        d.lay_front(seat, Card.MANAGER)
        if move.last:
            check_last(d, seat, Card.MANAGER)
            d.put(seat, manager_back=True)
        d.tell(rule, "Jimmy has no effect on this turn")
        return
    if move.last:
        d.bar(rule_ids.HIAN, "no Manager is needed for that")
    if not player.has_fame(d.data, Card.MESSED_UP):
        d.refuse(rule, f"no {d.data.label(Card.MESSED_UP)} lies in front of {d.name(seat)}")
    if not d.s.rehab:
        d.refuse(rule, "the Rehab card of the map is used up")
    if player.trip:
        d.refuse(rule, "that is said already, and holds until the rehab town is reached")
    d.put(seat, trip=True, spared=0)
    d.tell(rule, f"no raid on the way to {d.data.town(d.s.rehab)}" if d.s.rehab else "the trip goes to the rehab")


def exchange(d: Trial, move: Exchange) -> None:
    """A hand without a way forward is shown, discarded and drawn anew (KEI-49)."""
    seat, data, player = move.seat, d.data, d.player(move.seat)
    if not data.switches["dead_hand_exchange"]:
        d.refuse(rule_ids.EXCHANGE, "this table does not exchange hands")
    if data.has_two_moves:
        d.refuse(rule_ids.STRIKE_MOVES, "with two Movement decks no hand is exchanged")
    if d.s.stage != MOVING or d.s.turn.played:
        d.refuse(rule_ids.EXCHANGE, "a hand is exchanged before anything is played")
    check_moving(d, seat, Card.ROADIE)
    in_town = player.at in data.atlas.towns
    usable = [card for card in move.cards if data.face(card).steps or (card == Card.HELICOPTER and in_town)]
    if usable:
        d.refuse(rule_ids.EXCHANGE, f"{data.labels(usable)} can be played")
    if len(move.cards) != player.move.size:
        d.bar(rule_ids.EXCHANGE, f"the hand holds {player.move.size} cards, not {len(move.cards)}")
    for card, copies in Counter(move.cards).items():
        for _ in range(copies):
            d.lose(seat, MOVE, card)
    for card in move.cards:
        d.discard(card)
    d.tell(rule_ids.EXCHANGE, f"{data.labels(move.cards)}: discarded; the movement is over")
    end_movement(d)


def pick(d: Trial, move: Pick) -> None:
    """Q09, Q19: somebody else takes a card out of a hand (KEI-46, KEI-48)."""
    ask, data = d.s.ask, d.data
    if ask is not None and ask.id == "KEI-Q19":
        seat = d.s.seat
        if not move.card:
            d.bar(rule_ids.RIDER, "`pick ?`: which card it was, nobody saw")
        if data.is_digital and move.of not in (seat, TABLE):
            d.bar(rule_ids.RIDER, f"the card comes from the hand of {d.name(seat)}")
        d.pop()
        stash_from_hand(d, seat, move.card)
        return
    if ask is not None and ask.id == "KEI-Q15d":
        d.pop()
        lose_unseen(d, int(ask.card), move.card)
        d.tell(rule_ids.POLICE, "raid: a random Action card is shuffled into the deck")
        return
    _pick_first(d, move)


def _pick_first(d: Trial, move: Pick) -> None:
    seat, data = d.s.seat, d.data
    if not d.s.is_set_up or d.s.stage != MOVING or not owes_pick(d.s, seat):
        d.bar(rule_ids.HOTEL, "no card is picked now")
    if move.seat != TABLE:
        if data.is_digital and not move.card:
            from_deck = data.switches["trashed_hotel_first_card"] == "from_deck"
            if from_deck:
                d.push("KEI-Q09d", seat, 1, pile=d.movement_pile(Card.ROAD_1))
            else:
                d.push("KEI-Q09", TABLE)
            return
        d.bar(rule_ids.HOTEL, "somebody else picks: `table: pick …`")
    if ask_is(d, "KEI-Q09"):
        d.pop()
    card = move.card
    if card in ("", UNKNOWN):
        d.bar(rule_ids.HOTEL, "the picked card is shown: `pick road_2`")
    if data.switches["trashed_hotel_first_card"] == "from_deck":
        receive(d, seat, card, d.movement_pile(card))
    else:
        d.lose(seat, data.hand_of(card), card, stays=True)
    _picked(d, seat, card)


def ask_is(d: Trial, id_: str) -> bool:
    """The top question is this one."""
    return d.s.ask is not None and d.s.ask.id == id_


def _picked(d: Trial, seat: Seat, card: str) -> None:
    data, player = d.data, d.player(seat)
    at_sea = card == Card.HELICOPTER and player.at not in data.atlas.towns
    forward = (data.face(card).steps or card == Card.HELICOPTER) and not at_sea and not player.hiatus
    d.turn(picked=True, must=card if forward else "")
    what = "must be played first" if forward else "goes back, and the choice is free"
    d.tell(rule_ids.HOTEL, f"{data.label(card)} is picked: it {what}")


def picked_from_deck(d: Trial, seat: Seat, card: str) -> None:
    """The picked card came from the deck (`trashed_hotel_first_card`)."""
    _picked(d, seat, card)
