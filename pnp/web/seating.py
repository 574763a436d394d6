"""Who sits where, and what needs everybody. In: people who sit down, proposals and answers to them. Out: seats taken,
moves taken back, seats that changed hands.

Invariant: what was proposed is done when everybody has agreed to it (`consent.py`), not before, and once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pnp.base.diagnostics import InputError
from pnp.referee.seat import Seat
from pnp.web.consent import BACK, UNDO, Consent, Proposal
from pnp.web.live_table import LiveTable
from pnp.web.new_phones import NewPhones
from pnp.web.presence import Presence


class Seating:
    """The seats of one table."""

    def __init__(self, table: LiveTable, presence: Presence, now: Callable[[], float]) -> None:
        self._table, self.consent = table, Consent()
        self.phones = NewPhones(self.consent, table.keys, presence, now)
        table.on_change.append(self._drop_stale)

    def _drop_stale(self) -> None:
        self.consent.drop_stale(self._table.session.replay.plies)

    def proposals(self) -> list[dict[str, Any]]:
        """Return what waits for an answer, and whose, as plain values for everybody."""
        return self.consent.values(self._table.keys.taken)

    def take(self, name: str, again: bool = True) -> bool:
        """Somebody sits down here. False when the seat is taken and that matters, or when there is none."""
        keys = self._table.keys
        if name not in self._table.seats or (not again and name in keys.taken):
            return False
        if keys.take(name):
            self._table.changed()
        return True

    def ask_back(self, name: str) -> tuple[str, str]:
        """Ask for a taken seat from a new phone: the token with which that phone gets the answer, or why not."""
        self._update_phones()
        why_not = self.phones.why_not(name)
        if why_not:
            return "", why_not
        self._table.refresh()
        token = self.phones.ask(name, self._table.session.replay.plies)
        self._table.changed()
        return token, ""

    def give_seat(self, number: int) -> str:
        """Agree for the host's terminal to the phone that shows this number; the seat it gets, empty for no phone."""
        proposal = self.phones.numbered(number)
        if proposal is None:
            return ""
        proposal.agreed.append(proposal.seat)
        self.settle(proposal)
        return proposal.seat

    def look_at_phones(self) -> None:
        """Give seats to the new phones that may have them by now; the screens show how long the others wait."""
        self._update_phones()
        for proposal in self.phones.waiting:
            if not proposal.missing(self._table.keys.taken):
                with suppress(InputError):  # the record cannot be written; all screens show why
                    self.settle(proposal)

    def propose(self, kind: str, by: Seat, **what: Any) -> Proposal:
        """Return a new proposal of a seat, done already where nobody else sits."""
        table = self._table
        proposal = self.consent.propose(kind, table.seats[by], table.session.replay.plies, **what)
        table.changed()
        return proposal

    def refuse(self, proposal: Proposal, seat: str) -> None:
        """A seat refuses, or withdraws, a proposal."""
        self.consent.drop(proposal, "refused", seat)
        if proposal.kind == BACK:
            self.phones.refuse(proposal)
        self._table.changed()

    def agree(self, proposal: Proposal, seat: str) -> None:
        """A seat agrees to a proposal."""
        if seat not in proposal.agreed:
            proposal.agreed.append(seat)
            self._table.changed()

    def settle(self, proposal: Proposal) -> bool:
        """Do what everybody has agreed to. Return whether it is done."""
        self._update_phones()
        keys, session = self._table.keys, self._table.session
        if proposal.missing(keys.taken):
            return False
        if proposal.kind == UNDO:
            is_done = session.undo(proposal.count, only_if_current=True).written
            self.consent.drop(proposal, "done" if is_done else "stale")
            if not is_done:
                return False
        else:
            if proposal.kind == BACK:
                session.note_new_phone(proposal.seat)
                self.phones.give(proposal)
            else:
                keys.swap(proposal.by, proposal.seat)
            self.consent.drop_all()
        self._table.changed()
        return True

    def _update_phones(self) -> None:
        if self.phones.update():
            self._table.changed()
