"""Consent: what needs everybody at the table. In: a proposal of one seat, answers of the others. Out: what is agreed.

Invariant: a proposal is agreed when every seat that is taken has agreed to it, falls when one refuses, and holds for
the line of the game at which it was made only: what was meant then is not what it would do later. Somebody who lost the
phone asks for the seat from a new one: there the others agree, at whatever line; what it is told, nobody else is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from pnp.table.seat_keys import fresh_key

UNDO, SEAT, BACK = "undo", "seat", "back"
MOST = 8  # proposals that wait at one table


class Proposal(Struct):
    """What somebody asks of the table: to take back moves, or to sit elsewhere."""

    id: int
    kind: str
    by: str
    ply: int
    agreed: list[str]
    count: int = 0  # moves to take back
    lines: list[int] = []  # the plies they are
    seat: str = ""  # where `by` wants to sit


class _Phone(Struct):
    """A phone that asks for its seat back."""

    proposal: Proposal
    key: str = ""


class Consent:
    """The proposals that wait for an answer."""

    def __init__(self) -> None:
        self._waiting: list[Proposal] = []
        self._made = 0
        self._phones: dict[str, _Phone] = {}

    def propose(self, kind: str, by: str, ply: int, **what: Any) -> Proposal:
        """A new proposal, in place of an earlier one of the same seat and kind."""
        self._made += 1
        proposal = Proposal(self._made, kind, by, ply, [by], **what)
        others = [it for it in self._waiting if (it.kind, it.by) != (kind, by)]
        self._waiting = [*others[-(MOST - 1) :], proposal]
        return proposal

    def find(self, id: int) -> Proposal | None:
        """The proposal that waits under this number."""
        return next((it for it in self._waiting if it.id == id), None)

    def drop(self, proposal: Proposal) -> None:
        """It was done, or refused."""
        self._waiting = [it for it in self._waiting if it is not proposal]

    def drop_stale(self, ply: int) -> None:
        """Forget what was proposed at another line of the game."""
        self._waiting = [it for it in self._waiting if it.ply == ply or it.kind == BACK]

    def ask_back(self, seat: str, ply: int) -> str:
        """A phone without a key asks for a seat that is taken; what it has to show to hear of the answer."""
        proposal = self.propose(BACK, seat, ply, seat=seat)
        token = fresh_key()
        self._phones = {**dict(list(self._phones.items())[-(MOST - 1) :]), token: _Phone(proposal)}
        return token

    def bring_back(self, proposal: Proposal, key: str) -> None:
        """All have agreed: the phone that asked has this key now."""
        for phone in self._phones.values():
            if phone.proposal is proposal:
                phone.key = key

    def answer_to(self, token: str) -> str | None:
        """The key of a phone that asked; "" while it waits, None when it has nothing to hope for."""
        phone = self._phones.get(token)
        if phone is None or phone.key:
            return phone.key if phone is not None else None
        return "" if any(it is phone.proposal for it in self._waiting) else None

    def values(self, taken: Iterable[str]) -> list[dict[str, Any]]:
        """What waits, and whose answer is missing, as plain values for everybody."""
        seats = list(taken)
        return [{**asdict(it), "waiting": [seat for seat in seats if seat not in it.agreed]} for it in self._waiting]


def is_agreed(proposal: Proposal, taken: Iterable[str]) -> bool:
    """Whether nobody's answer is missing."""
    return all(seat in proposal.agreed for seat in taken)
