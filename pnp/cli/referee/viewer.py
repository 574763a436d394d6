"""Who looks at a table. In: `--seat` and a session. Out: the seat whose knowledge judges and words the answer.

Invariant: an answer is made from what the viewer may know; without a seat that is what everybody knows.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE, Seat

ViewerOption = Annotated[str, typer.Option("--seat", help="answer from what this seat knows (default: what is public)")]


def viewer_of(table: Replay[Any], name: str) -> Seat | None:
    """The seat that looks; None for everybody (and for the table, which nobody is). Raises InputError."""
    seat = find_seat(table, name) if name else TABLE
    return None if seat == TABLE else seat


def find_seat(table: Replay[Any], name: str) -> Seat:
    """The seat with this name. Raises InputError."""
    found = table.notation.names.find_seat(name)
    if isinstance(found, int):
        return found
    hint = f"one of: {', '.join(table.setup.seats)}"
    raise InputError.single(Span("--seat"), f"unknown seat “{name}”", hint, "unknown-seat")
