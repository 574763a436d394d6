"""Abilities that were set off and wait, in a game that queues them. In: abilities of one event. Out: the order in which
they come up.

Invariant: first in, first out by event; of one event those of the player whose turn it is come first, then clockwise.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing, SetOff
from pnp.referee.effects.resolving.run import UNFINISHED
from pnp.referee.effects.vocabulary.values import CHOSEN, Selector
from pnp.referee.kernel.question import Later, Open

DECIDED = frozenset((
    "choose_number", "choose_one", "choose_several", "discard", "give", "look_top", "name_card", "name_type", "roll",
    "search", "trade", "unless",
))  # fmt: skip
"""Verbs that ask a player, whatever their parameters are."""


def enqueue(t: Any, found: list[Doing]) -> None:
    """Abilities of one event wait: what nobody decides comes before the other abilities of its player."""
    cards = effects_of(t)
    waiting: tuple[SetOff, ...] = t[cards.set_off]
    event, count = (waiting[-1].event + 1 if waiting else 1), len(t.seats)
    more = [SetOff(event, doing, is_automatic(t, doing)) for doing in found]
    cards.say(t, "queued", doings=tuple(found))
    more.sort(key=lambda each: ((each.doing.you - t.turn) % count, not each.is_automatic))
    t.put(cards.set_off, (*waiting, *more))
    t.later(cards.release)


def is_automatic(t: Any, doing: Doing) -> bool:
    """Whether nobody decides anything in an ability: no choice, no die, no damage that may be answered."""
    cards = effects_of(t)
    ability = cards.find(t, doing.card, doing.path[:1])
    return not ability.may and not any(_asks(cards, effect) for effect in ability.do)


def _asks(cards: Any, effect: Any) -> bool:
    if effect.verb in DECIDED or (effect.verb == "damage" and cards.played is not None):
        return True
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        if value in CHOSEN if isinstance(value, str) else isinstance(value, Selector) and not value.all:
            return True
        if isinstance(value, tuple) and any(_asks(cards, each) for each in value if hasattr(each, "verb")):
            return True
    return False


def is_half_done(t: Any) -> bool:
    """Whether a card or an ability has begun and is not finished."""
    for item in (*t.values["stack"], *t.queued):
        if type(item) is Later and item.step in UNFINISHED:
            return True
        if type(item) is Open and any(name == "doing" or (name == "hit" and value) for name, value in item.about):
            return True
    return False


def is_settled(t: Any, step: Any, *about: Any) -> bool:
    """Whether nothing comes before a step: `between` of the game asked nothing. Else the step is done after that."""
    effects_of(t).between(t)
    if t.queued:
        t.later(step, *about)
        return False
    return t.get("over") is None


def orderable(t: Any) -> tuple[SetOff, ...]:
    """Return the abilities that come up next and that their player may put in order; none if there is one at most."""
    waiting: tuple[SetOff, ...] = t[effects_of(t).set_off]
    first = waiting[0]
    if first.is_automatic or first.is_ordered:
        return ()
    alike = (first.event, first.doing.you)
    found = tuple(each for each in waiting if (each.event, each.doing.you) == alike and not each.is_automatic)
    return found if len(found) > 1 else ()


def put_in_order(t: Any, order: tuple[int, ...]) -> None:
    """The abilities that a player may put in order come up in this order, by their positions in `orderable`."""
    cards = effects_of(t)
    among = orderable(t)
    ordered = tuple(replace(among[at], is_ordered=True) for at in order)
    t.put(cards.set_off, (*ordered, *t[cards.set_off][len(among) :]))
    t.later(cards.release)
