"""Hian's last Manager, which comes back to the hand (KEI-81). In: a Trial and a Manager that was played, announced or
tabled by a claim with `last=yes`. Out: the Trial further on, or a refusal. Invariant: it comes back once, where the
table plays so.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION
from pnp.games.keikalla.rule_ids import Card, Gift
from pnp.games.keikalla.trial import Trial
from pnp.referee.seat import Seat


def check_last(d: Trial, seat: Seat, card: str) -> None:
    """The card that has just left the hand was its last Manager, and may come back."""
    data, player = d.data, d.player(seat)
    if card != Card.MANAGER or data.faces[player.band].ability != Gift.MANAGER_BACK:
        d.refuse(rule_ids.HIAN, "only Hian takes a Manager back")
    if player.gift_used and data.switches["hian_limit"] == "once_per_game":
        d.refuse(rule_ids.HIAN, "that was done already")
    if Card.MANAGER in player.action.cards:
        d.refuse(rule_ids.HIAN, "it is not the last Manager of the hand")
    d.claim(ACTION, seat, (Card.MANAGER,), rule_ids.HIAN, f"it was the last Manager of {d.name(seat)}")
    d.put(seat, gift_used=True)


def take_last_back(d: Trial, seat: Seat, card: str) -> None:
    """It comes back at once."""
    check_last(d, seat, card)
    d.gain(seat, ACTION, card)
    d.tell(rule_ids.HIAN, "the last Manager comes back to the hand")


def take_announced_back(d: Trial, seat: Seat) -> None:
    """What was laid in front for all aboard comes back at the end of the turn."""
    d.put(seat, manager_back=False)
    if d.leave_front(seat, Card.MANAGER, to_discard=False):
        d.gain(seat, ACTION, Card.MANAGER)
        d.tell(rule_ids.HIAN, "the last Manager comes back to the hand")
