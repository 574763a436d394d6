"""A choice that all seats make in one phase, in secret, and open together. In: what the phase says of it. Out: whom it
waits for, what each seat sees of it, what may be chosen, what is asked.

Invariant: whoever lists, asks, hides or opens such choices reads them from `flow.SECRET_CHOICES` and names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move
from pnp.referee.seat import Seat


class SecretChoice(Struct, frozen=True):
    """One of them.

    kind, handle: the moves that choose, and what checks and makes them · prompt, rule: what is asked
    candidates: what a seat might choose · waits_for: whether a seat has still to choose, or to open its choice
    conceal: the state as a seat sees it · redact: the line as others hear it · is_open: everybody knows by now what was
    hidden of the line of this ply
    """

    phase: str
    kind: type[Move]
    handle: Callable[[Trial, Any], None]
    prompt: str
    rule: str
    candidates: Callable[[DrumRollState, Seat], Iterator[Move]]
    waits_for: Callable[[DrumRollState, Seat], bool]
    conceal: Callable[[DrumRollState, Seat | None], DrumRollState]
    redact: Callable[[Any], Move]
    is_open: Callable[[DrumRollState, int], bool]
