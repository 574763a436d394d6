"""The dealer of a digital table. In: a state and chance. Out: the table's next move.

The deck is shuffled once; the next tile is the first of that order that is not yet seen, so a draw that was undone
comes again, and Kullervos passed over at the start stay where they were (KAL-03).
"""

from __future__ import annotations

from pnp.games.kalevala.moves import Start
from pnp.games.kalevala.state import KalevalaState
from pnp.referee.game import Chance
from pnp.referee.move import Deal
from pnp.referee.seat import TABLE


def deal_next(state: KalevalaState, chance: Chance) -> Start | Deal:
    """`start`, or the deal that is due (KAL-02 to KAL-04, KAL-41)."""
    data = state.data
    order = chance.shuffle("deck", [tile for tile in data.tiles for _ in range(data.copies[tile])])
    if not state.board.tops:
        return Start(TABLE, next(tile for tile in order if tile in data.starting))
    seat, count = state.due[0]
    seen = {tile: data.copies[tile] - state.unseen[tile] for tile in data.tiles}
    tiles: list[str] = []
    for tile in order:
        if seen[tile]:
            seen[tile] -= 1
        else:
            tiles.append(tile)
            if len(tiles) == count:
                break
    return Deal(TABLE, seat, tuple(tiles))
