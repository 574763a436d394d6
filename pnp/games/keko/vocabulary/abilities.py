"""Abilities: when something happens, at what cost, how often, and what. In: one entry of a card's `abilities`.
Out: one frozen value for each trigger, with exactly the keys that this trigger knows.

Invariant: every ability answers for every key (`cost`, `may`, `when` …); one that its trigger lacks is empty.
"""

from __future__ import annotations

from typing import Literal

from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.games.keko.vocabulary.values import Condition, Filter, Limit
from pnp.games.keko.vocabulary.verbs import AnyEffect
from pnp.library.effect.vocabulary import Ability

Effects = tuple[AnyEffect, ...]
Step = Literal["counters", "check"]


class CardAbility(Ability, frozen=True):
    """Base of the abilities of a card."""

    @property
    def do(self) -> Effects:
        """What happens."""
        return ()

    @property
    def cost(self) -> Effects:
        """What is done on announcement, in full or not at all."""
        return ()

    @property
    def may(self) -> bool:
        """True when its controller decides whether it happens."""
        return False

    @property
    def limit(self) -> str | None:
        """`once_per_turn` or None."""
        return None

    @property
    def when(self) -> Condition | None:
        """What must hold when it comes up."""
        return None

    @property
    def step(self) -> str:
        """`counters` or `check`; "" outside Start and End."""
        return ""

    @property
    def by(self) -> str:
        """Whose doing sets it off."""
        return ""

    @property
    def filter(self) -> Filter:
        """Which cards set it off."""
        return Filter()

    @property
    def mods(self) -> tuple[AnyModifier, ...]:
        """What holds while the card is in play."""
        return ()


class Play(CardAbility, frozen=True, tag="play"):
    """An Action resolves."""

    do: Effects


class Response(CardAbility, frozen=True, tag="response"):
    """Used in answer to an announced card or to damage."""

    to: Literal["card_played", "damage_to_you"]
    do: Effects
    by: Literal["other", ""] = ""
    filter: Filter = Filter()
    may: bool = False
    cost: Effects = ()


class Activated(CardAbility, frozen=True, tag="activated"):
    """Used by decision, in the own Action Phase."""

    do: Effects
    limit: Limit | None = None
    cost: Effects = ()


class EntersWith(CardAbility, frozen=True, tag="enters_with"):
    """Part of coming into play."""

    do: Effects


class Enters(CardAbility, frozen=True, tag="enters"):
    """The card has come into play."""

    do: Effects
    may: bool = False


class StartOfTurn(CardAbility, frozen=True, tag="start_of_turn"):
    """The controller's Start phase."""

    step: Step
    do: Effects
    may: bool = False
    when: Condition | None = None


class EndOfTurn(CardAbility, frozen=True, tag="end_of_turn"):
    """The controller's End phase."""

    step: Step
    do: Effects
    may: bool = False
    when: Condition | None = None


class EachStartOfTurn(CardAbility, frozen=True, tag="each_start_of_turn"):
    """Every player's Start phase."""

    step: Step
    do: Effects


class EachEndOfTurn(CardAbility, frozen=True, tag="each_end_of_turn"):
    """Every player's End phase."""

    step: Step
    do: Effects


class DrawPhase(CardAbility, frozen=True, tag="draw_phase"):
    """Instead of drawing."""

    replaces_draw: Literal[True]
    may: Literal[True]
    do: Effects


class CardPlayed(CardAbility, frozen=True, tag="card_played"):
    """Another card was played from a hand."""

    by: Literal["you", "other", "any"]
    do: Effects
    filter: Filter = Filter()
    may: bool = False


class CardEnters(CardAbility, frozen=True, tag="card_enters"):
    """Another card came into play."""

    controller: Literal["you"]
    do: Effects
    filter: Filter = Filter()


class ImprisonedByYou(CardAbility, frozen=True, tag="imprisoned_by_you"):
    """A creature was imprisoned."""

    do: Effects


class Damaged(CardAbility, frozen=True, tag="damaged"):
    """Life was lost through damage."""

    by: Literal["other"]
    do: Effects
    limit: Limit | None = None
    may: bool = False


class LeavesPlay(CardAbility, frozen=True, tag="leaves_play"):
    """The card has left play."""

    do: Effects


class BeforeGame(CardAbility, frozen=True, tag="before_game"):
    """Before the Game Begins."""

    do: Effects


class StartingHand(CardAbility, frozen=True, tag="starting_hand"):
    """The card is one of those that were dealt; it may be shown."""

    do: Effects


class Static(CardAbility, frozen=True, tag="static"):
    """Holds while the card is in play."""

    mods: tuple[AnyModifier, ...]


# Every ability: what a card's `abilities` may hold.
AnyAbility = (
    Play
    | Response
    | Activated
    | EntersWith
    | Enters
    | StartOfTurn
    | EndOfTurn
    | EachStartOfTurn
    | EachEndOfTurn
    | DrawPhase
    | CardPlayed
    | CardEnters
    | ImprisonedByYou
    | Damaged
    | LeavesPlay
    | BeforeGame
    | StartingHand
    | Static
)
