"""What players may say at a table without rules."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, NUMBER, SEAT, WORD, IntParam
from pnp.referee.seat import Seat

POSITIVE = IntParam(referee_message("sandbox.how_many"), least=1, most=999)


class Draw(Move, frozen=True):
    """`anna: draw` or `anna: draw 3`: cards come from the draw pile into the hand."""

    count: Annotated[int, POSITIVE] = 1


class Play(Move, frozen=True):
    """`anna: play ukko` or `anna: play ukko to=market`: a card of the hand is laid open into a zone."""

    card: Annotated[str, CARD]
    to: Annotated[str, WORD] = "table"


class Discard(Move, frozen=True):
    """`anna: discard ukko`: a card of the hand goes to the discard pile."""

    card: Annotated[str, CARD]


class Take(Move, frozen=True):
    """`anna: take ukko market`: an open card comes into the hand."""

    card: Annotated[str, CARD]
    zone: Annotated[str, WORD]


class Count(Move, frozen=True):
    """`anna: count score 12`: a counter of this player is set."""

    counter: Annotated[str, WORD]
    value: Annotated[int, NUMBER]


class Done(Move, frozen=True):
    """`anna: done`: the turn ends."""


class SetCounter(Move, frozen=True):
    """`table: adjust counter anna score 12`."""

    verb: ClassVar[str] = "counter"

    of: Annotated[Seat, SEAT]
    counter: Annotated[str, WORD]
    value: Annotated[int, NUMBER]


class SetHand(Move, frozen=True):
    """`table: adjust hand anna 4`: so many cards are in this hand whose faces the referee does not know."""

    verb: ClassVar[str] = "hand"

    of: Annotated[Seat, SEAT]
    size: Annotated[int, AMOUNT]


class SetPile(Move, frozen=True):
    """`table: adjust pile 12`: so many cards are left in the draw pile."""

    verb: ClassVar[str] = "pile"

    size: Annotated[int, AMOUNT]
