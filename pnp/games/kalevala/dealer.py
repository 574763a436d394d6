"""The dealer of a digital table. In: a table and chance. Out: the table's next move.

The draw pile is shuffled once; the next tile is the first of that order that is not yet seen, so a draw that was undone
comes again, and Kullervos passed over at the start stay where they were (KAL-03).
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from pnp.games.kalevala.moves import Start
from pnp.games.kalevala.table import ASIDE, board_of, data_of
from pnp.referee.kernel import TABLE, Chance, Deal, Trial
from pnp.referee.kernel.zone import kinds_of


def deal_next(t: Trial, chance: Chance) -> Start | Deal:
    """`start`, or the deal that is due (KAL-02 to KAL-04, KAL-41)."""
    board, data = board_of(t), data_of(t)
    order = chance.shuffle("deck", data.pile)
    if not board.tops:
        return Start(TABLE, next(tile for tile in order if tile in data.starting))
    due = t.dues[0]
    seen = Counter(chain(t[ASIDE], *board.values(), *map(kinds_of, t.get("hands"))))
    tiles: list[str] = []
    for tile in order:
        if seen[tile] > 0:
            seen[tile] -= 1
        else:
            tiles.append(tile)
            if len(tiles) == due.count:
                break
    return Deal(TABLE, int(due.to[1]), tuple(tiles))
