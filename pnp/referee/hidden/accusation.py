"""Accusations: what the lines prove about claims, and how that is reported to a table.

In: claims that `knowledge` found to be false, in doubt, or no longer in doubt. Out: events for a ruling. Invariant: a
claim that others could have made false in its stead is never reported without all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from pnp.referee.hidden.evidence import Claim
from pnp.referee.message import referee_message
from pnp.referee.ruling import Cleared, Irregularity
from pnp.referee.seat import Seat


class Accusation(Struct, frozen=True):
    """A claim that is false, or one of several that cannot all be true: the facts of an irregularity.

    `suspects` are the other claims it stands against, none when it is certain. `proved_by` is the kind whose coming to
    light proved it, None when the count of the cards did.
    """

    claim: Claim
    found_at: int
    proved_by: str | None
    suspects: tuple[Claim, ...] = ()

    @property
    def certain(self) -> bool:
        """True when no distribution of the cards makes the claim true."""
        return not self.suspects


def events_of(
    accusations: Iterable[Accusation],
    cleared: Iterable[Claim],
    name: Callable[[Seat], str],
    because: Callable[[Accusation], str],
    seat_of: Callable[[Claim], Seat],
) -> tuple[Irregularity | Cleared, ...]:
    """What a line brought to light. `because` gives what was claimed and, when it is certain, what proves it false."""
    events: list[Irregularity | Cleared] = [Cleared(seat_of(it), it.ply, it.rule, it.at) for it in cleared]
    for item in accusations:
        claim, others = item.claim, tuple((seat_of(other), other.ply) for other in item.suspects)
        why = because(item)
        if others:
            *more, last = (referee_message("referee.what_said", name=name(seat), ply=ply) for seat, ply in others)
            id = "referee.not_all_true" if more else "referee.not_both_true"
            why = referee_message(id, claimed=why, more=tuple(more), last=last)
        events.append(Irregularity(seat_of(claim), claim.ply, claim.rule, why, 0, others, claim.at))
    return tuple(events)


def speaker(claim: Claim) -> Seat:
    """Who made a claim, where hands are named by their seats."""
    assert isinstance(claim.by, int)
    return claim.by
