"""Modifiers: what holds while a card is in play (`static`) or for a time (`lasting`). In: `{mod: may_not, what: draw}`.
Out: one frozen value for each.

`who` of a `lasting` modifier is chosen when it begins to hold; one player for all modifiers of the same effect.
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.vocabulary import Modifier
from pnp.referee.effects.vocabulary.values import Filter, Number, Player, Single

ACTS = ("draw", "discard", "gain_life", "play", "use")  # and those that a game names: `acts=` of `CardEffects`


class DamageTaken(Modifier, frozen=True, tag="damage_taken"):
    """Each damage to these players is so much more, or less; with a limit only the first."""

    add: int
    who: Player = "you"
    limit: Literal["once_per_turn"] | None = None


class DamageDealt(Modifier, frozen=True, tag="damage_dealt"):
    """Each damage by cards of these players, and of a kind, is so much more, or less.

    to: to anybody, or only to others than whose card it is
    """

    add: int
    who: Player = "you"
    filter: Filter = Filter()
    to: Literal["any", "other"] = "any"


class DrawNumber(Modifier, frozen=True, tag="draw_number"):
    """These players draw so many more cards when they draw for their turn."""

    add: int
    who: Player = "you"


class Plays(Modifier, frozen=True, tag="plays"):
    """These players may play so many more cards a turn."""

    add: int
    who: Player = "you"


class OtherNumber(Modifier, frozen=True, tag="number"):
    """A number of the game's own rules is so much more, or less, for these players (`numbers=` of `CardEffects`)."""

    of: str
    add: int
    who: Player = "you"


class Redirect(Modifier, frozen=True, tag="redirect"):
    """Damage to these players is done to another instead: all of it, or up to a number."""

    to: Single
    who: Player = "you"
    amount: Number | None = None


class Reflect(Modifier, frozen=True, tag="reflect"):
    """Damage to these players is done to the player whose card does it, instead."""

    who: Player = "you"


class MayNot(Modifier, frozen=True, tag="may_not"):
    """These players may not do this; of `play` and `use` with cards that fit."""

    what: str
    who: Player = "each_player"
    filter: Filter = Filter()


class Silenced(Modifier, frozen=True, tag="silenced"):
    """The card that this one is attached to has no abilities."""


AnyModifier = DamageTaken | DamageDealt | DrawNumber | Plays | OtherNumber | Redirect | Reflect | MayNot | Silenced
