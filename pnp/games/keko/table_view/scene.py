"""What lies where on the table. In: a view. Out: its cards in rows, before their owners."""

from __future__ import annotations

from pnp.games.keko.state import KekoState
from pnp.referee.scene import Piece


def scene(view: KekoState) -> tuple[Piece, ...]:
    """All cards of a view."""
    from pnp.games.keko.zones.holdings import HOLDINGS
    from pnp.referee.kernel.scene import scene as rows_of

    return rows_of(HOLDINGS, view)
