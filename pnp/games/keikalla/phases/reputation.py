"""Reputation and its price: cards that lie in front, hiatus, the Lover, the Groupie (KEI-25, KEI-45, KEI-46, KEI-61 to
KEI-65, KEI-135, KEI-162, KEI-V24, KEI-V25).

In: a Trial and a card that comes or goes. Out: the Trial further on. Invariant: Reputation is the number of Reputation
cards in front, and what one of them does ends with it, where the table plays so.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import VENUE
from pnp.games.keikalla.phases.flow import end_turn
from pnp.games.keikalla.phases.police import place
from pnp.games.keikalla.phases.warn_cards import trim
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import Fame
from pnp.games.keikalla.trial import Trial
from pnp.referee.seat import Seat


def add_fame(d: Trial, seat: Seat, card: str) -> None:
    """A Reputation card comes down (KEI-65)."""
    data, player, like = d.data, d.player(seat), d.data.like(card)
    here = player.at if player.at in data.atlas.towns else ""
    d.put(seat, fame=(*player.fame, Fame(card, here if like == Card.HOTEL else "")))
    count = player.reputation + 1
    d.note(rule_ids.COUNTS_ONE, f"{data.label(card)}: Reputation {count}")
    if like != card:
        d.tell(rule_ids.JOKER_COPIES, f"it works as {data.label(like)}")
    if d.s.turn.drawn and data.switches["reputation_count_for_draw"] != "running":
        d.note(rule_ids.FIXED, "the number of draws and the shield of this gig stay")
    if like == Card.BAR_FIGHT:
        d.put(seat, bar_fight=player.turns)
    if like == Card.HOTEL:
        d.put(seat, hotel=player.turns, trashed=(*player.trashed, here))
        d.tell(
            rule_ids.HOTEL,
            f"no second set in {data.town(here)}; next turn somebody else picks {d.name(seat)}'s first Movement card",
        )
    if count == data.numbers["closed_reputation"]:
        d.tell(rule_ids.CLOSED, f"festivals and fanatic towns are closed to {d.name(seat)}")
    if count >= data.numbers["hiatus_reputation"] and not player.hiatus:
        d.put(seat, hiatus=True)
        d.tell(rule_ids.HIATUS, f"{d.name(seat)} is on hiatus until a Manager clears the Reputation")
    if player.lover_since >= 0 and data.switches["later_reputation_removes_lover"]:
        remove_lover(d, seat, "Reputation sends the Lover away")
    if d.data.switches["reputation_count_for_draw"] == "running" and d.s.turn.limit and not d.s.turn.waiting:
        d.turn(limit=max(1, count))
    trim(d, seat)


def remove_fame(d: Trial, seat: Seat, gone: tuple[Fame, ...], manager: bool) -> None:
    """Reputation cards leave, and with them what they do (KEI-135, KEI-64)."""
    data, player = d.data, d.player(seat)
    left = list(player.fame)
    for fame in gone:
        left.remove(fame)
    d.put(seat, fame=tuple(left))
    for fame in gone:
        d.discard(fame.card)
    if data.switches["reputation_effects_end_with_card"]:
        likes = {data.like(fame.card) for fame in left}
        trashed = tuple(fame.town for fame in left if data.like(fame.card) == Card.HOTEL)
        fight = player.bar_fight if Card.BAR_FIGHT in likes else 0
        hotel = player.hotel if Card.HOTEL in likes else 0
        if (fight, hotel, trashed) != (player.bar_fight, player.hotel, player.trashed):
            d.tell(rule_ids.ENDS_WITH_CARD, "what the card threatened ends with it")
        d.put(seat, bar_fight=fight, hotel=hotel, trashed=trashed)
    if not any(data.like(fame.card) == Card.MESSED_UP for fame in left) and player.trip:
        d.put(seat, trip=False, spared=0)
    below = len(left) < data.numbers["hiatus_reputation"]
    if player.hiatus and (manager or (below and data.switches["hiatus_exit"] == "any_reduction")):
        d.put(seat, hiatus=False)
        d.tell(rule_ids.HIATUS, f"the hiatus of {d.name(seat)} is over")
    if data.switches["reputation_count_for_draw"] == "running" and d.s.turn.limit and not d.s.turn.waiting:
        d.turn(limit=max(1, len(left)))


def clean_up(d: Trial, seat: Seat) -> None:
    """Messed Up leaves (KEI-55, KEI-77)."""
    data = d.data
    gone = next((fame for fame in d.player(seat).fame if data.like(fame.card) == Card.MESSED_UP), None)
    if gone is not None:
        remove_fame(d, seat, (gone,), manager=False)


def take_map_card(d: Trial) -> None:
    """The Rehab card of the map is used up; its Venue card goes to the discard pile (KEI-55)."""
    town = d.s.rehab
    if not town:
        return
    if d.data.switches["rehab_card_on_map"] == "one_of_the_three":
        d.discard(Card.REHAB)
    d.set(rehab="", discards={**d.s.discards, VENUE: (*d.s.discards[VENUE], d.data.venues[town])})
    for seat, player in enumerate(d.s.players):
        if player.trip:
            d.put(seat, trip=False, spared=0)


def remove_lover(d: Trial, seat: Seat, why: str) -> None:
    """The Lover leaves (KEI-V25)."""
    d.put(seat, lover_since=-1)
    d.leave_front(seat, Card.LOVER)
    d.tell(rule_ids.LOVER_LEAVES, f"{d.name(seat)}: {why}")


def come_lover(d: Trial, seat: Seat) -> None:
    """The Lover comes, or finds the band of no interest (KEI-V25)."""
    player = d.player(seat)
    gigs = [item.gigs for item in d.s.players if not item.out]
    if player.gigs == min(gigs):
        d.leave_front(seat, Card.LOVER)
        d.tell(rule_ids.LOVER_LEAVES, f"{d.name(seat)} has the fewest gigs: the Lover is not interested")
    elif player.fame:
        d.leave_front(seat, Card.LOVER)
        d.tell(rule_ids.LOVER_LEAVES, f"{d.name(seat)} has Reputation: the Lover does not stay")
    else:
        d.put(seat, lover_since=player.gigs)
        d.tell(rule_ids.LOVER, f"before every gig of {d.name(seat)} the guitar pick is flipped")


def suffer_groupie(d: Trial, seat: Seat, card: str) -> None:
    """A Groupie: Reputation, home, a lost turn, and the turn is over (KEI-52, KEI-162)."""
    data, player = d.data, d.player(seat)
    add_fame(d, seat, card)
    place(d, seat, player.home)
    d.put(seat, lost=d.player(seat).lost + data.lost_turns[Card.GROUPIE])
    d.note(rule_ids.TURN_MARK, f"{d.name(seat)} has {d.player(seat).lost} turns to lose")
    d.tell(rule_ids.GROUPIE, f"{d.name(seat)} goes home to {data.town(player.home)} and loses the next turn")


def groupie_ends(d: Trial, seat: Seat, checked: bool = False) -> None:
    """After a Groupie the turn is over at once (KEI-162, KEI-52)."""
    if checked or d.data.switches["groupie_ends_turn"]:
        ask = d.s.ask
        if ask is not None and ask.id == "KEI-Q17":  # the hand is cut first
            d.pop()
            d.push("then end", seat)
            d.push(ask.id, ask.seat, ask.count)
        else:
            end_turn(d)
