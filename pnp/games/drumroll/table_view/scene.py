"""What lies where on the table. In: a view. Out: its cards in rows, before their owners."""

from __future__ import annotations

from pnp.games.drumroll.game_data import REGIONS
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.scene import Piece

REGION = (62.0, 46.0)  # mm


def scene(view: DrumRollState) -> tuple[Piece, ...]:
    """All cards of a view."""
    from pnp.games.drumroll.zones import HOLDINGS
    from pnp.referee.kernel.scene import scene as rows_of

    return rows_of(HOLDINGS, view, {REGIONS: REGION})
