"""Verbs of life: damage, gain_life, prevent."""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.effects.damage import pay_life, prevent, strike
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_seat
from pnp.games.keko.effects.targets import affected_seats, amount_of
from pnp.games.keko.state import Item
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Damage, Effects, GainLife, Prevent
from pnp.library.effect.vocabulary import Effect
from pnp.referee.seat import Seat

CHOSEN = ("any_player", "other_player")


def needs_damage(trial: Trial, item: Item, effect: Damage) -> Needs:
    if effect.to in CHOSEN:
        yield need_seat(trial, item, effect, effect.to)


def do_damage(trial: Trial, item: Item, effect: Damage, chosen: Chosen) -> Effects:
    amount = amount_of(trial, item, effect.amount)
    if item.pays:
        pay_life(trial, item, amount)
        return ()
    receivers = (chosen["at"],) if effect.to in CHOSEN else affected_seats(trial, item, effect.to)
    if any(trial.are_teammates(seat, item.seat) for seat in receivers):
        trial.tell(rule_ids.TEAMMATE, "damage without a choice hits teammates too")
    strike(trial, item, amount, receivers)
    return ()


def do_gain_life(trial: Trial, item: Item, effect: GainLife, chosen: Chosen) -> Effects:
    gain(trial, item.seat, amount_of(trial, item, effect.amount))
    return ()


def gain(trial: Trial, seat: Seat, amount: int) -> None:
    """Life is gained; who is at 0 stays there (KEK-61)."""
    life, most = trial.players[seat].life, trial.data.switches.max_life
    if not life:
        trial.announce(rule_ids.ZERO, f"{trial.name(seat)} is at 0 and stays there")
        return
    new = life + amount
    if most and new > most:
        trial.announce(rule_ids.NO_LIMITS, f"life above {most} is lost at this table")
        new = max(most, life)
    trial.change_player(seat, life=new)
    trial.tell(rule_ids.LIFE, f"{trial.name(seat)} gains {new - life}: {new}")


def do_prevent(trial: Trial, item: Item, effect: Prevent, chosen: Chosen) -> Effects:
    prevent(trial, item.seat, None if effect.amount == "all" else amount_of(trial, item, effect.amount))
    return ()


LIFE: dict[type[Effect], Resolver] = {
    Damage: Resolver(do_damage, needs_damage),
    GainLife: Resolver(do_gain_life),
    Prevent: Resolver(do_prevent),
}
