"""Where cards lie: every place of the table, declared once over the state. In: a state. Out: what lies in each place.

Invariant: every card lies in one of these places or is a `?`.
"""

from __future__ import annotations

from pnp.games.suomi1918.state import Cards, Suomi1918State
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT, Key
from pnp.referee.kernel.zone import NOBODY, OWNER, Zone
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _stacked(state: Suomi1918State, _: Key) -> Cards:
    return tuple(card for stack in state.stacks for card in stack)


def _victory(state: Suomi1918State, seat: Seat) -> Cards:
    return tuple(filter(None, (state.victory[seat],)))


# all cards but the victory cards, of which each seat has one
PILE = Holdings(
    (
        Zone("draw", seen_by=NOBODY, get=lambda state, _: (UNKNOWN,) * state.draw),
        Zone("stacks", get=_stacked),
        Zone("discard"),
        Zone("removed"),
        Zone("hands", EACH_SEAT, OWNER),
    )
)
HOLDINGS = Holdings((*PILE.zones, Zone("victory", EACH_SEAT, OWNER, get=_victory)))
