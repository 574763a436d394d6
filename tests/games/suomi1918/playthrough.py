"""One whole game of Suomi 1918 with real cards as a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.games.suomi1918 import GAME
from pnp.referee.replay import Entry, Replay
from tests.games.playthrough import page, rules_of, with_real_cards
from tests.games.suomi1918.tables import physical_lines, simulated_game


def compose() -> str:
    """The page."""
    played = simulated_game(3, 3, ("greedy", "random", "greedy"))
    table = with_real_cards(GAME, played, physical_lines(played))
    return page("Suomi 1918 with real cards: nobody tells the referee what is dealt and drawn.", table, lines, every=25)


def lines(table: Replay[Any], before: Any, entry: Entry) -> Iterator[str]:
    yield f"{entry.ply:>3}  {table.format(entry):<29} {entry.ruling.name:<11} {rules_of(table, before, entry)}"
