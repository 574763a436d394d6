"""What is decided on the way: one of several, a name, a condition, a price. In: an effect. Out: the effects that
follow.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.modifying import forbidding
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
        count = len(effect.options)
        run.ask(run.cards.ask.option, run.doing.you, count=count, among=tuple(range(count)))
    run.t.later(go_on, run.doing.inner("options", option))


@resolves("choose_several")
def _choose_several(run: Run, effect: Any) -> None:
    """One after the other; `taken` is what was chosen before."""
    taken: tuple[int, ...] = run.marked("taken") or ()
    option = run.marked("option")
    if option is not None:
        run.doing = run.doing.with_names({"@taken": (*taken, option), "@option": None})
        taken = (*taken, option)
    left = tuple(at for at in range(len(effect.options)) if at not in taken)
    if len(taken) < effect.choose and left:
        run.ask(run.cards.ask.option, run.doing.you, count=len(left), among=left)
    for at in taken:
        run.t.later(go_on, run.doing.inner("options", at))


@resolves("choose_number")
def _choose_number(run: Run, effect: Any) -> None:
    least, most = run.number(effect.least), run.number(effect.most)
    number = run.marked("number")
    if number is None and most > least:
        run.ask(run.cards.ask.number, run.doing.you, least=least, most=most)
    run.doing = run.doing.with_names({effect.save_as: min(least, most) if number is None else number})


@resolves("name_card")
def _name_card(run: Run, effect: Any) -> None:
    named = _named(run, run.cards.ask.name)
    run.cards.say(run.t, "named", seat=run.doing.you, card=named)
    run.doing = run.doing.with_names({effect.save_as: named})


@resolves("name_type")
def _name_type(run: Run, effect: Any) -> None:
    named = _named(run, run.cards.ask.type)
    run.cards.say(run.t, "named_type", seat=run.doing.you, type=named)
    run.doing = run.doing.with_names({effect.save_as: named})


def _named(run: Run, question: Any) -> Any:
    """Return what was named; ask for it first."""
    named = run.marked("named")
    if named is None:
        run.ask(question, run.doing.you)
    return named


@resolves("roll")
def _roll(run: Run, effect: Any) -> None:
    rolled = run.marked("rolled")
    if rolled is None:
        run.ask(run.cards.ask.roll, dice=effect.dice, sides=effect.sides)
    run.cards.say(run.t, "rolled", doing=run.doing, card=run.doing.card, total=rolled, does=rolled in effect.table)
    if effect.save_as:
        run.doing = run.doing.with_names({effect.save_as: rolled})
    if rolled in effect.table:
        run.t.later(go_on, run.doing.inner("table", rolled))


@resolves("unless")
def _unless(run: Run, effect: Any) -> None:
    """One player after the other pays, or meets what happens; `todo` is who still has to say, `paid` who did."""
    todo: tuple[Seat, ...] = run.marked("todo") or run.seats(effect.who)
    paid, seat = run.marked("paid"), todo[0] if todo else None
    if seat is None:
        return
    pay = replace(run.doing.inner("pay"), you=seat)
    if paid is None and not unpayable(run.t, seat, effect.pay, pay):
        run.doing = run.doing.with_names({"@todo": todo})
        run.ask(run.cards.ask.pay, seat)
    if paid:
        run.cards.say(run.t, "pays", seat=seat, card=run.doing.card)
        run.t.later(go_on, pay)
    else:
        run.t.later(go_on, run.doing.inner("do").with_(chosen_player=seat))
    if len(todo) > 1:
        run.again(todo=todo[1:], paid=None)


def unpayable(t: Any, seat: Seat, price: tuple[Any, ...], doing: Doing) -> str:
    """The verb of a price that a seat cannot, or may not, do; "" if it can do all of it, its parts taken together."""
    if not price:
        return ""
    cards = effects_of(t)
    life = _sum(t, seat, price, doing, "lose_life")
    cards_of_hand = _sum(t, seat, price, doing, "discard")
    if life and life > t[cards.life[seat]]:
        return "lose_life"
    if cards_of_hand and (cards_of_hand > len(t[cards.hand[seat]]) or forbidding(t, seat, "discard")):
        return "discard"
    if any(effect.verb == "choose_number" and not _can_choose(t, effect, doing) for effect in price):
        return "choose_number"
    run = Run(t, doing)
    if not all(_has_counters(run, effect, seat) for effect in price if effect.verb == "remove_counters"):
        return "remove_counters"
    verbs = [effect.verb for effect in price if effect.verb in ("put_in_discard", "exile")]
    given = [effect.target for effect in price if effect.verb in verbs]
    if "self" in given and (cards.piece(t, doing.piece) is None or given.count("self") > 1):
        return str(verbs[0])
    if not given:
        return ""
    wanted = sum(target.choose for target in given if isinstance(target, Selector))
    fitting = {piece.number for target in given if isinstance(target, Selector) for piece in run.meant(target)}
    fitting -= {doing.piece} if "self" in given else set()
    return "" if wanted <= len(fitting) else str(verbs[0])


def _can_choose(t: Any, effect: Any, doing: Doing) -> bool:
    return max(0, read_number(t, effect.least, doing)) <= read_number(t, effect.most, doing)


def _has_counters(run: Run, effect: Any, seat: Seat) -> bool:
    """Whether some card that the price means has so many counters."""
    amount = 1 if effect.amount in ("all", "any") else max(1, read_number(run.t, effect.amount, run.doing, seat))
    if effect.target == "self":
        own = run.cards.piece(run.t, run.doing.piece)
        return own is not None and own.counters >= amount
    return any(piece.counters >= amount for piece in run.meant(effect.target))


def _sum(t: Any, seat: Seat, price: tuple[Any, ...], doing: Doing, verb: str) -> int:
    return sum(max(0, read_number(t, each.amount, doing, seat)) for each in price if each.verb == verb)
