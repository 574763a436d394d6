"""What seats may send, as values. In: JSON, or the fields of a form. Out: structs (`requests.py` reads them)."""

from __future__ import annotations

from msgspec import Struct


class MoveBody(Struct):
    """A line, the ply at which it was thought of, and what tells it from the next one."""

    line: str
    ply: int
    id: str = ""


class WhyBody(Struct):
    """A line that somebody asks about."""

    line: str


class UndoBody(Struct):
    """How many moves are to be taken back; 0: back to the own last one."""

    ply: int
    count: int = 0
    id: str = ""


class AgreeBody(Struct):
    """The answer to a proposal."""

    proposal: int
    agree: bool = True


class HintBody(Struct):
    """The ply at which somebody asks what to do."""

    ply: int


class BotBody(Struct):
    """The seat of a bot that is to think again, or no more, and the ply at which somebody wants that."""

    bot: str
    ply: int
    again: bool = True


class SeatBody(Struct):
    """Where somebody wants to sit."""

    seat: str
    id: str = ""
