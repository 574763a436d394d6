"""The moves of Suomi 1918 as people type them, and the table's corrections."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pnp.referee.kernel import CARD, SEAT, IntParam, Move, Seat, WordParam, referee_message
from pnp.referee.params import CardParam

COLOURS = ("blue", "black", "white", "red")
VICTORY_CARD = CardParam(referee_message("a_victory_card"))


class Play(Move, frozen=True):
    """`anna: play black-1`: a number card goes on its stack, an action card has its effect (SOC-16 to SOC-24)."""

    card: Annotated[str, CARD]


class Discard(Move, frozen=True):
    """`anna: discard red-2`: no card of the hand fits; this one is laid on the discard pile (SOC-27)."""

    card: Annotated[str, CARD]


class Show(Move, frozen=True):
    """`anna: show white-8`: no card of the hand fits and both piles are empty; this one is shown (SOC-33)."""

    card: Annotated[str, CARD]


class Claim(Move, frozen=True):
    """`anna: claim vic-kingdom`: the victory card is revealed at the start of the own turn (SOC-35)."""

    card: Annotated[str, VICTORY_CARD]


class Resign(Move, frozen=True):
    """`anna: resign`: out; the hand goes back to the draw pile, the others play on (SOC-49)."""


class SetTop(Move, frozen=True):
    """`table: adjust top black 4`: the stack holds the cards of its colour up to this one."""

    verb: ClassVar[str] = "top"

    colour: Annotated[str, WordParam(COLOURS, referee_message("a_colour"))]
    value: Annotated[int, IntParam(referee_message("a_value"), least=0, most=99)]


class SetVictory(Move, frozen=True):
    """`table: adjust victory ben vic-kingdom`: everybody saw this victory card, after a wrong claim (SOC-35b)."""

    verb: ClassVar[str] = "victory"

    of: Annotated[Seat, SEAT]
    card: Annotated[str, VICTORY_CARD]
