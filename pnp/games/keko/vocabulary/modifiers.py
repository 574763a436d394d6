"""The modifiers: which numbers a card changes while it is in play. In: `{mod: draw_number, add: 1, who: you}`. Out: one
frozen value for each modifier.
"""

from __future__ import annotations

from typing import Literal

from pnp.games.keko.vocabulary.values import Filter, Limit
from pnp.library.effect.vocabulary import Modifier


class DamageDealt(Modifier, frozen=True, tag="damage_dealt"):
    """Each damage to another player by a matching card under your control."""

    add: int
    sources: Filter
    who: Literal["you"]
    to_others_only: Literal[True]


class DamageTaken(Modifier, frozen=True, tag="damage_taken"):
    """Each damage to that player; with a limit only the first of every turn."""

    add: int
    who: Literal["you", "each_player"]
    limit: Limit | None = None


class ItemLimit(Modifier, frozen=True, tag="item_limit"):
    """How many Items may be in play."""

    add: int
    who: Literal["you"]


class CreaturePlays(Modifier, frozen=True, tag="creature_plays"):
    """How many Creatures may be played in a turn."""

    add: int
    who: Literal["you", "each_player"]


class DrawNumber(Modifier, frozen=True, tag="draw_number"):
    """How many cards are drawn in the Draw Phase."""

    add: int
    who: Literal["you", "each_player"]


# Every modifier: what `mods` may hold.
AnyModifier = DamageDealt | DamageTaken | ItemLimit | CreaturePlays | DrawNumber
