"""One whole digital game of Kalevala as a page, with what every line scored."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.kalevala import GAME
from pnp.games.kalevala.state import KalevalaState, Placed
from pnp.playtest.simulate import simulate
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Legal
from tests.games.kalevala.tables import SEATS, book
from tests.games.playthrough import page, rules_of


def compose() -> str:
    """The page."""
    played = simulate(GAME, book(), SEATS, 4, ("greedy", "random"))
    title = "Kalevala, dealt by the referee. red takes the most points it sees, blue places at random."
    return page(title, played, lines, every=24)


def lines(table: Replay[KalevalaState], before: KalevalaState, entry: Entry) -> Iterator[str]:
    assert isinstance(entry.ruling, Legal)
    text = f"{entry.ply:>3}  {table.format(entry)}"
    event = entry.ruling.events[0]
    if isinstance(event, Placed):
        score = ":".join(str(points) for points in GAME.scores(entry.state))
        text = f"{text:<36} row {event.row}, column {event.column}   {score}"
        text = f"{text:<66} {rules_of(table, before, entry)}"
    yield text
