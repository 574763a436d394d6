"""What lies where on the table. In: a view. Out: its cards in rows, before their owners."""

from __future__ import annotations

from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.scene import Piece


def scene(view: Suomi1918State) -> tuple[Piece, ...]:
    """All cards of a view."""
    from pnp.games.suomi1918.zones import HOLDINGS
    from pnp.referee.kernel.scene import scene as rows_of

    return rows_of(HOLDINGS, view)
