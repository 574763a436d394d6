"""Moving the figurine: On the Road cards, Helicopter, announcements, stop (KEI-20 to KEI-31, KEI-46, KEI-49).

In: a Trial and a line of the MOVE part. Out: the changed Trial, a refusal, or the readings of an unclear way.
Invariant: a walk goes over adjacent spaces and is no longer than the card's effective steps, which are fixed when it is
played (KEI-26).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NoReturn

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.atlas import Path
from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE
from pnp.games.keikalla.held import held_kinds
from pnp.games.keikalla.moves import ABOARD, Announce, Bus, Deal, Exchange, Fly, Pick, Road, Roadie, Stop
from pnp.games.keikalla.phases.band_abilities import check_last
from pnp.games.keikalla.phases.chance import picked_unseen
from pnp.games.keikalla.phases.flow import RIDER_PICK, counted, end_convoy, end_movement, missing
from pnp.games.keikalla.phases.police import unseen_picks
from pnp.games.keikalla.phases.stashes import stash_from_hand
from pnp.games.keikalla.phases.warn_cards import lay_bus, receive, require_draw
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import MOVING, KeikallaState, OpenQuestion, Player
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

FIRST_CARD = Question("KEI-Q09", "pick a card of {who}'s Movement hand, unseen: it comes first", rule_ids.HOTEL)
FIRST_FROM_DECK = Question("KEI-Q09d", "the first Movement card comes from the deck", rule_ids.HOTEL)


def effective_steps(state: KeikallaState, player: Player, card: str) -> int:
    """Printed steps and the bonuses of Roadie and convoy (KEI-26)."""
    card_data, numbers = state.data.cards[card], state.data.numbers
    roadie = numbers["roadie_bonus"] if player.roadie_drives and card_data.roadie else 0
    convoy = numbers["convoy_bonus"] if player.convoy and card_data.convoy else 0
    return int(card_data.steps + roadie + convoy)


def check_moving(t: Trial, seat: Seat, card: str) -> None:
    """Refuse a Movement card that may not be played now (KEI-64, KEI-24, KEI-46)."""
    player = t.player(seat)
    if player.hiatus and t.data.cards[card].steps + (card == Card.HELICOPTER):
        t.refuse(rule_ids.HIATUS, f"{t.name(seat)} is on hiatus: no movement until a Manager clears the Reputation")
    if t.state.phase != MOVING:
        t.refuse(rule_ids.REFILL, "the movement is over")
    if needs_pick(t.state, seat):
        t.refuse(rule_ids.HOTEL, "the first Movement card is picked by somebody else: `table: pick …`")
    must = t.state.turn.must_play
    if must and must != card:
        t.refuse(rule_ids.HOTEL, f"{t.data.label(must)} was picked and must be played first")


def needs_pick(state: KeikallaState, seat: Seat) -> bool:
    """Somebody else picks the first Movement card of this turn (KEI-46)."""
    player, turn = state.players[seat], state.turn
    waits = 0 < player.hotel_turn < player.turns and not turn.played and not turn.picked
    return waits and bool(player.move.size + player.event.size)


def spend(t: Trial, seat: Seat, card: str) -> None:
    """A Movement card leaves the hand and is the one that is played; nothing is refused after it."""
    if t.holds(seat, t.data.hand_of(card), card):
        t.agreed()
    t.take_from_hand(seat, t.data.hand_of(card), card)
    t.change_turn(played=t.state.turn.played + 1, must_play="")


def drive(t: Trial, move: Road) -> None:
    """An On the Road card moves the figurine over a walk (KEI-20, KEI-21, KEI-26, KEI-124)."""
    seat, card, data = move.seat, move.card, t.data
    check_moving(t, seat, card)
    player = t.player(seat)
    path, allowed = walk(t, move), effective_steps(t.state, player, card)
    steps = len(path) - 1
    if steps > allowed:
        t.refuse(rule_ids.ONE_BY_ONE, _too_long(t, path, allowed))
    if steps < data.switches["min_steps_per_card"]:
        t.refuse(rule_ids.NOT_ALL_STEPS, "the figurine must move at least one step")
    spend(t, seat, card)
    t.agreed()
    towns = data.atlas.entered(path)
    t.change_player(seat, at=path[-1])
    t.discard(card)
    bonus = _bonus(t, player, card)
    if move.via:
        t.note(rule_ids.WAY, f"over {', '.join(map(data.atlas.label, move.via))}")
    passed = [data.town(town) for town in towns if town != path[-1]]
    over = f" through {', '.join(passed)}" if passed else ""
    t.note(rule_ids.STEPS, f"{steps} of {counted(allowed, 'step')}{bonus} to {data.atlas.label(path[-1])}{over}")
    if any(other.at == path[-1] for number, other in enumerate(t.state.players) if number != seat):
        t.note(rule_ids.NO_BLOCKING, "another band stands there too")
    if t.state.turn.played > 1:
        t.note(rule_ids.REPEAT, "the trip goes on")
    if player.convoy and towns:
        end_convoy(t, seat)
    require_draw(t, seat, card)


def _bonus(t: Trial, player: Player, card: str) -> str:
    card_data, numbers = t.data.cards[card], t.data.numbers
    parts = [str(card_data.steps)]
    if player.roadie_drives and card_data.roadie:
        parts.append(f"{numbers['roadie_bonus']} Roadie")
    if player.convoy and card_data.convoy:
        parts.append(f"{numbers['convoy_bonus']} convoy")
    return f" ({' + '.join(parts)})" if len(parts) > 1 else ""


def _too_long(t: Trial, path: Path, allowed: int) -> str:
    """The whole walk, where it comes to an end, and where it could have gone."""
    atlas = t.data.atlas
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


def walk(t: Trial, move: Road) -> Path:
    """The walk that a line means; unclear ones are answered with their readings (KEI-124)."""
    seat, atlas = move.seat, t.data.atlas
    player = t.player(seat)
    allowed = effective_steps(t.state, player, move.card)
    if not move.to:
        near = sorted(atlas.reach(player.at, allowed), key=lambda item: (item[0] not in atlas.towns, item[0]))
        there = ", ".join(dict.fromkeys(end for end, _ in near))
        t.refuse_incomplete(f"say where to; in reach: {there}")
    paths = atlas.walks(player.at, move.via, move.to)
    if len(paths) > 1 and len(paths[0]) - 1 <= allowed:
        _unclear(t, move, paths)
    return paths[0]


def _unclear(t: Trial, move: Road, paths: tuple[Path, ...]) -> NoReturn:
    atlas, name = t.data.atlas, t.name(move.seat)
    lines = []
    for path in paths:
        via = (*move.via, *atlas.via_for(path)) if not move.via else _clear(t, move, path)
        lines.append(f"{name}: {move.card} {move.to} via={','.join(dict.fromkeys(via))}")
    because = f"{len(paths)} walks of {len(paths[0]) - 1} steps lead to {atlas.label(move.to)} over different towns"
    t.refuse_ambiguous(because, tuple(lines))


def _clear(t: Trial, move: Road, path: Path) -> tuple[str, ...]:
    """The towns of a walk are named one after the other; that is always clear enough to go on."""
    return tuple(space for space in path[1:-1] if space in t.data.atlas.towns or space in move.via) or path[1:-1]


def fly(t: Trial, move: Fly) -> None:
    """A Helicopter goes straight from town to town (KEI-27)."""
    seat, data, player = move.seat, t.data, t.player(move.seat)
    check_moving(t, seat, Card.HELICOPTER)
    atlas, reach = data.atlas, data.numbers["helicopter_reach"]
    if player.at not in atlas.towns:
        t.refuse(rule_ids.FLIGHT, f"the figurine stands on the road ({player.at}): helicopters fly from towns")
    elif player.at == move.to:
        t.refuse(rule_ids.FLIGHT, f"the figurine is in {data.town(move.to)} already")
    else:
        length = atlas.distance(player.at, move.to)
        if length > reach:
            t.refuse(rule_ids.FLIGHT, f"{data.town(move.to)} is {length:.1f} mm away, {reach:.1f} allowed")
        t.note(rule_ids.FLIGHT, f"{length:.1f} mm, {reach:.1f} allowed")
    spend(t, seat, Card.HELICOPTER)
    t.agreed()
    t.change_player(seat, at=move.to)
    t.discard(Card.HELICOPTER)
    if player.convoy:
        end_convoy(t, seat)
    if t.state.turn.played > 1:
        t.note(rule_ids.MIXED, "bus and helicopter are mixed in one trip")
    require_draw(t, seat, Card.HELICOPTER)


def lay_new_bus(t: Trial, move: Bus) -> None:
    """A New Tour Bus is laid in front during one's own movement (KEI-37)."""
    check_moving(t, move.seat, Card.BUS)
    lay_bus(t, move.seat)
    t.change_turn(played=t.state.turn.played + 1)


def take_wheel(t: Trial, move: Roadie) -> None:
    """A Roadie drives until the movement ends (KEI-44)."""
    seat = move.seat
    check_moving(t, seat, Card.ROADIE)
    if t.player(seat).roadie_drives:
        t.refuse(rule_ids.ROADIE, "a Roadie drives already")
    spend(t, seat, Card.ROADIE)
    t.agreed()
    t.lay_in_front(seat, Card.ROADIE)
    t.change_player(seat, roadie_drives=True)
    bonus, top = t.data.numbers["roadie_bonus"], t.data.numbers["roadie_top"]
    t.announce(rule_ids.ROADIE, f"the Roadie drives: {bonus} steps more on every card up to {top}")
    require_draw(t, seat, Card.ROADIE)


def stop(t: Trial, move: Stop) -> None:
    """The movement is over: the hand is filled (KEI-24)."""
    if t.state.phase != MOVING:
        t.reject(rule_ids.REFILL, "the movement is over already")
    if t.state.turn.must_play:
        t.refuse(rule_ids.HOTEL, f"{t.data.label(t.state.turn.must_play)} was picked and must be played first")
    t.agreed()
    end_movement(t)
    if missing(t.state, t.player(move.seat)):
        t.note(rule_ids.REFILL, "the hand is filled")
    else:
        t.note(rule_ids.REPEAT, "the movement is over")


def announce(t: Trial, move: Announce) -> None:
    """Before the first Movement card: all are aboard, or the trip goes to the rehab (KEI-29, KEI-30)."""
    seat, player = move.seat, t.player(move.seat)
    rule = rule_ids.ABOARD if move.what == ABOARD else rule_ids.REHAB_TRIP
    if t.state.phase != MOVING or t.state.turn.played:
        t.refuse(rule, "that is said before the first Movement card")
    if move.what == ABOARD:
        if Card.MANAGER in player.front:
            t.refuse(rule, "that is said already")
        t.take_from_hand(seat, ACTION, Card.MANAGER)
        t.lay_in_front(seat, Card.MANAGER)
        if move.last:
            check_last(t, seat, Card.MANAGER)
            t.change_player(seat, manager_back=True)
        t.announce(rule, "Jimmy has no effect on this turn")
        return
    if move.last:
        t.reject(rule_ids.HIAN, "no Manager is needed for that")
    if not player.has_reputation_card(t.data, Card.MESSED_UP):
        t.refuse(rule, f"no {t.data.label(Card.MESSED_UP)} lies in front of {t.name(seat)}")
    if not t.state.rehab:
        t.refuse(rule, "the Rehab card of the map is used up")
    if player.rehab_trip:
        t.refuse(rule, "that is said already, and holds until the rehab town is reached")
    t.change_player(seat, rehab_trip=True, spared_raids=0)
    t.announce(
        rule, f"no raid on the way to {t.data.town(t.state.rehab)}" if t.state.rehab else "the trip goes to the rehab"
    )


def exchange(t: Trial, move: Exchange) -> None:
    """A hand without a way forward is shown, discarded and drawn again (KEI-49)."""
    seat, data, player = move.seat, t.data, t.player(move.seat)
    if not data.switches["dead_hand_exchange"]:
        t.refuse(rule_ids.EXCHANGE, "this table does not exchange hands")
    if data.has_two_moves:
        t.refuse(rule_ids.STRIKE_MOVES, "with two Movement decks no hand is exchanged")
    if t.state.phase != MOVING or t.state.turn.played:
        t.refuse(rule_ids.EXCHANGE, "a hand is exchanged before anything is played")
    check_moving(t, seat, Card.ROADIE)
    in_town = player.at in data.atlas.towns
    usable = [card for card in move.cards if data.card_data(card).steps or (card == Card.HELICOPTER and in_town)]
    if usable:
        t.refuse(rule_ids.EXCHANGE, f"{data.labels(usable)} can be played")
    if len(move.cards) != player.move.size:
        t.reject(rule_ids.EXCHANGE, f"the hand holds {player.move.size} cards, not {len(move.cards)}")
    for card, copies in Counter(move.cards).items():
        for _ in range(copies):
            t.take_from_hand(seat, MOVE, card)
    t.agreed()
    for card in move.cards:
        t.discard(card)
    t.announce(rule_ids.EXCHANGE, f"{data.labels(move.cards)}: discarded; the movement is over")
    end_movement(t)


@RIDER_PICK.answer(
    Pick,
    choices=lambda t, seat: unseen_picks(t, t.state.seat),
    dealt=lambda t, chance: Pick(
        TABLE, picked_unseen(t.state, t.player(t.state.seat).action.cards, chance), t.state.seat
    ),
)
def leave_behind(t: Trial, move: Pick) -> None:
    """Q19: somebody picks the card that the rider leaves behind (KEI-48)."""
    seat = t.state.seat
    if not move.card:
        t.reject(rule_ids.RIDER, "`pick ?`: which card it was, nobody saw")
    if t.data.is_digital and move.of not in (seat, TABLE):
        t.reject(rule_ids.RIDER, f"the card comes from the hand of {t.name(seat)}")
    t.pop()
    stash_from_hand(t, seat, move.card)


def first_picks(state: KeikallaState) -> Iterator[Move]:
    """What may be picked as the first Movement card: from the hand, or from the deck (KEI-46)."""
    data = state.data
    if data.switches["trashed_hotel_first_card"] == "from_deck" and not data.is_digital:
        pile = data.pile_of(Card.ROAD_1)
        yield from (Pick(TABLE, card) for card in data.copies_in(pile) if state.unseen.get(card))
        return
    for zone in (MOVE, EVENT):
        yield from (Pick(TABLE, card) for card in held_kinds(state, state.seat, zone))


def _picked_first(t: Trial, chance: Chance) -> Move:
    player = t.player(t.state.seat)
    return Pick(TABLE, picked_unseen(t.state, player.move.cards + player.event.cards, chance))


@FIRST_CARD.answer(Pick, choices=lambda t, seat: list(first_picks(t.state)), dealt=_picked_first)
def pick(t: Trial, move: Pick) -> None:
    """Q09: somebody else takes the first Movement card out of a hand (KEI-46)."""
    seat, data = t.state.seat, t.data
    if not t.state.is_set_up or t.state.phase != MOVING or not needs_pick(t.state, seat):
        t.reject(rule_ids.HOTEL, "no card is picked now")
    if move.seat != TABLE:
        if data.is_digital and not move.card:
            from_deck = data.switches["trashed_hotel_first_card"] == "from_deck"
            if from_deck:
                t.ask(FIRST_FROM_DECK, seat, 1, pile=t.movement_pile(Card.ROAD_1))
            else:
                t.ask(FIRST_CARD, TABLE)
            return
        t.reject(rule_ids.HOTEL, "somebody else picks: `table: pick …`")
    t.pop_if(FIRST_CARD)
    card = move.card
    if card in ("", UNKNOWN):
        t.reject(rule_ids.HOTEL, "the picked card is shown: `pick road_2`")
    if data.switches["trashed_hotel_first_card"] == "from_deck":
        receive(t, seat, card, t.movement_pile(card))
    else:
        t.take_from_hand(seat, data.hand_of(card), card, stays=True)
    _picked(t, seat, card)


@FIRST_FROM_DECK.drawn(opens=lambda t, question, card: True)
def deal_first(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Digital: the first card comes from the deck (`trashed_hotel_first_card`)."""
    t.pop()
    receive(t, question.seat, move.cards[0], question.pile)
    _picked(t, question.seat, move.cards[0])


def _picked(t: Trial, seat: Seat, card: str) -> None:
    data, player = t.data, t.player(seat)
    at_sea = card == Card.HELICOPTER and player.at not in data.atlas.towns
    forward = (data.card_data(card).steps or card == Card.HELICOPTER) and not at_sea and not player.hiatus
    t.change_turn(picked=True, must_play=card if forward else "")
    what = "must be played first" if forward else "goes back, and the choice is free"
    t.announce(rule_ids.HOTEL, f"{data.label(card)} is picked: it {what}")
