"""The dealer of a digital table. In: a state and chance. Out: the table's next move.

The draw pile is shuffled once; the next tile is the first of that order that is not yet seen, so a draw that was undone
comes again, and Kullervos passed over at the start stay where they were (KAL-03).
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from pnp.games.kalevala.moves import Start
from pnp.games.kalevala.table import deals_due
from pnp.referee.kernel import TABLE, Chance, Deal
from pnp.referee.kernel.zone import kinds_of


def deal_next(state: Any, chance: Chance) -> Start | Deal:
    """`start`, or the deal that is due (KAL-02 to KAL-04, KAL-41)."""
    data = state.board.data
    order = chance.shuffle("deck", data.pile)
    if not state.board.tops:
        return Start(TABLE, next(tile for tile in order if tile in data.starting))
    board, due = state.board, deals_due(state.stack)[0]
    seen = Counter(chain(state.aside, *board.values(), *map(kinds_of, state.hands)))
    tiles: list[str] = []
    for tile in order:
        if seen[tile] > 0:
            seen[tile] -= 1
        else:
            tiles.append(tile)
            if len(tiles) == due.count:
                break
    return Deal(TABLE, int(due.to[1]), tuple(tiles))
