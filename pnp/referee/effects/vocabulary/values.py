"""Players, numbers, cards and conditions, as effects name them. In: YAML as it stands in a card file. Out: typed,
frozen values.

Every verb that names players takes every word for them, every verb that has a number takes every number. Invariant:
closed. A key or a word that is not here is a fault of the card file.
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.vocabulary import Word

# `any_player` and `other_player` are chosen by “you”, the player whose card it is; `trigger_player` is named by what
# set the ability off, `chosen_player` was chosen before, `active_player` has the turn, `bearer` is who the card is
# attached to.
One = Literal["you", "left_player", "right_player", "active_player", "trigger_player", "chosen_player", "bearer"]
Player = Literal[
    "you", "any_player", "other_player", "each_player", "each_other_player",
    "left_player", "right_player", "active_player", "trigger_player", "chosen_player", "bearer",
]  # fmt: skip
# One at a time: to whom damage is redirected.
Single = Literal[
    "you", "any_player", "other_player", "left_player", "right_player", "active_player", "trigger_player",
    "chosen_player", "bearer",
]  # fmt: skip
Whose = Literal["you", "other", "any"]
Turns = Literal["you", "other", "any", "bearer"]  # whose turns
Controller = Literal["you", "other", "any", "active_player", "trigger_player", "chosen_player"]
Zone = Literal["in_play", "hand", "discard", "exile"]
CHOSEN = ("any_player", "other_player")


class Filter(Word, frozen=True):
    """Which cards are meant; every key given must hold.

    having: values of other fields, `{subtype: [Hound]}` · named, of_type: what `name_card` or `name_type` saved
    """

    type: tuple[str, ...] = ()
    name_is: tuple[str, ...] = ()
    having: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies an empty dict for every value
    named: str = ""
    of_type: str = ""


class Selector(Word, frozen=True):
    """Cards in play, and how many of them: `choose` so many, `up_to` so many, or `all`.

    counters, silenced: only those with counters, without abilities (true), or only the others (false)
    """

    choose: int = 0
    up_to: int = 0
    all: bool = False
    type: tuple[str, ...] = ()
    name_is: tuple[str, ...] = ()
    having: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies an empty dict for every value
    controller: Controller = "any"
    counters: bool | None = None
    silenced: bool | None = None
    not_self: bool = False


OneCard = Literal["self", "trigger_card", "chosen_card", "host"]
Target = OneCard | Selector


class Count(Word, frozen=True):
    """How many cards lie there now; of a hand all of them, for nobody else sees what they are."""

    zone: Zone
    who: One | Literal["them"] | None = None
    filter: Filter = Filter()


class Value(Word, frozen=True):
    """A number that is read when the effect happens; exactly one key.

    them: the player whom the effect meets, each their own · var: saved earlier, or `amount`, that of the event
    counters: those on one card
    half: rounded down · half_up: rounded up
    """

    life: One | Literal["them"] | None = None
    count: Count | None = None
    counters: OneCard | None = None
    var: str | None = None
    half: Number | None = None
    half_up: Number | None = None
    double: Number | None = None
    plus: tuple[Number, ...] | None = None
    minus: tuple[Number, Number] | None = None
    times: tuple[Number, Number] | None = None

    @property
    def given(self) -> list[str]:
        """The keys that are given."""
        return [name for name in self.__struct_fields__ if getattr(self, name) is not None]


Number = int | Value


class Compare(Word, frozen=True, rename={"is_": "is"}):
    """One number against another."""

    a: Number
    is_: Literal["ge", "gt", "eq", "le", "lt"]
    b: Number


class Fits(Word, frozen=True):
    """The saved card (`mill` with `save_as`) is one of these; false when there is none."""

    card: str
    filter: Filter


class Condition(Word, frozen=True):
    """What must hold; exactly one key."""

    cmp: Compare | None = None
    fits: Fits | None = None
