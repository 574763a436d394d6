"""Corrections most games know: `table: adjust score | turn | hand …`. In: what is so in truth. Out: moves, and why the
table itself has none of these.

Invariant: the words are one grammar in every game; what a correction does to a state is the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from pnp.referee.game import S
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, NUMBER, SEAT, UNKNOWN, ListParam, Names, Problem
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

CARDS = referee_message("referee.cards")


class HandParam:
    """A hand: the number of its cards, or the cards themselves, `?` for one the referee is not told."""

    def __init__(self, what: str = CARDS) -> None:
        self.what = what
        self._cards = ListParam(CARD, unknown=True)

    def read(self, words: Sequence[str], names: Names) -> tuple[int | tuple[str, ...], int] | Problem:
        if words[0].lstrip("-").isdigit():
            return AMOUNT.read(words, names)
        return self._cards.read(words, names)

    def write(self, value: int | tuple[str, ...], names: Names) -> str:
        return str(value) if isinstance(value, int) else self._cards.write(value, names)

    def expects(self) -> str:
        return referee_message("referee.count_or_which", what=self.what)


class SetScore(Move, frozen=True):
    """`table: adjust score red 12`."""

    verb = "score"

    of: Annotated[Seat, SEAT]
    score: Annotated[int, NUMBER]


class SetTurn(Move, frozen=True):
    """`table: adjust turn blue`: whose turn it is."""

    verb = "turn"

    of: Annotated[Seat, SEAT]


class SetHand(Move, frozen=True):
    """`table: adjust hand red 4` or `table: adjust hand red ukko louhi ? ?`: what a hand holds."""

    verb = "hand"

    of: Annotated[Seat, SEAT]
    holds: Annotated[int | tuple[str, ...], HandParam()]


Correct = Callable[[S, Any], S | Illegal]


def of_a_player(correct: Correct[S], what: str) -> Correct[S]:
    """A correction of something that players have and the table has not: `what` is the message that names it."""

    def corrected(state: S, move: Any) -> S | Illegal:
        if move.of == TABLE:
            return Illegal(REF_SEAT, state.message("referee.table_has_no", what=state.message(what)))
        return correct(state, move)

    return corrected


def counted_hand(hand: Sequence[str], count: int) -> tuple[str, ...] | None:
    """A hand of `count` cards in which the known ones stay; None when more are known to be there."""
    known = tuple(card for card in hand if card != UNKNOWN)
    return None if count < len(known) else known + (UNKNOWN,) * (count - len(known))


def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at a place."""
    return (*items[:at], item, *items[at + 1 :])


def with_player(state: S, seat: Seat, **changes: Any) -> S:
    """The state in which one player has changed."""
    players = state.players  # type: ignore[attr-defined]
    return replace(state, players=put(players, seat, replace(players[seat], **changes)))
