"""Verbs of life: damage, gain_life, prevent."""

from __future__ import annotations

from pnp.games.keko.effects.damage import deal_damage, pay_life, prevent
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_seat
from pnp.games.keko.effects.targets import affected_seats, amount_of
from pnp.games.keko.state import StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Damage, Effects, GainLife, Prevent
from pnp.library.effect.vocabulary import Effect
from pnp.referee.seat import Seat

CHOSEN = ("any_player", "other_player")


def needs_damage(t: Trial, item: StackItem, effect: Damage) -> Needs:
    if effect.to in CHOSEN:
        yield need_seat(t, item, effect, effect.to)


def do_damage(t: Trial, item: StackItem, effect: Damage, chosen: Chosen) -> Effects:
    amount = amount_of(t, item, effect.amount)
    if item.is_cost:
        pay_life(t, item, amount)
        return ()
    receivers = (chosen["at"],) if effect.to in CHOSEN else affected_seats(t, item, effect.to)
    if any(t.are_teammates(seat, item.seat) for seat in receivers):
        t.note("KEK-V01", "hits_teammates_too")
    deal_damage(t, item, amount, receivers)
    return ()


def do_gain_life(t: Trial, item: StackItem, effect: GainLife, chosen: Chosen) -> Effects:
    gain(t, item.seat, amount_of(t, item, effect.amount))
    return ()


def gain(t: Trial, seat: Seat, amount: int) -> None:
    """Life is gained; who is at 0 stays there (KEK-61)."""
    life, most = t.players[seat].life, t.data.switches.max_life
    if not life:
        t.announce("KEK-61", "stays_at_0", seat=seat)
        return
    new = life + amount
    if most and new > most:
        t.announce("KEK-A16", "life_above_is_lost", most=most)
        new = max(most, life)
    t.change_player(seat, life=new)
    t.note("KEK-09", "gains_life", seat=seat, count=new - life, life=new)


def do_prevent(t: Trial, item: StackItem, effect: Prevent, chosen: Chosen) -> Effects:
    prevent(t, item.seat, None if effect.amount == "all" else amount_of(t, item, effect.amount))
    return ()


LIFE: dict[type[Effect], Resolver] = {
    Damage: Resolver(do_damage, needs_damage),
    GainLife: Resolver(do_gain_life),
    Prevent: Resolver(do_prevent),
}
