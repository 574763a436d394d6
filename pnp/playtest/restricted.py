"""A bot that may not use a card. In: a game, a card, how its bot is made. Out: a bot that plays as the same bot would
if its seat had no move that uses the card.

Others may use it, and the bot knows that: in what it imagines (`Search`) only its own seat is held back. Invariant:
where the rules leave nothing else, it uses the card all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.playtest.card_fields import CardField, card_fields
from pnp.referee.game import Bot, Game, Pick
from pnp.referee.move import Move
from pnp.referee.seat import Seat

WITHOUT = " without "  # `greedy without louhi`


class HeldBack:
    """See the module."""

    def __init__(self, game: Game[Any], card: str, make: Callable[[Game[Any]], Bot]) -> None:
        self.game, self.card, self._make = game, card, make
        self._fields = card_fields(game)
        self._bots: dict[Seat, Bot] = {}

    @property
    def remembers(self) -> bool:
        """Whether its views should keep what the lines proved."""
        return bool(getattr(self._of(0), "remembers", False))

    def __call__(self, view: Any, seat: Seat, pick: Pick) -> Move:
        """A move of the seat."""
        return self._of(seat)(view, seat, pick)

    def _of(self, seat: Seat) -> Bot:
        if seat not in self._bots:
            legal_moves = self.game.legal_moves

            def held_back(state: Any, mover: Seat) -> list[Move]:
                moves = list(legal_moves(state, mover))
                return [move for move in moves if not self._uses(move)] or moves if mover == seat else moves

            self._bots[seat] = self._make(replace(self.game, legal_moves=held_back))
        return self._bots[seat]

    def _uses(self, move: Move) -> bool:
        return uses_card(self._fields, move, self.card)


def uses_card(fields: Mapping[type[Move], CardField], move: Move, card: str) -> bool:
    """Whether a move uses a card."""
    field = fields.get(type(move))
    if field is None:
        return False
    value = getattr(move, field.name)
    return card in value if field.many else bool(value == card)


def uses_despite(fields: Mapping[type[Move], CardField], lineup: Sequence[str], moves: Sequence[Move]) -> int:
    """How often bots of a game used a card that they were held back from."""
    if not any(WITHOUT in name for name in lineup):
        return 0
    cards = [name.partition(WITHOUT)[2] for name in lineup]
    return sum(move.seat >= 0 and uses_card(fields, move, cards[move.seat]) for move in moves)
