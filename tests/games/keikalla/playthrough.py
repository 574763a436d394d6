"""One whole digital game as a page people can read: every line, why it is so, and the table now and then.

`python -m tests.games.keikalla.playthrough` writes `playthrough.txt` anew; look at what changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.games.keikalla import GAME
from tests.games.keikalla.tables import told_game

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 13
EVERY = 40


def compose() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


def lines() -> Iterator[str]:
    played = told_game(3, SEED)
    yield "Keikalla, dealt by the referee; three greedy bands."
    before = played.positions[0].state
    for entry in played.entries:
        assert entry.move is not None
        told = dict.fromkeys(reason.rule for reason in GAME.explain(before, entry.move))
        text = f"{entry.ply:>3}  {played.format(entry)}"
        yield f"{text:<56} {' '.join(rule.removeprefix('KEI-') for rule in told)}".rstrip()
        before = entry.state
        assert not entry.irregularities
        if entry.ply % EVERY == 0 or entry.outcome:
            yield from ("", GAME.show(entry.state, None, "en"), "")
    assert played.outcome is not None
    yield played.outcome.reason


if __name__ == "__main__":
    FILE.write_text(compose(), encoding="utf-8")
