"""Hian's last Manager, which comes back to the hand (KEI-81). In: a Trial and a Manager that was played, announced or
spent on a claim with `last=yes`. Out: the changed Trial, or a refusal. Invariant: it comes back
once, where the table plays so.
"""

from __future__ import annotations

from pnp.games.keikalla.card_ids import Ability, Card
from pnp.games.keikalla.game_data import ACTION
from pnp.games.keikalla.trial import Trial
from pnp.referee.seat import Seat


def check_last(t: Trial, seat: Seat, card: str) -> None:
    """The card that has just left the hand was its last Manager, and may come back."""
    data, player = t.data, t.player(seat)
    if card != Card.MANAGER or data.cards[player.band].ability != Ability.MANAGER_BACK:
        t.refuse("KEI-81", "only_hian")
    if player.ability_used and data.switches["hian_limit"] == "once_per_game":
        t.refuse("KEI-81", "hian_done")
    if Card.MANAGER in player.action.cards:
        t.refuse("KEI-81", "not_last_manager")
    t.claim((ACTION, seat), (Card.MANAGER,), "KEI-81", "was_last_manager", seat=seat)
    t.change_player(seat, ability_used=True)


def take_last_back(t: Trial, seat: Seat, card: str) -> None:
    """It comes back at once."""
    check_last(t, seat, card)
    t.add_to_hand(seat, ACTION, card)
    t.announce("KEI-81", "last_manager_back")


def take_announced_back(t: Trial, seat: Seat) -> None:
    """What was laid in front for all aboard comes back at the end of the turn."""
    t.change_player(seat, manager_back=False)
    if t.take_from_front(seat, Card.MANAGER, to_discard=False):
        t.add_to_hand(seat, ACTION, Card.MANAGER)
        t.announce("KEI-81", "last_manager_back")
