"""Modifiers that hold now: of cards in play, and for a time. In: a table. Out: what is added, who may not do what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.reading import fits, seats_of
from pnp.referee.seat import Seat


def holding_for(t: Any, seat: Seat, name: str) -> Iterator[tuple[Any, Doing]]:
    """Yield the modifiers of a kind that concern a seat, each with its text."""
    for mod, doing in effects_of(t).in_force(t).by_name.get(name, ()):
        who = mod.who
        if seat == doing.you if who == "you" else who == "each_player" or seat in seats_of(t, who, doing):
            yield mod, doing


def added(t: Any, seat: Seat, name: str) -> int:
    """What modifiers add for a seat to a number of the rules."""
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
        effects_of(t).say(t, "nothing_happens", seat=seat, card=source)
    return bool(source)
