"""The hints that were given at one table. In: a hint. Out: whether it is new; what everybody is told of them.

Invariant: what is told says who took a hint and at which line, never what it said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.playtest.advice.hint import Hint
from pnp.referee.seat import Seat

NAMED = 5  # hints that screens name, the last ones


class TakenHints:
    """Hints by ply and seat: who asks again at the same line is given the same."""

    def __init__(self) -> None:
        self._given: dict[tuple[int, Seat], Hint] = {}

    def given(self, seat: Seat, ply: int) -> Hint | None:
        """What this seat was told there."""
        return self._given.get((ply, seat))

    def add(self, hint: Hint) -> bool:
        """A hint is given; whether it is a new one."""
        is_new = (hint.ply, hint.seat) not in self._given
        self._given.setdefault((hint.ply, hint.seat), hint)
        return is_new

    def values(self, seats: Sequence[str]) -> list[dict[str, Any]]:
        """What everybody is told."""
        return [{"ply": ply, "seat": seats[seat]} for ply, seat in list(self._given)[-NAMED:]]
