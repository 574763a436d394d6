"""Reputation and its price: cards that lie in front, hiatus, the Lover, the Groupie (KEI-25, KEI-45, KEI-46, KEI-61 to
KEI-65, KEI-135, KEI-162, KEI-V24, KEI-V25).

In: a Trial and a card that comes or goes. Out: the changed Trial. Invariant: Reputation is the number of Reputation
cards in front, and what one of them does ends with it, where the table plays so.
"""

from __future__ import annotations

from typing import Any

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import VENUE
from pnp.games.keikalla.phases.flow import end_turn
from pnp.games.keikalla.phases.police import place
from pnp.games.keikalla.phases.warn_cards import HAND_OVER_LIMIT, after_discard, enforce_hand_limit
from pnp.games.keikalla.state import ReputationCard
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import BlindPick, FlipPick, Raided, Trash, Wanted
from pnp.referee.seat import Seat


def add_reputation_card(t: Trial, seat: Seat, card: str) -> None:
    """A Reputation card comes down (KEI-65)."""
    data, player, like = t.data, t.player(seat), t.data.like(card)
    here = player.at if player.at in data.atlas.towns else ""
    t.change_player(
        seat, reputation_cards=(*player.reputation_cards, ReputationCard(card, here if data.does(card, Trash) else ""))
    )
    count = player.reputation + 1
    t.note("KEI-65", "reputation_is", card=card, count=count)
    if like != card:
        t.announce("KEI-V26", "works_as", card=like)
    if t.state.turn.drawn and data.switches["reputation_count_for_draw"] != "running":
        t.note("KEI-163", "draws_stay")
    _threaten(t, seat, card, here)
    if count == data.numbers["closed_reputation"]:
        t.announce("KEI-63", "towns_closed", seat=seat)
    if count >= data.numbers["hiatus_reputation"] and not player.hiatus:
        t.change_player(seat, hiatus=True)
        t.announce("KEI-64", "on_hiatus", seat=seat)
    if player.lover_since >= 0 and data.switches["later_reputation_removes_lover"]:
        remove_lover(t, seat, "reputation_sends_away")
    if t.data.switches["reputation_count_for_draw"] == "running" and t.state.turn.limit and not t.state.turn.waiting:
        t.change_turn(limit=max(1, count))
    enforce_hand_limit(t, seat)


def _threaten(t: Trial, seat: Seat, card: str, here: str) -> None:
    """What a Reputation card brings besides Reputation (KEI-45, KEI-46)."""
    data, player = t.data, t.player(seat)
    if data.does(card, Wanted):
        t.change_player(seat, bar_fight_turn=player.turns)
    if data.does(card, BlindPick):
        t.change_player(seat, hotel_turn=player.turns)
    if data.does(card, Trash):
        t.change_player(seat, trashed_towns=(*player.trashed_towns, here))
        t.announce("KEI-46", "hotel_trashed", town=here, seat=seat)


def remove_reputation_cards(t: Trial, seat: Seat, gone: tuple[ReputationCard, ...], manager: bool) -> None:
    """Reputation cards leave, and with them what they do (KEI-135, KEI-64)."""
    data, player = t.data, t.player(seat)
    left = list(player.reputation_cards)
    for card in gone:
        left.remove(card)
    t.change_player(seat, reputation_cards=tuple(left))
    for card in gone:
        t.discard(card.kind)
    if data.switches["reputation_effects_end_with_card"]:
        trashed = tuple(card.town for card in left if data.does(card.kind, Trash))
        fight = player.bar_fight_turn if any(data.does(card.kind, Wanted) for card in left) else 0
        hotel = player.hotel_turn if any(data.does(card.kind, BlindPick) for card in left) else 0
        if (fight, hotel, trashed) != (player.bar_fight_turn, player.hotel_turn, player.trashed_towns):
            t.announce("KEI-135", "threat_ends")
        t.change_player(seat, bar_fight_turn=fight, hotel_turn=hotel, trashed_towns=trashed)
    if player.rehab_trip and not t.player(seat).is_messed_up(data):
        t.change_player(seat, rehab_trip=False, spared_raids=0)
    below = len(left) < data.numbers["hiatus_reputation"]
    if player.hiatus and (manager or (below and data.switches["hiatus_exit"] == "any_reduction")):
        t.change_player(seat, hiatus=False)
        t.announce("KEI-64", "hiatus_over", seat=seat)
    if data.switches["reputation_count_for_draw"] == "running" and t.state.turn.limit and not t.state.turn.waiting:
        t.change_turn(limit=max(1, len(left)))


def clean_up(t: Trial, seat: Seat) -> None:
    """Messed Up leaves (KEI-55, KEI-77)."""
    gone = next((card for card in t.player(seat).reputation_cards if t.data.does(card.kind, Raided)), None)
    if gone is not None:
        remove_reputation_cards(t, seat, (gone,), manager=False)


def take_map_card(t: Trial) -> None:
    """The Rehab card of the map is used up; its Venue card goes to the discard pile (KEI-55)."""
    town = t.state.rehab
    if not town:
        return
    if t.data.switches["rehab_card_on_map"] == "one_of_the_three":
        t.discard(Card.REHAB)
    t.change(rehab="", discards={**t.state.discards, VENUE: (*t.state.discards[VENUE], t.data.venues[town])})
    for seat, player in enumerate(t.state.players):
        if player.rehab_trip:
            t.change_player(seat, rehab_trip=False, spared_raids=0)


def remove_lover(t: Trial, seat: Seat, because: str, **args: Any) -> None:
    """The Lover leaves (KEI-V25)."""
    t.change_player(seat, lover_since=-1)
    t.take_from_front(seat, FlipPick)
    t.announce("KEI-V25", because, seat=seat, **args)


def receive_lover(t: Trial, seat: Seat) -> None:
    """The Lover comes, or finds the band of no interest (KEI-V25)."""
    player = t.player(seat)
    gigs = [item.gigs for item in t.state.players if not item.out]
    if player.gigs == min(gigs):
        t.take_from_front(seat, FlipPick)
        t.announce("KEI-V25", "lover_not_interested", seat=seat)
    elif player.reputation_cards:
        t.take_from_front(seat, FlipPick)
        t.announce("KEI-V25", "lover_does_not_stay", seat=seat)
    else:
        t.change_player(seat, lover_since=player.gigs)
        t.announce("KEI-V24", "pick_is_flipped", seat=seat)


def suffer_groupie(t: Trial, seat: Seat, card: str) -> None:
    """A Groupie, or what else sends home: Reputation, home, a lost turn, and the turn is over (KEI-52, KEI-162)."""
    data, player = t.data, t.player(seat)
    add_reputation_card(t, seat, card)
    place(t, seat, player.home)
    t.change_player(seat, turns_to_lose=t.player(seat).turns_to_lose + data.card_data(card).turns_lost)
    t.note("KEI-M6", "turns_to_lose", seat=seat, turns=t.player(seat).turns_to_lose)
    t.announce("KEI-162", "groupie_home", seat=seat, town=player.home)


def groupie_ends(t: Trial, seat: Seat, is_decoy: bool = False) -> None:
    """After a Groupie the turn is over at once (KEI-162, KEI-52)."""
    if is_decoy or t.data.switches["groupie_ends_turn"]:
        if t.is_asked(HAND_OVER_LIMIT):  # the hand is cut first
            after_discard(t, "then_end", seat)
        else:
            end_turn(t)
