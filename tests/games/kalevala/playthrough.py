"""One whole digital game as a page people can read: every line, what it scored, and the table now and then.

`python -m tests.games.kalevala.playthrough` writes `playthrough.txt` anew; look at what changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.games.kalevala import GAME
from pnp.games.kalevala.state import Placed
from pnp.playtest.simulate import simulate
from pnp.referee.ruling import Irregularity, Legal
from tests.games.kalevala.tables import SEATS, book

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 4
EVERY = 24


def compose() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


def lines() -> Iterator[str]:
    played = simulate(GAME, book(), SEATS, SEED, ("greedy", "random"))
    yield "Kalevala, dealt by the referee. red takes the most points it sees, blue places at random."
    before = played.positions[0].state
    for entry in played.entries:
        assert isinstance(entry.ruling, Legal)
        text = f"{entry.ply:>3}  {played.format(entry)}"
        event = entry.ruling.events[0]
        if isinstance(event, Placed):
            score = ":".join(str(points) for points in GAME.scores(entry.state))
            text = f"{text:<36} row {event.row}, column {event.column}   {score}"
            assert entry.move is not None
            told = dict.fromkeys(reason.rule for reason in GAME.explain(before, entry.move))
            text = f"{text:<66} {' '.join(rule.removeprefix('KAL-') for rule in told)}"
        yield text
        before = entry.state
        assert not any(isinstance(event, Irregularity) for event in entry.ruling.events)
        if entry.ply % EVERY == 0 or entry.outcome:
            yield from ("", GAME.show(entry.state, None, "en"), "")
    assert played.outcome is not None
    yield played.outcome.reason


if __name__ == "__main__":
    FILE.write_text(compose(), encoding="utf-8")
