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

from pnp.games.keikalla.atlas import Path
from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE
from pnp.games.keikalla.held import held_kinds
from pnp.games.keikalla.moves import ABOARD, Announce, Bus, Deal, Exchange, Fly, Pick, Road, Roadie, Stop
from pnp.games.keikalla.phases.band_abilities import check_last
from pnp.games.keikalla.phases.chance import picked_unseen
from pnp.games.keikalla.phases.flow import RIDER_PICK, end_convoy, end_movement, missing
from pnp.games.keikalla.phases.police import unseen_picks
from pnp.games.keikalla.phases.stashes import stash_from_hand
from pnp.games.keikalla.phases.warn_cards import lay_bus, receive, require_draw
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import MOVING, KeikallaState, OpenQuestion, Player
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import AllAboard, Drive, Flight, NewBus, Raided
from pnp.library.words import join_texts
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

FIRST_CARD = Question("KEI-Q09", "ask_first_card", "KEI-46")
FIRST_FROM_DECK = Question("KEI-Q09d", "ask_first_from_deck", "KEI-46")


def effective_steps(state: KeikallaState, player: Player, card: str) -> int:
    """Printed steps and the bonuses of Roadie and convoy (KEI-26)."""
    card_data, numbers = state.data.cards[card], state.data.numbers
    roadie = numbers["roadie_bonus"] if player.roadie_drives and card_data.roadie else 0
    convoy = numbers["convoy_bonus"] if player.convoy and card_data.convoy else 0
    return int(card_data.steps + roadie + convoy)


def check_moving(t: Trial, seat: Seat, card: str) -> None:
    """Refuse a Movement card that may not be played now (KEI-64, KEI-24, KEI-46); "" stands for the whole hand."""
    player = t.player(seat)
    if player.hiatus and (not card or t.data.moves_on(card)):
        t.refuse("KEI-64", "hiatus_no_moving", seat=seat)
    if t.state.phase != MOVING:
        t.refuse("KEI-24", "movement_over")
    if needs_pick(t.state, seat):
        t.refuse("KEI-46", "picked_by_other")
    must = t.state.turn.must_play
    if must and must != card:
        t.refuse("KEI-46", "picked_comes_first", card=must)


def needs_pick(state: KeikallaState, seat: Seat) -> bool:
    """Somebody else picks the first Movement card of this turn (KEI-46)."""
    player, turn = state.players[seat], state.turn
    waits = 0 < player.hotel_turn < player.turns and not turn.played and not turn.picked
    return waits and bool(player.move.size + player.event.size)


def spend(t: Trial, seat: Seat, card: str) -> None:
    """A Movement card leaves the hand and is the one that is played; nothing is refused after it."""
    if t.can_take(seat, t.data.hand_of(card), card):
        t.agreed()
    t.take_from_hand(seat, t.data.hand_of(card), card)
    t.change_turn(played=t.state.turn.played + 1, must_play="")


def drive(t: Trial, move: Road) -> None:
    """An On the Road card moves the figurine over a walk (KEI-20, KEI-21, KEI-26, KEI-124)."""
    seat, card, data = move.seat, move.card, t.data
    check_moving(t, seat, card)
    player = t.player(seat)
    allowed = effective_steps(t.state, player, card)
    path = walk(t, move, allowed)
    steps = len(path) - 1
    if steps > allowed:
        _refuse_too_long(t, path, allowed)
    if steps < data.switches["min_steps_per_card"]:
        t.refuse("KEI-21", "one_step_least")
    spend(t, seat, card)
    t.agreed()
    towns = data.atlas.entered(path)
    t.change_player(seat, at=path[-1])
    t.discard(card)
    if move.via:
        t.note("KEI-124", "way_over", towns=move.via)
    through = tuple(town for town in towns if town != path[-1])
    t.note(
        "KEI-26",
        "steps_through" if through else "steps_to",
        steps=steps,
        allowed=allowed,
        bonus=_bonus(t, player, card),
        town=path[-1],
        towns=through,
    )
    if any(other.at == path[-1] for number, other in enumerate(t.state.players) if number != seat):
        t.note("KEI-31", "stands_there_too")
    if t.state.turn.played > 1:
        t.note("KEI-23", "trip_goes_on")
    if player.convoy and towns:
        end_convoy(t, seat)
    require_draw(t, seat, card)


def _bonus(t: Trial, player: Player, card: str) -> str:
    card_data, numbers = t.data.cards[card], t.data.numbers
    parts = [str(card_data.steps)]
    if player.roadie_drives and card_data.roadie:
        parts.append(t.message("of_roadie", count=numbers["roadie_bonus"]))
    if player.convoy and card_data.convoy:
        parts.append(t.message("of_convoy", count=numbers["convoy_bonus"]))
    return t.message("steps_added", parts=join_texts(" + ", parts)) if len(parts) > 1 else ""


def _refuse_too_long(t: Trial, path: Path, allowed: int) -> None:
    """Name the whole walk, where it comes to an end, and where it could have gone."""
    atlas = t.data.atlas
    legs, at = [], 0
    marks = [0, *(number for number, space in enumerate(path) if number and space in atlas.towns)]
    if marks[-1] != len(path) - 1:
        marks.append(len(path) - 1)
    for here, there in pairwise(marks):
        at += there - here
        legs.append(f"{atlas.label(path[there])} {at}")
    reached = path[min(allowed, len(path) - 1)]
    t.refuse(
        "KEI-20",
        "too_long_but" if allowed else "too_long",
        steps=len(path) - 1,
        allowed=allowed,
        start_town=path[0],
        way=", ".join(legs),
        town=reached,
    )


def walk(t: Trial, move: Road, allowed: int) -> Path:
    """The walk of at most so many steps that a line means; unclear ones are answered with their readings (KEI-124)."""
    atlas, player = t.data.atlas, t.player(move.seat)
    if not move.to:
        near = sorted(atlas.reach(player.at, allowed), key=lambda item: (item[0] not in atlas.towns, item[0]))
        there = ", ".join(dict.fromkeys(end for end, _ in near))
        t.refuse_incomplete("say_where_to", there=there)
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
    t.refuse_ambiguous("several_walks", lines, count=len(paths), steps=len(paths[0]) - 1, town=move.to)


def _clear(t: Trial, move: Road, path: Path) -> tuple[str, ...]:
    """The towns of a walk are named one after the other; that is always clear enough to go on."""
    return tuple(space for space in path[1:-1] if space in t.data.atlas.towns or space in move.via) or path[1:-1]


def fly(t: Trial, move: Fly) -> None:
    """A Helicopter goes straight from town to town (KEI-27)."""
    seat, data, player = move.seat, t.data, t.player(move.seat)
    card = t.held_doer(seat, Flight)
    check_moving(t, seat, card)
    atlas, reach = data.atlas, data.numbers["helicopter_reach"]
    if player.at not in atlas.towns:
        t.refuse("KEI-27", "flies_from_towns", at=player.at)
    elif player.at == move.to:
        t.refuse("KEI-27", "is_there_already", town=move.to)
    else:
        length = atlas.distance(player.at, move.to)
        if length > reach:
            t.refuse("KEI-27", "too_far", town=move.to, length=f"{length:.1f}", reach=f"{reach:.1f}")
        t.note("KEI-27", "flight_length", length=f"{length:.1f}", reach=f"{reach:.1f}")
    spend(t, seat, card)
    t.agreed()
    t.change_player(seat, at=move.to)
    t.discard(card)
    if player.convoy:
        end_convoy(t, seat)
    if t.state.turn.played > 1:
        t.note("KEI-28", "trip_is_mixed")
    require_draw(t, seat, card)


def lay_new_bus(t: Trial, move: Bus) -> None:
    """A New Tour Bus is laid in front during one's own movement (KEI-37)."""
    check_moving(t, move.seat, t.held_doer(move.seat, NewBus))
    lay_bus(t, move.seat)
    t.change_turn(played=t.state.turn.played + 1)


def take_wheel(t: Trial, move: Roadie) -> None:
    """A Roadie drives until the movement ends (KEI-44)."""
    seat, card = move.seat, t.held_doer(move.seat, Drive)
    check_moving(t, seat, card)
    if t.player(seat).roadie_drives:
        t.refuse("KEI-44", "roadie_drives_already")
    spend(t, seat, card)
    t.agreed()
    t.lay_in_front(seat, card)
    t.change_player(seat, roadie_drives=True)
    bonus, top = t.data.numbers["roadie_bonus"], t.data.numbers["roadie_top"]
    t.announce("KEI-44", "roadie_drives", bonus=bonus, top=top)
    require_draw(t, seat, card)


def stop(t: Trial, move: Stop) -> None:
    """The movement is over: the hand is filled (KEI-24)."""
    if t.state.phase != MOVING:
        t.bar("KEI-24", "movement_over_already")
    if t.state.turn.must_play:
        t.refuse("KEI-46", "picked_comes_first", card=t.state.turn.must_play)
    t.agreed()
    end_movement(t)
    if missing(t.state, t.player(move.seat)):
        t.note("KEI-24", "hand_is_filled")
    else:
        t.note("KEI-23", "movement_over")


def announce(t: Trial, move: Announce) -> None:
    """Before the first Movement card: all are aboard, or the trip goes to the rehab (KEI-29, KEI-30)."""
    seat, player = move.seat, t.player(move.seat)
    rule = "KEI-29" if move.what == ABOARD else "KEI-30"
    if t.state.phase != MOVING or t.state.turn.played:
        t.refuse(rule, "before_first_card")
    if move.what == ABOARD:
        if any(t.data.does(card, AllAboard) for card in player.front):
            t.refuse(rule, "announced_already")
        card = t.held_doer(seat, AllAboard)
        t.take_from_hand(seat, ACTION, card)
        t.lay_in_front(seat, card)
        if move.last:
            check_last(t, seat, card)
            t.change_player(seat, manager_back=True)
        t.announce(rule, "jimmy_this_turn")
        return
    if move.last:
        t.bar("KEI-81", "no_manager_needed")
    if not player.is_messed_up(t.data):
        t.refuse(rule, "none_lies_before", card=t.data.doer(Raided), seat=seat)
    if not t.state.rehab:
        t.refuse(rule, "map_card_used_up")
    if player.rehab_trip:
        t.refuse(rule, "trip_announced_already")
    t.change_player(seat, rehab_trip=True, spared_raids=0)
    t.announce(rule, "no_raid_on_the_way" if t.state.rehab else "trip_to_rehab", town=t.state.rehab)


def exchange(t: Trial, move: Exchange) -> None:
    """A hand without a way forward is shown, discarded and drawn again (KEI-49)."""
    seat, data, player = move.seat, t.data, t.player(move.seat)
    if not data.switches["dead_hand_exchange"]:
        t.refuse("KEI-49", "hands_not_exchanged")
    if data.has_two_moves:
        t.refuse("KEI-V16", "no_exchange_two_decks")
    if t.state.phase != MOVING or t.state.turn.played:
        t.refuse("KEI-49", "exchanged_before")
    check_moving(t, seat, "")
    in_town = player.at in data.atlas.towns
    usable = [card for card in move.cards if data.card_data(card).steps or (data.does(card, Flight) and in_town)]
    if usable:
        t.refuse("KEI-49", "playable", cards=usable)
    if len(move.cards) != player.move.size:
        t.bar("KEI-49", "hand_holds", size=player.move.size, count=len(move.cards))
    for card, copies in Counter(move.cards).items():
        for _ in range(copies):
            t.take_from_hand(seat, MOVE, card)
    t.agreed()
    for card in move.cards:
        t.discard(card)
    t.announce("KEI-49", "hand_exchanged", cards=move.cards)
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
        t.bar("KEI-48", "pick_unseen")
    if t.data.is_digital and move.of not in (seat, TABLE):
        t.bar("KEI-48", "from_that_hand", seat=seat)
    t.pop()
    stash_from_hand(t, seat, move.card)


def first_picks(state: KeikallaState) -> Iterator[Move]:
    """What may be picked as the first Movement card: from the hand, or from the deck (KEI-46)."""
    data = state.data
    if data.switches["trashed_hotel_first_card"] == "from_deck" and not data.is_digital:
        pile = data.move_pile
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
        t.bar("KEI-46", "no_pick_now")
    if move.seat != TABLE:
        if data.is_digital and not move.card:
            from_deck = data.switches["trashed_hotel_first_card"] == "from_deck"
            if from_deck:
                t.ask(FIRST_FROM_DECK, seat, 1, pile=t.data.move_pile)
            else:
                t.ask(FIRST_CARD, TABLE)
            return
        t.bar("KEI-46", "somebody_else_picks")
    t.pop_if(FIRST_CARD)
    card = move.card
    if card in ("", UNKNOWN):
        t.bar("KEI-46", "picked_is_shown")
    if data.switches["trashed_hotel_first_card"] == "from_deck":
        receive(t, seat, card, t.movement_pile(card))
    elif card not in t.hand(seat, zone := data.hand_of(card)).shown:  # a card that is known proves nothing of another
        t.take_from_hand(seat, zone, card, stays=True)
    _picked(t, seat, card)


@FIRST_FROM_DECK.drawn(opens=lambda t, question, card: True)
def deal_first(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Digital: the first card comes from the deck (`trashed_hotel_first_card`)."""
    t.pop()
    receive(t, question.seat, move.cards[0], question.pile)
    _picked(t, question.seat, move.cards[0])


def _picked(t: Trial, seat: Seat, card: str) -> None:
    data, player = t.data, t.player(seat)
    at_sea = data.does(card, Flight) and player.at not in data.atlas.towns
    forward = data.moves_on(card) and not at_sea and not player.hiatus
    t.change_turn(picked=True, must_play=card if forward else "")
    t.announce("KEI-46", "picked_plays_first" if forward else "picked_goes_back", card=card)
