"""Which lines of a state are legal. In: a state and one line after the other. Out: yes or no.

Invariant: a menu allows what the judge does not refuse; it asks the same checks, and only those.
"""

from __future__ import annotations

from pnp.games.keikalla.judge import check_cards, check_place, take_effect
from pnp.games.keikalla.phases.implied_claims import Implied, check_implied_claims, implied_by
from pnp.games.keikalla.state import KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.kernel.refusal import Agreed, Refused
from pnp.referee.move import Move


class Menu:
    """One trial for all lines: it ends with the last check of each, and asks once who may speak and what that says."""

    def __init__(self, state: KeikallaState) -> None:
        self._state = state
        self._trial = Trial(state, lists=True)
        turn = state.turn
        self._silent = turn.has_acted and not turn.hamper and not turn.just_drawn
        self._places: dict[type[Move], bool | Refused] = {}
        self._implied: dict[Implied, KeikallaState | Refused] = {}

    def allows(self, move: Move) -> bool:
        """The judge does not refuse this line."""
        t = self._trial
        t.state = self._state
        try:
            check_cards(t, move, type(move))
            if self._implies(move) and not self._silent:
                t.state = self._after_claims(implied_by(t, move))
            take_effect(t, move)
        except Agreed:
            return True
        except Refused:
            return False
        return True

    def _implies(self, move: Move) -> bool:
        """Whether this kind of line may be made now at all, and implies claims; answers are checked one by one."""
        kind = type(move)
        if self._state.question is not None:
            return check_place(self._trial, move, kind)
        known = self._places.get(kind)
        if known is None:
            try:
                known = check_place(self._trial, move, kind)
            except Refused as refused:
                known = refused
            self._places[kind] = known
        if isinstance(known, Refused):
            raise known
        return known

    def _after_claims(self, implied: Implied) -> KeikallaState:
        known = self._implied.get(implied)
        if known is None:
            try:
                check_implied_claims(self._trial, self._state.seat, implied)
                known = self._trial.state
            except Refused as refused:
                known = refused
            self._implied[implied] = known
        if isinstance(known, Refused):
            raise known
        return known
