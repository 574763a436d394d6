"""Abilities: when something happens. In: one entry of a card's `abilities`. Out: one frozen value for each trigger.

Invariant: every ability answers for every key; one that its trigger lacks is empty.
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.vocabulary import Ability
from pnp.referee.effects.vocabulary.modifiers import AnyModifier
from pnp.referee.effects.vocabulary.values import Condition, Filter, Number, Turns, Whose
from pnp.referee.effects.vocabulary.verbs import AnyEffect

Effects = tuple[AnyEffect, ...]
Limit = Literal["once_per_turn", "twice_per_turn", "once_per_round", "once_per_game"]


class CardAbility(Ability, frozen=True):
    """Base of the abilities of a card."""

    @property
    def do(self) -> Effects:
        """What happens."""
        return ()

    @property
    def cost(self) -> Effects:
        """What is paid first, in full or not at all."""
        return ()

    @property
    def may(self) -> bool:
        """True when its player decides whether it happens."""
        return False

    @property
    def limit(self) -> Limit | None:
        """How often it can be used."""
        return None

    @property
    def when(self) -> Condition | None:
        """What must hold when it comes up."""
        return None

    @property
    def who(self) -> Turns:
        """Whose doing sets it off."""
        return "you"

    @property
    def filter(self) -> Filter:
        """Which cards set it off."""
        return Filter()

    @property
    def does(self) -> str:
        """The player that its text calls “you”."""
        return "controller"

    @property
    def step(self) -> str:
        """The step of the start or end of a turn in which it happens."""
        return ""

    @property
    def by(self) -> str:
        """Whose card sets it off."""
        return "any"

    @property
    def mods(self) -> tuple[AnyModifier, ...]:
        """What holds while the card is in play."""
        return ()


class Played(CardAbility, frozen=True, tag="play"):
    """The card is played: all that a card does that goes to the discard pile at once."""

    do: Effects
    may: bool = False


class EntersWith(CardAbility, frozen=True, tag="enters_with"):
    """The card comes into play with counters on it."""

    counters: Number


class Enters(CardAbility, frozen=True, tag="enters"):
    """The card has come into play."""

    do: Effects
    may: bool = False


class Leaves(CardAbility, frozen=True, tag="leaves"):
    """The card has left play."""

    do: Effects
    may: bool = False


class Activated(CardAbility, frozen=True, tag="activated"):
    """Used by decision, in the own turn."""

    do: Effects
    cost: Effects = ()
    limit: Limit | None = None


class Answers(CardAbility, frozen=True, tag="answers"):
    """Answers a card that was played, an ability that was used, or damage to “you”: from the hand, or in play."""

    to: Literal["play", "use", "damage"]
    do: Effects
    who: Whose = "other"
    filter: Filter = Filter()
    cost: Effects = ()
    limit: Limit | None = None


class Instead(CardAbility, frozen=True, tag="instead"):
    """Happens instead of a draw, a gain of life, damage, or a phase of a turn."""

    of: Literal["draw", "gain_life", "damage", "phase"]
    do: Effects
    who: Whose = "you"
    phase: str = ""
    may: bool = False
    limit: Limit | None = None
    when: Condition | None = None


class GameBegins(CardAbility, frozen=True, tag="game_begins"):
    """The game begins, and the card is in play or in front of its player."""

    do: Effects


class OpeningHand(CardAbility, frozen=True, tag="opening_hand"):
    """The card is among the first cards of a hand: its player may show it."""

    do: Effects


class Static(CardAbility, frozen=True, tag="static"):
    """Holds while the card is in play."""

    mods: tuple[AnyModifier, ...]


class Timed(CardAbility, frozen=True):
    """Base of what happens at a point of a turn: of your turns, of others', of all. does: who is “you”."""

    do: Effects
    who: Turns = "you"
    does: Literal["controller", "active_player"] = "controller"
    step: str = ""
    may: bool = False
    when: Condition | None = None


class StartOfTurn(Timed, frozen=True, tag="start_of_turn"):
    """A turn begins."""


class EndOfTurn(Timed, frozen=True, tag="end_of_turn"):
    """A turn ends."""


class Event(CardAbility, frozen=True):
    """Base of what is set off by players: by you, by others, by all."""

    do: Effects
    who: Whose = "you"
    may: bool = False
    limit: Limit | None = None
    when: Condition | None = None


class CardEvent(CardAbility, frozen=True):
    """Base of what is set off by cards that fit."""

    do: Effects
    who: Whose = "you"
    filter: Filter = Filter()
    may: bool = False
    limit: Limit | None = None
    when: Condition | None = None


class Draws(Event, frozen=True, tag="draws"):
    """A player has drawn cards; `amount` is how many."""


class Discards(CardEvent, frozen=True, tag="discards"):
    """A player has discarded a card of the hand."""


class GainsLife(Event, frozen=True, tag="gains_life"):
    """A player has gained life; `amount` is how much."""


class LosesLife(Event, frozen=True, tag="loses_life"):
    """A player has lost life; `amount` is how much."""


class TakesDamage(Event, frozen=True, tag="takes_damage"):
    """A player has lost life through damage; `amount` is how much, `trigger_player` whose card did it.

    by: whose card, `other` than the player who took it
    """

    by: Literal["other", "any"] = "any"


class DealsDamage(Event, frozen=True, tag="deals_damage"):
    """A player's card has done damage; `amount` is how much, `trigger_player` who took it."""


class Plays(CardEvent, frozen=True, tag="plays"):
    """A player has played another card."""


class CardEnters(CardEvent, frozen=True, tag="card_enters"):
    """Another card has come into play under somebody's control."""


class CardLeaves(CardEvent, frozen=True, tag="card_leaves"):
    """Another card has left play."""


class Silences(CardEvent, frozen=True, tag="silences"):
    """A player has silenced a card; `trigger_player` is who controls it."""


AnyAbility = (
    Played
    | EntersWith
    | Enters
    | Leaves
    | Activated
    | Answers
    | Instead
    | GameBegins
    | OpeningHand
    | Static
    | StartOfTurn
    | EndOfTurn
    | Draws
    | Discards
    | GainsLife
    | LosesLife
    | TakesDamage
    | DealsDamage
    | Plays
    | CardEnters
    | CardLeaves
    | Silences
)
