"""The table before the first line. In: a Setup. Out: a KalevalaState, or Illegal for a wrong number of seats."""

from __future__ import annotations

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.game_data import game_data_of
from pnp.games.kalevala.state import Hand, KalevalaState
from pnp.referee.game import Setup
from pnp.referee.ruling import Illegal


def setup(agreed: Setup) -> KalevalaState | Illegal:
    """The table before the first line: an empty board and a full deck (KAL-01, KAL-02, KAL-06)."""
    refusal = agreed.refuse_seats(rule_ids.TWO_PLAYERS)
    if refusal:
        return refusal
    data = game_data_of(agreed)
    nobody: tuple[Hand, ...] = tuple(() for _ in agreed.seats)
    scores = tuple(0 for _ in agreed.seats)
    return KalevalaState(
        agreed, data=data, hands=nobody, shown=nobody, scores=scores, deck=data.total, unseen=dict(data.copies)
    )
