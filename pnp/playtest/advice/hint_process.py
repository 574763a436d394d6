"""Hints in a process of their own. In: what a seat sees at its turn. Out: a hint, as it would be made here.

Invariant: the process is handed the view of that seat and nothing else (`GameProcess`).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.playtest.advice.hint import Hint, hint_in_view
from pnp.playtest.bot_process import GameProcess, SentView
from pnp.playtest.search import Search
from pnp.referee.game import Game
from pnp.referee.seat import Seat


class HintTurn(Struct, frozen=True):
    """A seat that wants a hint: who, at which ply, and what it sees; game: the one it plays."""

    game: Game[Any]
    view: Any
    seat: Seat
    ply: int


class Question(Struct, frozen=True):
    """A turn as the process is handed it. seconds: how long it thinks"""

    view: SentView
    seat: Seat
    ply: int
    seconds: float


class HintProcess(GameProcess):
    """The process of the hints."""

    def hint(self, turn: HintTurn, seconds: float) -> Hint | None:
        """What the seat could do; None where nobody knows what it may do. Called in a thread that may wait.

        Raises CancelledError once it is closed.
        """
        question = Question(self.send(turn.view), turn.seat, turn.ply, seconds)
        return self.ask(think, question, lambda: _hint(turn.game, turn.view, question))


# In the process.


def think(question: Question) -> Hint | None:
    """The hint. Raises OtherCards, InputError."""
    return _hint(*question.view.open(), question)


def _hint(game: Game[Any], view: Any, question: Question) -> Hint | None:
    return hint_in_view(game, view, question.seat, question.ply, Search(game, seconds=question.seconds))
