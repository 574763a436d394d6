"""One whole digital game of Kalevala as a page, with what every line scored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Place
from pnp.playtest.simulate import simulate
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Legal
from tests.games.kalevala.tables import SEATS, book, points_of
from tests.games.playthrough import page, rules_of


def compose() -> str:
    """The page."""
    played = simulate(GAME, book(), SEATS, 4, ("greedy", "random"))
    title = "Kalevala, dealt by the referee. red takes the most points it sees, blue places at random."
    return page(title, played, lines, every=24)


def lines(table: Replay[Any], before: Any, entry: Entry) -> Iterator[str]:
    assert isinstance(entry.ruling, Legal)
    text = f"{entry.ply:>3}  {table.format(entry)}"
    if isinstance(entry.move, Place):
        row, column = points_of(before, entry.move, entry.ruling)
        score = ":".join(str(points) for points in GAME.scores(entry.state))
        text = f"{text:<36} row {row}, column {column}   {score}"
        text = f"{text:<66} {rules_of(table, before, entry)}"
    yield text
