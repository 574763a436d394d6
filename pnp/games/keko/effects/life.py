"""Verbs of life: damage, gain_life, prevent."""

from __future__ import annotations

from pnp.games.keko import rules
from pnp.games.keko.damage import pay_life, prevent, strike
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_seat
from pnp.games.keko.state import Item
from pnp.games.keko.targets import affected_seats, amount_of
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import Damage, Effect, Effects, GainLife, Prevent
from pnp.referee.seat import Seat

CHOSEN = ("any_player", "other_player")


def needs_damage(course: Course, item: Item, effect: Damage) -> Needs:
    if effect.to in CHOSEN:
        yield need_seat(course, item, effect, effect.to)


def do_damage(course: Course, item: Item, effect: Damage, chosen: Chosen) -> Effects:
    amount = amount_of(course, item, effect.amount)
    if item.pays:
        pay_life(course, item, amount)
        return ()
    receivers = (chosen["at"],) if effect.to in CHOSEN else affected_seats(course, item, effect.to)
    if any(course.are_teammates(seat, item.seat) for seat in receivers):
        course.tell(rules.TEAMMATE, "damage without a choice hits teammates too")
    strike(course, item, amount, receivers)
    return ()


def do_gain_life(course: Course, item: Item, effect: GainLife, chosen: Chosen) -> Effects:
    gain(course, item.seat, amount_of(course, item, effect.amount))
    return ()


def gain(course: Course, seat: Seat, amount: int) -> None:
    """Life is gained; who is at 0 stays there (KEK-61)."""
    life, most = course.players[seat].life, course.kit.switches.max_life
    if not life:
        course.announce(rules.ZERO, f"{course.name(seat)} is at 0 and stays there")
        return
    new = life + amount
    if most and new > most:
        course.announce(rules.NO_LIMITS, f"life above {most} is lost at this table")
        new = max(most, life)
    course.change_player(seat, life=new)
    course.tell(rules.LIFE, f"{course.name(seat)} gains {new - life}: {new}")


def do_prevent(course: Course, item: Item, effect: Prevent, chosen: Chosen) -> Effects:
    prevent(course, item.seat, None if effect.amount == "all" else amount_of(course, item, effect.amount))
    return ()


LIFE: dict[type[Effect], Resolver] = {
    Damage: Resolver(do_damage, needs_damage),
    GainLife: Resolver(do_gain_life),
    Prevent: Resolver(do_prevent),
}
