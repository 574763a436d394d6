"""The moves of Suomi 1918 as people type them, and the table's corrections.

anna: play black-1              a number card or an action card
ben: discard red-2              nothing in the hand fits
carl: show white-8              the same when no card is left to draw
dora: pass                      the hand is empty
emil: claim vic-kingdom         at the start of the own turn
fia: resign                     out, the others play on
table: deal anna white-1 …      only when the referee deals
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated

from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import CARD, SEAT, CardParam, IntParam, ListParam, Names, Problem, WordParam
from pnp.referee.seat import Seat

A_COLOUR = referee_message("a_colour")
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

    verb = "resign"


class ColourParam:
    """A stack by its colour."""

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        return WordParam(names.book.constant("stacks"), A_COLOUR).read(words, names)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return A_COLOUR


class SetTop(Move, frozen=True):
    """`table: adjust top black 4`: the stack holds the cards of its colour up to this one."""

    verb = "top"

    colour: Annotated[str, ColourParam()]
    value: Annotated[int, IntParam(referee_message("a_value"), least=0, most=99)]


class SetDiscard(Move, frozen=True):
    """`table: adjust discard red-4,blue-3`: what lies on the discard pile; without cards it is empty."""

    verb = "discard"

    cards: Annotated[tuple[str, ...], ListParam(CARD)] = ()


class SetRemoved(Move, frozen=True):
    """`table: adjust removed act-red-4`: which action cards have left the game; without cards none has."""

    verb = "removed"

    cards: Annotated[tuple[str, ...], ListParam(CARD)] = ()


class SetVictory(Move, frozen=True):
    """`table: adjust victory ben vic-kingdom`: everybody saw this victory card, after a wrong claim (SOC-35b)."""

    verb = "victory"

    of: Annotated[Seat, SEAT]
    card: Annotated[str, VICTORY_CARD]


class Moves(dict[str, Move]):
    """One seat's moves of one kind by card; each is made once and then reused."""

    def __init__(self, kind: Callable[[Seat, str], Move], seat: Seat) -> None:
        super().__init__()
        self.kind, self.seat = kind, seat

    def __missing__(self, card: str) -> Move:
        move = self[card] = self.kind(self.seat, card)
        return move


@cache
def moves_of(kind: Callable[[Seat, str], Move], seat: Seat) -> Moves:
    """One seat's moves of one kind (listed at every ply, so they are kept)."""
    return Moves(kind, seat)
