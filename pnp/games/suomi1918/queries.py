"""What follows from a state: who may act, how far the game is, how it ended. In: a state. Out:
seats, plain values, an outcome.
"""

from __future__ import annotations

from typing import Any

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.state import Suomi1918State, is_frozen, starter
from pnp.referee.game import Outcome
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def outcome(state: Suomi1918State) -> Outcome | None:
    """How the game ended; None while it goes on (SOC-35 to SOC-39)."""
    if state.ended:
        card_data = state.data.cards[state.ended]
        card = card_data.label
        if state.winner is not None:
            why = state.message("won", seat=state.winner, card=card)
            return Outcome((state.winner,), why, rule_ids.WIN, "win", rule_ids.OVER)
        if card_data.ending == "all_lose":
            return Outcome((), state.message("all_lose", card=card), rule_ids.COLLAPSE, "collapse", rule_ids.OVER)
        return Outcome((), state.message("nobody_wins", card=card), rule_ids.PEACE, "peace", rule_ids.OVER)
    if len(state.out) + 1 == len(state.hands):
        last = state.after(state.out[-1])
        return Outcome((last,), state.message("alone_left", seat=last), rule_ids.RESIGNED, "resigned", rule_ids.OVER)
    if state.dead_turns and is_frozen(state):
        return Outcome((), state.message("frozen_over"), rule_ids.FROZEN, "frozen", rule_ids.OVER)
    return None


def to_act(state: Suomi1918State) -> tuple[Seat, ...]:
    """The table while a deal is due, else whose turn it is; before the first line whoever may hold black 1 (SOC-10)."""
    if state.ended or ((state.dead_turns or state.out) and outcome(state)):
        return ()
    if state.due:
        return (TABLE,)
    if state.turn is not None:
        return (state.turn,)
    first = starter(state)  # with real cards the table may be told what a hand holds
    return (first,) if first is not None else tuple(seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)


def phase(state: Suomi1918State) -> str:
    """`deal`, `opening`, `play`, `draw` or `over`."""
    if outcome(state):
        return "over"
    if state.due:
        return "deal" if state.is_opening else "draw"
    return "opening" if state.is_opening else "play"


def scores(state: Suomi1918State) -> tuple[int, ...]:
    """No points are counted: 1 for the winner, 0 for everybody else (SOC-39)."""
    over = outcome(state)
    return tuple(int(over is not None and seat in over.winners) for seat in range(len(state.hands)))


def facts(state: Suomi1918State) -> Any:
    """Plain values that describe the whole table."""
    left = {"out": sorted(state.out)} if state.out else {}
    return {
        **left,
        "stacks": dict(zip(state.data.colours, state.stacks, strict=True)),
        "hands": [sorted(hand) for hand in state.hands],
        "shown": [sorted(shown) for shown in state.shown],
        "victory": state.victory,
        "turn": state.turn,
        "draw": state.draw,
        "discard": state.discard,
        "removed": state.removed,
        "shuffles": state.shuffles,
        "dead_turns": state.dead_turns,
        "due": [[due.seat, due.count] for due in state.due],
        "ended": state.ended,
        "winner": state.winner,
    }
