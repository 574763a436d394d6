"""The table before the first line. In: a Setup. Out: a Suomi1918State, or Illegal for a wrong number of seats."""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.dealing import first_deals
from pnp.games.suomi1918.game_data import game_data_of
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import NONE, Suomi1918State
from pnp.referee.game import Setup
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal


def setup(agreed: Setup) -> Suomi1918State | Illegal:
    """Four empty stacks (SOC-09). By hand everything is dealt already; a digital table deals now (SOC-02 to SOC-08)."""
    refusal = agreed.refuse_seats(rule_ids.PLAYERS)
    if refusal:
        return refusal
    seats = len(agreed.seats)
    data = game_data_of(agreed)
    stacks: tuple[tuple[str, ...], ...] = tuple(() for _ in data.colours)
    dealt = 0 if data.is_digital else data.hand_size
    return Suomi1918State(
        agreed,
        data=data,
        stacks=stacks,
        tops=data.tops_of(stacks),
        playable=data.first,
        hands=((UNKNOWN,) * dealt,) * seats,
        shown=((),) * seats,
        victory=(NONE if data.is_digital else UNKNOWN,) * seats,
        turn=None,
        draw=len(data.pile) - dealt * seats,
        discard=(),
        removed=(),
        unseen=frozenset(data.pile),
        due=first_deals(seats, data.hand_size) if data.is_digital else (),
        knowledge=None if data.is_digital else hidden_cards.opening(data, seats),
    )
