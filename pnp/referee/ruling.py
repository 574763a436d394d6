"""Rulings: the judge's verdict on a move. Reasons, never booleans.

`Legal` and `Unverified` carry what happened and the state after it (folded once); `Illegal` carries the rule and why;
`Invalid` and `Ambiguous` come before the judge is asked, when the line could not be read. All are final: where every
line of a record passes, `type(ruling) is Illegal` is asked, ten times as fast as an `isinstance` that is False.
"""

from __future__ import annotations

from typing import Any, ClassVar, final

from msgspec import Struct

from pnp.referee.seat import Seat


class Event(Struct, frozen=True, gc=False):
    """Base of everything that happened, named in the past tense by its game."""


@final
class Irregularity(Event, frozen=True):
    """A contradiction that came to light: the seat, the ply it dates from, the rule, the evidence.

    Not `certain`: what this seat and others claimed cannot all be true; `suspects` are these others, each a seat and a
    ply. A later one of the same seat, ply and claim replaces it, `Cleared` withdraws it.
    `found_at` is 0 in a ruling; the replay fills in the ply of the line that proved it.
    """

    seat: Seat
    ply: int
    rule: str
    because: str
    found_at: int = 0
    suspects: tuple[tuple[Seat, int], ...] = ()
    claim: int = 0

    @property
    def certain(self) -> bool:
        """True when it cannot be anybody else."""
        return not self.suspects


@final
class Cleared(Event, frozen=True):
    """A claim is no longer in doubt: a smaller set of claims explains the contradiction."""

    seat: Seat
    ply: int
    rule: str
    claim: int = 0


class Ruling(Struct, frozen=True, gc=False):
    """Base of the five rulings."""

    name: ClassVar[str] = ""


@final
class Legal(Ruling, frozen=True):
    """Follows from what is known."""

    name: ClassVar[str] = "legal"

    events: tuple[Event, ...]
    after: Any


@final
class Unverified(Ruling, frozen=True):
    """Rests on a claim nobody can see, named in `assuming`."""

    name: ClassVar[str] = "unverified"

    events: tuple[Event, ...]
    after: Any
    assuming: tuple[str, ...] = ()


@final
class Illegal(Ruling, frozen=True):
    """Understood and forbidden: rule id and why."""

    name: ClassVar[str] = "illegal"

    rule: str
    because: str


@final
class Invalid(Ruling, frozen=True):
    """Could not be read: what was expected, and the nearest names."""

    name: ClassVar[str] = "invalid"

    because: str
    nearest: tuple[str, ...] = ()


@final
class Ambiguous(Ruling, frozen=True):
    """Means several things: each reading as a line that can be typed."""

    name: ClassVar[str] = "ambiguous"

    because: str
    readings: tuple[str, ...]


class Reason(Struct, frozen=True):
    """Why something is so: a rule id and a sentence."""

    rule: str
    because: str


Accepted = Legal | Unverified
# For `isinstance` at every line of a record: a tuple is asked six times as fast as a union that is made on the spot.
ACCEPTED = (Legal, Unverified)
