"""Consent: what needs everybody at the table. In: a proposal of one seat, answers of the others. Out: what is agreed.

Invariant: a proposal is agreed when every seat that is taken has agreed to it, and dropped when one refuses, when the
game moves on, or when any seat changes hands: answers belong to people, not to seats. A new phone's request for a seat
(`new_phones.py`) has its own conditions, and survives moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

UNDO, SEAT, BACK = "undo", "seat", "back"


class Proposal(Struct):
    """What somebody asks of the table: to take back moves, to sit elsewhere, or to go on with a new phone."""

    id: int
    kind: str
    by: str
    ply: int
    agreed: list[str]
    count: int = 0  # moves to take back
    lines: list[int] = []  # the plies they are
    seat: str = ""  # where `by` wants to sit
    number: int | None = None  # what the new phone shows
    left: int | None = None  # seconds until the seat's own phone counts as silent; None while it is connected
    end: str = ""  # `done`, `refused` or `stale`, once it waits no more
    refused_by: str = ""

    def missing(self, taken: Iterable[str]) -> list[str]:
        """The seats whose answer is missing. A new phone needs its seat's own phone, or the others and its silence."""
        if self.kind == BACK and self.seat in self.agreed:
            return []
        silent = self.seat if self.kind == BACK and self.left == 0 else ""
        return [seat for seat in taken if seat not in self.agreed and seat != silent]


class Consent:
    """The proposals that wait for an answer."""

    def __init__(self) -> None:
        self.waiting: tuple[Proposal, ...] = ()
        self._ended: dict[str, Proposal] = {}  # by the seat that asked and has not read the answer
        self._made = 0

    def propose(self, kind: str, by: str, ply: int, **what: Any) -> Proposal:
        """Return a new proposal of a seat, which agrees to it; it replaces an earlier one of the same seat and kind."""
        self.waiting = tuple(it for it in self.waiting if (it.kind, it.by) != (kind, by))
        self.forget(by)
        return self._add(kind, by, ply, [by], what)

    def ask_back(self, seat: str, ply: int, **what: Any) -> Proposal:
        """Return a new phone's request for a seat. Nobody has agreed to it, and it replaces no other."""
        return self._add(BACK, seat, ply, [], {"seat": seat, **what})

    def _add(self, kind: str, by: str, ply: int, agreed: list[str], what: dict[str, Any]) -> Proposal:
        self._made += 1
        proposal = Proposal(self._made, kind, by, ply, agreed, **what)
        self.waiting = (*self.waiting, proposal)
        return proposal

    def find(self, id: int) -> Proposal | None:
        """Return the waiting proposal with this number."""
        return next((it for it in self.waiting if it.id == id), None)

    def drop(self, proposal: Proposal, end: str, refused_by: str = "") -> None:
        """Remove a proposal, and keep for the seat that asked how it ended; who withdraws the own one knows that."""
        self.waiting = tuple(it for it in self.waiting if it is not proposal)
        if proposal.kind != BACK and refused_by != proposal.by:
            proposal.end, proposal.refused_by = end, refused_by
            self._ended[proposal.by] = proposal

    def drop_all(self) -> None:
        """Remove all proposals, and how others ended: a seat changed hands."""
        self.waiting, self._ended = (), {}

    def drop_stale(self, ply: int) -> None:
        """Remove what was proposed at another line of the game."""
        for proposal in self.waiting:
            if proposal.ply != ply and proposal.kind != BACK:
                self.drop(proposal, "stale")

    def forget(self, seat: str) -> bool:
        """The seat knows how its last proposal ended. Return whether there was one."""
        return self._ended.pop(seat, None) is not None

    def ended(self) -> list[dict[str, Any]]:
        """Return how proposals ended whose seats have not read it yet, as plain values for everybody."""
        return [asdict(it) for it in self._ended.values()]

    def values(self, taken: Iterable[str]) -> list[dict[str, Any]]:
        """Return the waiting proposals, and whose answer is missing, as plain values for everybody."""
        seats = list(taken)
        return [{**asdict(it), "waiting": it.missing(seats)} for it in self.waiting]
