"""Where tiles lie: every place of the table, declared once over the state. In: a state. Out: what lies in each place.

Invariant: every tile lies in one of these places or is a `?`.
"""

from __future__ import annotations

from pnp.games.kalevala.state import Hand, KalevalaState
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT, Key
from pnp.referee.kernel.zone import NOBODY, OWNER, Zone
from pnp.referee.params import UNKNOWN


def _on_board(state: KalevalaState, _: Key) -> Hand:
    covered = [tile for tiles in state.board.under.values() for tile in tiles]
    return (*state.board.tops.values(), *covered)


BOARD = Zone("board", get=_on_board)
OFF_BOARD = Holdings(
    (
        Zone("deck", seen_by=NOBODY, get=lambda state, _: (UNKNOWN,) * state.deck),
        Zone("aside"),
        Zone("hands", EACH_SEAT, OWNER),
    )
)
HOLDINGS = Holdings((BOARD, *OFF_BOARD.zones))
