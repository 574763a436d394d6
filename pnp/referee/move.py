"""Moves: what somebody does, in the imperative. In: notation. Out: frozen values a judge can read.

A game declares its moves as subclasses of Move. The class's `verb` is the word people type (the class name in lower
case when it is not given) and its annotated fields are the grammar, see `notation.py`. Invariant: a Move holds
everything that happened, results of chance included, so a record replays without a seed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from pnp.referee.params import A_PILE, AMOUNT, CARD, SEAT, ListParam, WordParam
from pnp.referee.seat import Seat


class Move(Struct, frozen=True, gc=False):
    """Base of all moves; `seat` is who makes it.

    A subclass is a verb: its name in small letters unless `verb: ClassVar[str] = "aside"` says another. Its annotated
    fields are the words that follow, in their order; one with a default is typed `key=value` and may be left out. The
    docstring is what `grammar` prints. It is a frozen value: `class Bid(Move, frozen=True)`.
    """

    verb: ClassVar[str] = ""
    # A lone key is written as a plain last word (`undo 3`) unless its name says what the word is (`pay skip=…`).
    names_lone_key: ClassVar[bool] = False
    # The example in a prompt has words after the verb, where some do: the bare verb would do nothing.
    has_full_example: ClassVar[bool] = False

    seat: Seat


class Deal(Move, frozen=True):
    """`table: deal anna ukko louhi`: cards go to a seat; `?` is a card the referee is not told."""

    verb: ClassVar[str] = "deal"

    to: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], ListParam(CARD, unknown=True)]


class Roll(Move, frozen=True):
    """`table: roll 4 2`: what the dice show."""

    verb: ClassVar[str] = "roll"

    dice: Annotated[tuple[int, ...], ListParam(AMOUNT)]


class Shuffle(Move, frozen=True):
    """`table: shuffle deck`: a zone was shuffled."""

    verb: ClassVar[str] = "shuffle"

    zone: Annotated[str, WordParam(what=A_PILE)]


class Pass(Move, frozen=True):
    """`anna: pass`: does nothing now."""

    verb: ClassVar[str] = "pass"


class Resign(Move, frozen=True):
    """`anna: resign`: gives the game up, at any time."""

    verb: ClassVar[str] = "resign"


class End(Move, frozen=True):
    """`table: end`: the table stops the game here."""

    verb: ClassVar[str] = "end"


class Undo(Move, frozen=True):
    """`table: undo 3`: the last lines are taken back."""

    verb: ClassVar[str] = "undo"

    plies: Annotated[int, AMOUNT] = 1


KERNEL_MOVES: tuple[type[Move], ...] = (Undo, End, Resign)
