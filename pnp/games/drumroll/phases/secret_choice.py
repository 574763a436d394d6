"""A choice that all seats make in one phase, in secret, and open together: a question of which others see that it was
answered, not how. In: what the phase says of it. Out: whom it waits for, and what each seat sees of it.

Invariant: whoever values, hides or opens such choices reads them, naming none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pnp.games.drumroll.question import Offers, Question
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.kernel.zone import CONCEALED
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


class SecretChoice(Question):
    """One of them.

    field: of the state, what each seat has chosen: "" nothing yet, `?` what nobody was told, `*` what a view hides
    is_closed: others do not see yet what a seat has chosen · redact: the line as others hear it
    is_open: everybody knows by now what was hidden of the line of this ply · appeal: how much a choice is worth to who
    knows the table as its seat does; None where bots have their own opinion
    """

    def __init__(
        self,
        id: str,
        rule: str,
        message: str,
        *,
        offers: Offers,
        field: str,
        is_closed: Callable[[DrumRollState], bool],
        redact: Callable[[Any], Move],
        is_open: Callable[[DrumRollState, int], bool],
        appeal: Callable[[DrumRollState, Any], float] | None = None,
        of_table: Question | None = None,
        in_setup: bool = False,
    ) -> None:
        super().__init__(
            id, rule, message, whom=self._waited_for, offers=offers, of_table=of_table, in_setup=in_setup, secret=True
        )
        self.field, self.is_closed, self.redact, self.is_open = field, is_closed, redact, is_open
        self.appeal = appeal

    def _waited_for(self, state: DrumRollState) -> tuple[Seat, ...]:
        """Who has not chosen yet; when all have, those whose choice is not open."""
        chosen = getattr(state, self.field)
        return tuple(seat for seat, choice in enumerate(chosen) if not choice or (choice == UNKNOWN and all(chosen)))

    def conceal(self, state: DrumRollState, seat: Seat | None) -> DrumRollState:
        """The state as a seat sees it."""
        chosen = getattr(state, self.field)
        if not self.is_closed(state):
            return state
        mark = self.mark(state)
        seen = tuple(choice if who == seat or choice in ("", UNKNOWN) else mark for who, choice in enumerate(chosen))
        return replace(state, **{self.field: seen}) if seen != chosen else state

    def mark(self, state: DrumRollState) -> str:
        """What others see of a choice that was told. With real cards `?` is a fist that its seat still has to open;
        where the referee deals there is none, so it is also what others hear.
        """
        return UNKNOWN if state.data.is_digital else CONCEALED
