"""What follows from a state: who may act, how far the game is, how it ended. In: a state. Out:
seats, plain values, an outcome.
"""

from __future__ import annotations

from typing import Any

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.board import label_of
from pnp.games.kalevala.state import KalevalaState, can_act, has_room
from pnp.referee.game import Outcome
from pnp.referee.seat import TABLE, Seat


def outcome(state: KalevalaState) -> Outcome | None:
    """How the game ended; None while somebody can still place (KAL-43, KAL-44, KAL-46)."""
    if state.due or not state.board.tops:
        return None
    seats = (0, 1)
    if not any(state.hands):
        why = state.message("hands_empty")
    elif state.passes >= state.data.passes_to_end:
        why = state.message("passes_in_row", count=state.passes)
    elif state.is_digital and not has_room(state.board) and not any(can_act(state, seat) for seat in seats):
        why = state.message("nobody_can_place")
    else:
        return None
    best = max(state.scores)
    winners = tuple(seat for seat in seats if state.scores[seat] == best)
    score = ":".join(str(score) for score in sorted(state.scores, reverse=True))
    if len(winners) == 1:
        return Outcome(winners, state.message("won", why=why, seat=winners[0], score=score), rule_ids.OVER)
    if state.data.tie_result == "shared":
        return Outcome(winners, state.message("tied", why=why, score=score), rule_ids.OVER, "tie")
    return Outcome((), state.message("tied_for_nobody", why=why, score=score), rule_ids.OVER, "tie")


def phase(state: KalevalaState) -> str:
    """`start`, `opening`, `play`, `draw` or `over`."""
    if not state.board.tops:
        return "start"
    if state.due:
        return "opening" if state.is_opening else "draw"
    return "over" if outcome(state) else "play"


def scores(state: KalevalaState) -> tuple[int, ...]:
    """The points of each seat."""
    return state.scores


def facts(state: KalevalaState) -> Any:
    """Plain values that describe the whole table."""
    board = state.board
    return {
        "board": {label_of(square): tile for square, tile in board.tops.items()},
        "covered": {label_of(square): tiles for square, tiles in board.under.items()},
        "hands": [sorted(hand) for hand in state.hands],
        "shown": [sorted(shown) for shown in state.shown],
        "scores": state.scores,
        "turn": state.turn,
        "passes": state.passes,
        "deck": state.deck,
        "due": state.due,
        "aside": state.aside,
    }


def to_act(state: KalevalaState) -> tuple[Seat, ...]:
    """The table while a tile is to be started or dealt, else the seat whose turn it is (KAL-08)."""
    if state.due or not state.board.tops:
        return (TABLE,)
    return () if outcome(state) else (state.turn,)
