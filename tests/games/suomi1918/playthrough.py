"""One whole game with real cards as a page people can read: every line, why it is so, and the table now and then.

`python -m tests.games.suomi1918.playthrough` writes `playthrough.txt` anew; look at what changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from pnp.games.suomi1918 import GAME
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from tests.games.suomi1918.tables import spoken, told_game

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 3
EVERY = 25


def compose() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


def lines() -> Iterator[str]:
    played = told_game(3, SEED, ("greedy", "random", "greedy"))
    table = Replay(GAME, replace(played.setup, deal="physical"))
    yield "Suomi 1918 with real cards: nobody tells the referee what is dealt and drawn."
    for move in spoken(played):
        before = table.state
        entry = table.make(move)
        assert isinstance(entry.ruling, Legal | Unverified)
        text = f"{entry.ply:>3}  {table.format(entry)}"
        told = " ".join(dict.fromkeys(reason.rule.removeprefix("SOC-") for reason in GAME.explain(before, move)))
        yield f"{text:<34} {entry.ruling.name:<11} {told}"
        assert not entry.irregularities
        if entry.ply % EVERY == 0 or entry.outcome:
            yield from ("", GAME.show(entry.state, None, "en"), "")
    assert table.outcome is not None
    yield table.outcome.reason


if __name__ == "__main__":
    FILE.write_text(compose(), encoding="utf-8")
