"""What is decided on the way: one of several, a name, a condition, a price. In: an effect. Out: the effects that
follow.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.reading import holds, read_number
from pnp.referee.effects.resolving.run import Run, go_on, resolves
from pnp.referee.effects.vocabulary.values import Selector
from pnp.referee.seat import Seat


@resolves("if")
def _if(run: Run, effect: Any) -> None:
    part = "then" if holds(run.t, effect.cond, run.doing) else "else_"
    if getattr(effect, part):
        run.t.later(go_on, run.doing.inner(part))


@resolves("choose_one")
def _choose_one(run: Run, effect: Any) -> None:
    option = run.marked("option")
    if option is None:
        run.ask(run.cards.ask.option, run.doing.you, count=len(effect.options))
    run.t.later(go_on, run.doing.inner("options", option))


@resolves("name_card")
def _name_card(run: Run, effect: Any) -> None:
    named = run.marked("named")
    if named is None:
        run.ask(run.cards.ask.name, run.doing.you)
    run.t.announce(run.cards.rule, "effects.named", seat=run.doing.you, card=named)
    run.doing = run.doing.with_names({effect.save_as: named})


@resolves("unless")
def _unless(run: Run, effect: Any) -> None:
    paid = run.marked("paid")
    if paid is None:
        for seat in run.seats(effect.who)[:1]:
            pay = replace(run.doing.inner("pay"), you=seat)
            if can_pay(run.t, seat, effect.pay, pay):
                run.ask(run.cards.ask.pay, seat)
        paid = -1
    if paid < 0:
        run.t.later(go_on, run.doing.inner("do"))
        return
    run.t.announce(run.cards.rule, "effects.pays", seat=paid, card=run.doing.card)
    run.t.later(go_on, replace(run.doing.inner("pay"), you=paid))


def can_pay(t: Any, seat: Seat, price: tuple[Any, ...], doing: Doing) -> bool:
    """Whether a seat can do all of a price."""
    cards = effects_of(t)
    for effect in price:
        if effect.verb == "lose_life":
            if read_number(t, effect.amount, doing, seat) > t[cards.life[seat]]:
                return False
        elif effect.verb == "discard":
            if read_number(t, effect.amount, doing, seat) > len(t[cards.hand[seat]]):
                return False
        elif effect.target == "self":
            if cards.piece(t, doing.piece) is None:
                return False
        elif isinstance(effect.target, Selector):
            run = Run(t, doing)
            if sum(run.is_meant(effect.target, piece) for piece in cards.in_play(t)) < effect.target.choose:
                return False
    return True
