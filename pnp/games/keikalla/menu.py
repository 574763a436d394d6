"""Which lines of a state are legal. In: a state and one line after the other. Out: yes or no.

Invariant: a menu allows what the judge does not refuse; it asks the same checks, and only those.
"""

from __future__ import annotations

from pnp.games.keikalla.judge import OF_A_TURN, check_cards, check_place, take_effect
from pnp.games.keikalla.phases.implied_claims import Implied, check_implied_claims, implied_by
from pnp.games.keikalla.state import KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.kernel.line_trial import Agreed, Refused
from pnp.referee.move import Move


class Menu:
    """One trial for all lines: it ends with the last check of each, and asks once who may speak and what that says."""

    def __init__(self, state: KeikallaState) -> None:
        self._state = state
        self._trial = Trial(state, listing=True)
        turn = state.turn
        self._in_turn = state.seat if state.is_turn else None
        self._silent = turn.has_acted and not turn.hamper and not turn.just_drawn
        self._implied: dict[Implied, KeikallaState | Refused] = {}

    def allows(self, move: Move) -> bool:
        """The judge does not refuse this line."""
        t, kind = self._trial, type(move)
        t.state = self._state
        try:
            check_cards(t, move, kind)
            implies = (move.seat == self._in_turn and kind in OF_A_TURN) or check_place(t, move, kind)
            if implies and not self._silent:
                t.state = self._after_claims(implied_by(t, move))
            take_effect(t, move)
        except Agreed:
            return True
        except Refused:
            return False
        return True

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
