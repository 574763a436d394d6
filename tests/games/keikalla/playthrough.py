"""One whole digital game of Keikalla as a page."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keikalla.state import KeikallaState
from pnp.referee.replay import Entry, Replay
from tests.games.keikalla.tables import simulated_game
from tests.games.playthrough import page, rules_of


def compose() -> str:
    """The page."""
    return page("Keikalla, dealt by the referee; three greedy bands.", simulated_game(3, seed=13), lines, every=40)


def lines(table: Replay[KeikallaState], before: KeikallaState, entry: Entry) -> Iterator[str]:
    yield f"{entry.ply:>3}  {table.format(entry):<51} {rules_of(table, before, entry)}".rstrip()
