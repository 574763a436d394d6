"""Harmful cards that the last band stores, to play them on the leader (KEI-V50, KEI-V52).

In: a Trial and a card drawn or dealt. Out: the Trial further on, or a refusal.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVE
from pnp.games.keikalla.phases.warn_cards import ends_bar_fight
from pnp.games.keikalla.state import Hand, KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

STORES = {MOVE: "stored_move", ACTION: "stored_action"}


def leaders(state: KeikallaState) -> tuple[Seat, ...]:
    """The seats with the most gigs."""
    gigs = [-1 if player.out else player.gigs for player in state.players]
    return tuple(seat for seat, count in enumerate(gigs) if count == max(gigs))


def is_last_of_gap(state: KeikallaState, seat: Seat) -> bool:
    """The last player, far enough behind the leader (KEI-V50)."""
    gigs = [player.gigs for player in state.players if not player.out]
    mine = state.players[seat].gigs
    return mine == min(gigs) and max(gigs) - mine >= state.data.numbers["hamper_gap"]


def check_store(d: Trial, seat: Seat) -> None:
    """Refuse storing where the rules give no right to (KEI-V50)."""
    if not d.data.switches["hampering"]:
        d.bar(rule_ids.STORE, "at this table nothing is stored")
    if not is_last_of_gap(d.s, seat):
        gap = d.data.numbers["hamper_gap"]
        d.refuse(rule_ids.STORE, f"only the last player, {gap} gigs behind the leader, stores cards")


def store_drawn(d: Trial, seat: Seat, what: str, pile: str) -> None:
    """`draw store`: a harmful card drawn unseen by the others lies face down apart (KEI-V50, KEI-V52)."""
    check_store(d, seat)
    zone = STORES[what]
    if what == MOVE:
        ends_bar_fight(d, seat, UNKNOWN)
    d.deal(pile, seat, zone, UNKNOWN)
    member = ACTION if what == ACTION else pile
    harmless = {id_ for id_ in d.data.copies_in(member) if id_ not in d.data.harmful}
    d.claim(zone, seat, harmless, rule_ids.STORED, f"{d.name(seat)} stores a harmful card", drawn=True)
    d.note(rule_ids.STORE, "a harmful card is stored face down")


def offer_store(d: Trial, seat: Seat, card: str, pile: str) -> None:
    """Digital: the harmful card just dealt may be stored; its player alone sees which it is (KEI-V50, KEI-V52)."""
    d.take_off(pile, card)
    d.set(offer=Hand((card,)))
    d.push("KEI-Q33", seat, pile=pile)


def store_dealt(d: Trial, seat: Seat) -> None:
    """Digital: `draw store` lays the card just dealt apart."""
    ask = d.s.ask
    if ask is None or ask.id != "KEI-Q33":
        d.bar(rule_ids.STORE, "no card is to be stored")
    d.pop()
    zone = STORES[ACTION if ask.pile.startswith(ACTION) else MOVE]
    if zone == STORES[MOVE]:
        ends_bar_fight(d, seat, UNKNOWN)
    hand = d.hand(seat, zone)
    d.put(seat, **{zone: Hand((*hand.cards, *d.s.offer.cards), hand.shown)})
    d.set(offer=Hand())
    d.note(rule_ids.STORE, "a harmful card is stored face down")
