"""The declared kernel: zones, counters, questions and phases a game declares, one trial a line, events that happened;
every hook of `Game` follows from them (`declaration.py`).
"""

from pnp.library.words import in_language
from pnp.referee.game import Setup
from pnp.referee.kernel.counter import Counter, Fact
from pnp.referee.kernel.declaration import declare
from pnp.referee.kernel.place import ANY, EACH_SEAT
from pnp.referee.kernel.question import Phase, Question
from pnp.referee.kernel.trial import Trial
from pnp.referee.kernel.zone import EVERYBODY, NOBODY, OWNER, Zone
from pnp.referee.message import Message
from pnp.referee.move import Deal, Move, Pass, Roll
from pnp.referee.params import AMOUNT, CARD, NUMBER, SEAT, ListParam, OrUnknown, WordParam
from pnp.referee.seat import TABLE, Seat

__all__ = [
    "AMOUNT", "ANY", "CARD", "EACH_SEAT", "EVERYBODY", "NOBODY", "NUMBER", "OWNER", "SEAT", "TABLE", "Counter", "Deal",
    "Fact", "ListParam", "Message", "Move", "OrUnknown", "Pass", "Phase", "Question", "Roll", "Seat", "Setup", "Trial",
    "WordParam", "Zone", "declare", "in_language",
]  # fmt: skip
