"""What lies where on the table. In: a view. Out: the cards in rows; the bands' figures on the spaces of the map, their
markers on the scale of gigs.

Invariant: all of this is open to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keikalla.state import KeikallaState
from pnp.referee.scene import Piece
from pnp.referee.zoned_scene import zoned_scene


def scene(view: KeikallaState) -> tuple[Piece, ...]:
    """All cards of a view, and the pieces."""
    return (*zoned_scene("pnp.games.keikalla.zones", view), *_pieces(view))


def _pieces(view: KeikallaState) -> Iterator[Piece]:
    for seat, player in enumerate(view.players):
        if player.band:
            yield Piece(player.band, "figures", seat, spot=player.at, owner=seat)
            yield Piece(player.band, "gigs", seat, spot=f"gigs:{player.gigs}", owner=seat)
