"""New phones that ask for a taken seat. In: requests, and how long the seat's own phone has been silent. Out: which
phone gets the seat's new key.

Each request has a number of two digits, which the new phone and all screens show: two requests never look alike.
Invariant: a seat changes phones only when its own phone agrees, when the host's terminal agrees, or when all others
agree and its own phone has been silent for a minute since the request; no request replaces another.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from secrets import choice
from time import monotonic

from msgspec import Struct

from pnp.table.seat_keys import SeatKeys, fresh_key
from pnp.web.consent import BACK, Consent, Proposal
from pnp.web.presence import Presence

SILENCE = 60  # seconds without a sign of a seat's own phone, in which all screens show the request
STEP = 10  # seconds: screens show what is left in steps
HOLD = 90.0  # seconds after a refusal in which the same seat cannot be asked for
MOST_REFUSALS = 3  # of one seat; then only the host's terminal gives it away
MOST_WAITING = 2  # requests for one seat
EXPIRES = 600.0  # seconds
NUMBERS = range(10, 100)


class NewPhone(Struct):
    """A phone that asks for a seat; key: the seat's new key, once the seat changed phones."""

    proposal: Proposal
    asked: float
    key: str = ""


class NewPhones:
    """The requests at one table."""

    def __init__(
        self, consent: Consent, keys: SeatKeys, presence: Presence, now: Callable[[], float] = monotonic
    ) -> None:
        self._consent, self._keys, self._presence, self._now = consent, keys, presence, now
        self._phones: dict[str, NewPhone] = {}  # by the token with which each gets its answer
        self._refused: dict[str, list[float]] = {}  # by seat: when

    @property
    def waiting(self) -> list[Proposal]:
        """The requests that wait for an answer."""
        return [it for it in self._consent.waiting if it.kind == BACK]

    def why_not(self, seat: str) -> str:
        """Return why nobody can ask for this seat now, as an id of `words.py`; empty when they can."""
        refused = self._refused.get(seat, ())
        if seat not in self._keys.taken or len(self._keys.taken) < 2:
            return "back_nobody"
        if len(refused) >= MOST_REFUSALS:
            return "back_host"
        if refused and self._now() - refused[-1] < HOLD:
            return "back_hold"
        return "back_many" if sum(it.seat == seat for it in self.waiting) >= MOST_WAITING else ""

    def ask(self, seat: str, ply: int) -> str:
        """Ask for a seat for which `why_not` names no reason; return the token with which the phone gets its answer."""
        shown = {it.number for it in self.waiting}
        number = choice([it for it in NUMBERS if it not in shown])
        phone = NewPhone(self._consent.ask_back(seat, ply, number=number), self._now())
        phone.proposal.left = self._left(phone)
        token = fresh_key()
        self._phones = {its: it for its, it in self._phones.items() if not self._is_expired(it)} | {token: phone}
        return token

    def find(self, token: str) -> NewPhone | None:
        """Return the phone with this token: with its key, or waiting; None when it was refused."""
        phone = self._phones.get(token)
        return phone if phone is not None and (phone.key or phone.proposal in self._consent.waiting) else None

    def numbered(self, number: int) -> Proposal | None:
        """Return the request of the phone that shows this number."""
        return next((it for it in self.waiting if it.number == number), None)

    def update(self) -> bool:
        """Update how long each own phone must stay silent, and drop what expired. Return whether screens change."""
        before = [(it.id, it.left) for it in self.waiting]
        for phone in self._phones.values():
            phone.proposal.left = self._left(phone)
            if self._is_expired(phone):
                self._consent.drop(phone.proposal, "stale")
        return before != [(it.id, it.left) for it in self.waiting]

    def refuse(self, proposal: Proposal) -> None:
        """Somebody refused a request: for a while nobody asks for this seat."""
        self._refused[proposal.seat] = [*self._refused.get(proposal.seat, ()), self._now()]

    def give(self, proposal: Proposal) -> None:
        """Give the seat another key, and that key to the phone that asked."""
        key = self._keys.renew(proposal.seat)
        self._refused.pop(proposal.seat, None)
        for phone in self._phones.values():
            if phone.proposal is proposal:
                phone.key = key

    def _left(self, phone: NewPhone) -> int | None:
        since = self._presence.silent_since(self._keys.key_of(phone.proposal.seat))
        if since is None:
            return None
        return max(0, ceil((SILENCE + max(since, phone.asked) - self._now()) / STEP) * STEP)

    def _is_expired(self, phone: NewPhone) -> bool:
        return self._now() - phone.asked > EXPIRES
