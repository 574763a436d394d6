"""Lines that people leave out because they go without saying. In: a table, a refused line. Out: the lines before it.

Invariant: a line is completed only when it is refused as it stands, is accepted after the lines that the game says go
before it (`Game.implied`), and none of these needs a card from the dealer: tried and refused, it would betray the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pnp.referee.game import DIGITAL, Game
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Irregularity, Legal, Unverified
from pnp.referee.seat import TABLE, Seat

MOST = 6  # lines that are left out before one


class LedUp(Struct, frozen=True):
    """A line with what goes before it: those lines, the state that it meets there, and the ruling on it."""

    moves: tuple[Move, ...]
    before: Any
    ruling: Legal | Unverified


def lead_up(replay: Replay[Any], entry: Entry) -> LedUp | None:
    """What goes without saying before a line that was judged; None where it is accepted, or refused all the same."""
    move = entry.move
    if move is None or entry.overruled or not isinstance(entry.ruling, Illegal) or replay.outcome is not None:
        return None
    return lead_up_to(replay.game, replay.state, move)


def lead_up_to(game: Game[Any], state: Any, move: Move) -> LedUp | None:
    """The same for a move that is refused in a state, a view's too."""
    if move.seat == TABLE or type(move) in KERNEL_MOVES:
        return None
    for moves, before in states_implied(game, state, move.seat):
        ruling = game.judge(before, move)
        if isinstance(ruling, ACCEPTED):
            return None if Irregularity in map(type, ruling.events) else LedUp(moves, before, ruling)
    return None


def states_implied(game: Game[Any], state: Any, seat: Seat) -> Iterator[tuple[tuple[Move, ...], Any]]:
    """Where the game stands for a seat that leaves out one line after another, and which lines these are."""
    found: tuple[Move, ...] = ()
    for _ in range(MOST):
        implied = game.implied(state, seat)
        ruling = None if implied is None else game.judge(state, implied)
        if implied is None or not isinstance(ruling, ACCEPTED) or Irregularity in map(type, ruling.events):
            return
        state, found = ruling.after, (*found, implied)
        if game.outcome(state) is not None or (state.setup.deal == DIGITAL and game.to_act(state) == (TABLE,)):
            return
        yield found, state
