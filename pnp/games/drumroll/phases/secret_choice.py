"""A choice that all seats make in one phase, in secret, and open together. In: what the phase says of it. Out: whom it
waits for, what each seat sees of it, what may be chosen, what is asked, what bots make of it.

Invariant: whoever lists, asks, values, hides or opens such choices reads them from `flow.SECRET_CHOICES`, naming none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


class SecretChoice(Struct, frozen=True):
    """One of them.

    kind, handle: the moves that choose, and what checks and makes them · prompt, rule: what is asked, a message
    candidates: what a seat might choose · field: of the state, what each seat has chosen: "" nothing yet, `?` what
    nobody was told · is_closed: others do not see yet what a seat has chosen · redact: the line as others hear it
    is_open: everybody knows by now what was hidden of the line of this ply · appeal: how much a choice is worth to who
    knows the table as its seat does; None where bots have their own opinion
    """

    phase: str
    kind: type[Move]
    handle: Callable[[Trial, Any], None]
    prompt: str
    rule: str
    candidates: Callable[[DrumRollState, Seat], Iterator[Move]]
    field: str
    is_closed: Callable[[DrumRollState], bool]
    redact: Callable[[Any], Move]
    is_open: Callable[[DrumRollState, int], bool]
    appeal: Callable[[DrumRollState, Any], float] | None = None

    def waits_for(self, state: DrumRollState, seat: Seat) -> bool:
        """The seat has not chosen yet; or all have, and its choice is not open."""
        chosen = getattr(state, self.field)
        return not chosen[seat] or (chosen[seat] == UNKNOWN and all(chosen))

    def conceal(self, state: DrumRollState, seat: Seat | None) -> DrumRollState:
        """The state as a seat sees it."""
        chosen = getattr(state, self.field)
        seen = tuple(choice and (choice if who == seat else UNKNOWN) for who, choice in enumerate(chosen))
        return replace(state, **{self.field: seen}) if self.is_closed(state) and seen != chosen else state
