"""Abilities: when something happens, at what cost, how often, and what. In: one entry of a card's `abilities`.
Out: one frozen value for each trigger, with exactly the keys that this trigger knows.

Invariant: every ability answers for every key (`cost`, `may`, `when` …); one that its trigger lacks is empty.
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.values import Condition, Filter, Word
from pnp.library.effect.verbs import AnyEffect

Effects = tuple[AnyEffect, ...]
Step = Literal["counters", "check"]
Limit = Literal["once_per_turn"]


class Mod(Word, frozen=True, tag_field="mod"):
    """Base of the static modifiers."""

    @property
    def name(self) -> str:
        """The name in the YAML."""
        return str(self.__struct_config__.tag)


class DamageDealt(Mod, frozen=True, tag="damage_dealt"):
    """Each damage to another player by a matching card under your control."""

    add: int
    sources: Filter
    who: Literal["you"]
    to_others_only: Literal[True]


class DamageTaken(Mod, frozen=True, tag="damage_taken"):
    """Each damage to that player; with a limit only the first of every turn."""

    add: int
    who: Literal["you", "each_player"]
    limit: Limit | None = None


class ItemLimit(Mod, frozen=True, tag="item_limit"):
    """How many Items may be in play."""

    add: int
    who: Literal["you"]


class CreaturePlays(Mod, frozen=True, tag="creature_plays"):
    """How many Creatures may be played in a turn."""

    add: int
    who: Literal["you", "each_player"]


class DrawNumber(Mod, frozen=True, tag="draw_number"):
    """How many cards are drawn in the Draw Phase."""

    add: int
    who: Literal["you", "each_player"]


# Every modifier: what `mods` may hold.
AnyMod = DamageDealt | DamageTaken | ItemLimit | CreaturePlays | DrawNumber


class Ability(Word, frozen=True, tag_field="trigger"):
    """Base of the abilities."""

    @property
    def trigger(self) -> str:
        """The name in the YAML."""
        return str(self.__struct_config__.tag)

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
    def mods(self) -> tuple[AnyMod, ...]:
        """What holds while the card is in play."""
        return ()


class Play(Ability, frozen=True, tag="play"):
    """An Action resolves."""

    do: Effects


class Response(Ability, frozen=True, tag="response"):
    """Used in answer to an announced card or to damage."""

    to: Literal["card_played", "damage_to_you"]
    do: Effects
    by: Literal["other", ""] = ""
    filter: Filter = Filter()
    may: bool = False
    cost: Effects = ()


class Activated(Ability, frozen=True, tag="activated"):
    """Used by decision, in the own Action Phase."""

    do: Effects
    limit: Limit | None = None
    cost: Effects = ()


class EntersWith(Ability, frozen=True, tag="enters_with"):
    """Part of coming into play."""

    do: Effects


class Enters(Ability, frozen=True, tag="enters"):
    """The card has come into play."""

    do: Effects
    may: bool = False


class StartOfTurn(Ability, frozen=True, tag="start_of_turn"):
    """The controller's Start phase."""

    step: Step
    do: Effects
    may: bool = False
    when: Condition | None = None


class EndOfTurn(Ability, frozen=True, tag="end_of_turn"):
    """The controller's End phase."""

    step: Step
    do: Effects
    may: bool = False
    when: Condition | None = None


class EachStartOfTurn(Ability, frozen=True, tag="each_start_of_turn"):
    """Every player's Start phase."""

    step: Step
    do: Effects


class EachEndOfTurn(Ability, frozen=True, tag="each_end_of_turn"):
    """Every player's End phase."""

    step: Step
    do: Effects


class DrawPhase(Ability, frozen=True, tag="draw_phase"):
    """Instead of drawing."""

    replaces_draw: Literal[True]
    may: Literal[True]
    do: Effects


class CardPlayed(Ability, frozen=True, tag="card_played"):
    """Another card was played from a hand."""

    by: Literal["you", "other", "any"]
    do: Effects
    filter: Filter = Filter()
    may: bool = False


class CardEnters(Ability, frozen=True, tag="card_enters"):
    """Another card came into play."""

    controller: Literal["you"]
    do: Effects
    filter: Filter = Filter()


class ImprisonedByYou(Ability, frozen=True, tag="imprisoned_by_you"):
    """A creature was imprisoned."""

    do: Effects


class Damaged(Ability, frozen=True, tag="damaged"):
    """Life was lost through damage."""

    by: Literal["other"]
    do: Effects
    limit: Limit | None = None
    may: bool = False


class LeavesPlay(Ability, frozen=True, tag="leaves_play"):
    """The card has left play."""

    do: Effects


class BeforeGame(Ability, frozen=True, tag="before_game"):
    """Before the Game Begins."""

    do: Effects


class StartingHand(Ability, frozen=True, tag="starting_hand"):
    """The card is one of the two that were dealt."""

    do: Effects
    may: bool = False


class Static(Ability, frozen=True, tag="static"):
    """Holds while the card is in play."""

    mods: tuple[AnyMod, ...]


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

TRIGGERS: dict[str, type[Ability]] = {str(kind.__struct_config__.tag): kind for kind in Ability.__subclasses__()}
MODS: dict[str, type[Mod]] = {str(kind.__struct_config__.tag): kind for kind in Mod.__subclasses__()}
