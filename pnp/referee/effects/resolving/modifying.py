"""Modifiers that hold now: of cards in play, and for a time. In: a table. Out: what is added, who may not do what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.reading import fits, seats_of
from pnp.referee.seat import Seat


def holding(t: Any, name: str = "") -> Iterator[tuple[Any, Doing]]:
    """All modifiers that hold, or those of one kind, each with its text: those of cards in play first, then those for a
    time.
    """
    cards = effects_of(t)
    for piece in cards.speaking(t):
        for number, ability in enumerate(cards.abilities(t, piece.text)):
            for at, mod in enumerate(ability.mods):
                if not name or mod.name == name:
                    yield mod, Doing(piece.text, (number, "mods"), piece.seat, at, piece.number)
    for each in cards.waiting(t):
        if each.kind == "mods":
            for at, mod in enumerate(cards.find(t, each.doing.card, each.doing.path)):
                if not name or mod.name == name:
                    yield mod, Doing(each.doing.card, each.doing.path, each.doing.you, at, 0, 0, each.doing.names)


def holding_for(t: Any, seat: Seat, name: str) -> Iterator[tuple[Any, Doing]]:
    """Those of a kind that concern a seat."""
    for mod, doing in holding(t, name):
        if seat in seats_of(t, mod.who, doing):
            yield mod, doing


def added(t: Any, seat: Seat, name: str) -> int:
    """What the modifiers of a kind add for a seat."""
    return sum(mod.add for mod, _ in holding_for(t, seat, name))


def forbidding(t: Any, seat: Seat, act: str, card: str = "") -> str:
    """The card that forbids a seat something; "" when it may."""
    for mod, doing in holding_for(t, seat, "may_not"):
        if mod.what == act and (not card or fits(t, card, mod.filter, doing)):
            return doing.card
    return ""


def is_forbidden(t: Any, seat: Seat, act: str) -> bool:
    """Whether a card forbids a seat what would happen to it now; the table is told so."""
    source = forbidding(t, seat, act)
    if source:
        t.announce(effects_of(t).may_not, "effects.nothing_happens", seat=seat, card=source)
    return bool(source)
