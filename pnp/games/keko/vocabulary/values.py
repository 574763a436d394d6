"""Values, targets, filters and conditions of effects. In: YAML as it stands in a card file. Out: typed, frozen values.

Invariant: closed. A key or a word that is not here is a fault of the card file, never something a game has to guess at.
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.vocabulary import Word


class Filter(Word, frozen=True):
    """Which cards of a zone are meant; every key given must hold."""

    type: tuple[str, ...] = ()
    subtype: tuple[str, ...] = ()
    name_is: tuple[str, ...] = ()

    @property
    def is_any(self) -> bool:
        """True when every card matches."""
        return not (self.type or self.subtype or self.name_is)


class Selector(Word, frozen=True):
    """Cards in play, and how many of them are meant: `choose`, `up_to`, `any_number` or `all`.

    controller: `you`, `other` players or `any` · imprisoned: only those (true), only free ones (false), either (none)
    """

    choose: int = 0
    up_to: int = 0
    any_number: bool = False
    all: bool = False
    type: tuple[str, ...] = ()
    subtype: tuple[str, ...] = ()
    controller: Literal["you", "other", "any"] = "any"
    uses_counters: bool = False
    has_counters: bool = False
    imprisoned: bool | None = None
    not_self: bool = False


Limit = Literal["once_per_turn"]
Target = Literal["self", "trigger_card"] | Selector


class Count(Word, frozen=True):
    """Number of matching cards now: in play (under somebody's control) or in the discard pile; of a hand all cards."""

    zone: Literal["in_play", "discard", "hand"]
    filter: Filter = Filter()
    who: Literal["you"] | None = None


class Value(Word, frozen=True):
    """A number that is read when the effect happens; exactly one key.

    counters_on: counters on the card itself or on the chosen card · count: cards · var: saved earlier in the ability
    """

    counters_on: Literal["self", "target"] | None = None
    count: Count | None = None
    var: str | None = None

    @property
    def kind(self) -> str:
        """The name of the key that is given; "" when it is none or several."""
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        return given[0] if len(given) == 1 else ""


Amount = int | Literal["all", "any"] | Value


class Compare(Word, frozen=True, rename={"is_": "is"}):
    """A value against a number."""

    a: Value
    is_: Literal["ge", "gt", "eq"]
    b: int


class TypeMatches(Word, frozen=True):
    """The saved card is of the saved type; false when there is no card."""

    card: str
    type: str


class Condition(Word, frozen=True):
    """What must hold; exactly one key."""

    cmp: Compare | None = None
    type_matches: TypeMatches | None = None

    @property
    def kind(self) -> str:
        """`cmp` or `type_matches`; "" when it is none or both."""
        if (self.cmp is None) == (self.type_matches is None):
            return ""
        return "cmp" if self.cmp is not None else "type_matches"
