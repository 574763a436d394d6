"""What lies where on the table. In: a view. Out: the cards in rows; everybody's pieces on the spots of the main board,
and the cubes in the storages.

Seats have the colours of the printed pieces in their order. Invariant: all of this is open to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.drumroll.game_data import REGIONS
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.scene import Piece
from pnp.referee.zoned_scene import zoned_scene

SIZES = {REGIONS: (62.0, 46.0)}


def scene(view: DrumRollState) -> tuple[Piece, ...]:
    """All cards of a view, and the pieces."""
    return (*zoned_scene("pnp.games.drumroll.zones", view, sizes=SIZES), *_pieces(view))


def _pieces(view: DrumRollState) -> Iterator[Piece]:
    colours = view.setup.book.decks["pieces"].fields["colour"].values
    yield Piece("round-token", "times", "turn", spot=f"turn:{view.turn}")
    yield Piece("show-token", "times", "show", spot=f"show:{view.show}")
    for action, seats in zip(view.data.actions, view.markers, strict=True):
        for seat in seats:
            yield Piece(f"action-{colours[seat]}", "markers", seat, spot=action.id, owner=seat)
    for seat, player in enumerate(view.players):
        track = f"score:{player.prestige}" if player.prestige >= 0 else f"below:{player.prestige}"
        yield Piece(f"score-{colours[seat]}", "scores", seat, spot=track, owner=seat)
        yield Piece(f"ticket-{colours[seat]}", "tickets", seat, spot=f"sold:{player.tickets}", owner=seat)
        for colour, count in zip(view.data.colours, player.storage, strict=True):
            yield from (Piece(f"cube-{colour}", "storage", seat, owner=seat) for _ in range(count))
