"""Lines that people leave out because they go without saying. In: a table, a refused line. Out: the lines before it.

Invariant: a line is completed only when it is refused as it stands, is accepted after the lines that the game says go
before it (`Game.implied`), and none of these needs a card from the dealer: tried and refused, it would betray the card.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.game import DIGITAL
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

MOST = 6  # lines that are left out before one


def lead_up(replay: Replay[Any], entry: Entry) -> tuple[Move, ...]:
    """What goes without saying before a line that was judged; nothing where it is accepted, or refused all the same."""
    game, move = replay.game, entry.move
    if move is None or entry.overruled or not isinstance(entry.ruling, Illegal):
        return ()
    if move.seat == TABLE or type(move) in KERNEL_MOVES or replay.outcome is not None:
        return ()
    before = replay.savepoint()
    found: list[Move] = []
    try:
        for _ in range(MOST):
            implied = game.implied(replay.state, move.seat)
            if implied is None:
                return ()
            applied = replay.apply_move(implied)
            if not applied.accepted or applied.irregularities or replay.outcome is not None:
                return ()
            if replay.setup.deal == DIGITAL and game.to_act(replay.state) == (TABLE,):
                return ()
            found.append(implied)
            again = replay.judge(move)
            if again.accepted:
                return () if again.irregularities else tuple(found)
        return ()
    finally:
        replay.rollback(before)
