"""Hints in a process of their own. In: what a seat sees at its turn. Out: a hint, some time.

Invariant: the process is handed the view of that seat and nothing else (`GameProcess`).
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from msgspec import Struct

from pnp.playtest.advice.hint import Hint, hint_in_view
from pnp.playtest.bot_process import GameProcess, SentView
from pnp.playtest.search import Search
from pnp.referee.seat import Seat


class HintTurn(Struct, frozen=True):
    """A seat that wants a hint: who, at which ply, and what it sees."""

    view: Any
    seat: Seat
    ply: int


class Effort(Struct, frozen=True):
    """How far a hint is thought: so many simulations, which give the same hint every time, or so many seconds."""

    simulations: int = 0
    seconds: float = 0.0


class Question(Struct, frozen=True):
    """A turn as the process is handed it."""

    ply: int
    seat: Seat
    view: SentView
    effort: Effort


class HintProcess(GameProcess):
    """The process of the hints."""

    def hint(self, turn: HintTurn, effort: Effort) -> Future[Hint | None]:
        """What the seat could do; None where nobody knows what it may do.

        OtherCards, InputError, BrokenExecutor in it.
        """
        return self.begin(think, Question(turn.ply, turn.seat, self._send(turn.view), effort))


# In the process.


def think(asked: Question) -> Hint | None:
    """The hint. Raises OtherCards, InputError."""
    game, view = asked.view.open()
    search = Search(game, asked.effort.simulations, asked.effort.seconds)
    return hint_in_view(game, view, asked.seat, asked.ply, search)
