"""The table before the first line. In: a Setup. Out: a KeikallaState, or Illegal for wrong seats."""

from __future__ import annotations

from pnp.games.keikalla.game_data import game_data_of
from pnp.games.keikalla.state import KeikallaState, Player
from pnp.referee.game import Setup
from pnp.referee.ruling import Illegal


def setup(agreed: Setup) -> KeikallaState | Illegal:
    """The table before the first line (KEI-D14)."""
    refusal = agreed.refuse_seats("KEI-D14")
    if refusal:
        return refusal
    seats = len(agreed.seats)
    data = game_data_of(agreed)
    unseen = {id_: card_data.copies for id_, card_data in data.cards.items() if card_data.pile != "band"}
    return KeikallaState(agreed, data=data, players=(Player(),) * seats, piles={}, discards={}, unseen=unseen)
