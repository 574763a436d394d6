"""One whole game of Keko Chronicles with real cards as a page."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keko import GAME
from pnp.games.keko.moves import First, Mill, Roll
from pnp.games.keko.state import KekoState
from pnp.referee.replay import Entry, Replay
from tests.games.keko.tables import physical_lines, simulated_game
from tests.games.playthrough import page, rules_of, with_real_cards


def compose() -> str:
    """The page."""
    played = simulated_game(3, 7, ("greedy", "random", "greedy"), ownership_rules=True)
    table = with_real_cards(GAME, played, (move for _, move in physical_lines(played)))
    assert any(isinstance(entry.move, First | Roll | Mill) for entry in table.entries)
    return page("Keko Chronicles with real cards: nobody tells the referee what is drawn.", table, lines, every=40)


def lines(table: Replay[KekoState], before: KekoState, entry: Entry) -> Iterator[str]:
    yield f"{entry.ply:>4}  {table.format(entry):<52} {rules_of(table, before, entry)}".rstrip()
