"""The declared kernel: zones, counters, questions and phases a game declares, one trial a line, events that happened;
every hook of `Game` follows from them (`declaration.py`).

A game that only says what it asks, as values, need not pay for the machinery at each command: it is loaded when a game
is declared.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.library.words import in_language
from pnp.referee.game import Chance, Decision, Setup
from pnp.referee.kernel.board import Board, SpaceParam
from pnp.referee.kernel.counter import Counter, Dice, Fact, Sheet
from pnp.referee.kernel.place import ANY, EACH_SEAT, EVERYBODY, NOBODY, OTHERS, OWNER, Keys
from pnp.referee.kernel.question import Commit, Look, Phase, Question
from pnp.referee.kernel.zone import Zone
from pnp.referee.message import Message, referee_message
from pnp.referee.move import Deal, Move, Pass, Roll
from pnp.referee.params import AMOUNT, CARD, NUMBER, SEAT, IntParam, ListParam, OrUnknown, WordParam
from pnp.referee.seat import TABLE, Seat

if TYPE_CHECKING:
    from pnp.referee.kernel.declaration import declare
    from pnp.referee.kernel.trial import Trial

__all__ = [
    "AMOUNT", "ANY", "CARD", "EACH_SEAT", "EVERYBODY", "NOBODY", "NUMBER", "OTHERS", "OWNER", "SEAT", "TABLE",
    "Board", "Chance", "Commit", "Counter", "Deal", "Decision", "Dice", "Fact", "IntParam", "Keys", "ListParam", "Look",
    "Message", "Move", "OrUnknown", "Pass", "Phase", "Question", "Roll", "Seat", "Setup", "Sheet", "SpaceParam",
    "Trial", "WordParam", "Zone", "declare", "in_language", "referee_message",
]  # fmt: skip

_MACHINERY = {"declare": "pnp.referee.kernel.declaration", "Trial": "pnp.referee.kernel.trial"}

if not TYPE_CHECKING:  # mypy is to know every other name as wrong

    def __getattr__(name: str) -> Any:
        if name not in _MACHINERY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_MACHINERY[name]), name)
        return value
