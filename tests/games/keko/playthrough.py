"""One whole game with real cards as a page people can read: every line, why it is so, and the table now and then.

`python -m tests.games.keko.playthrough` writes `playthrough.txt` anew; look at what changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from pnp.games.keko import GAME
from pnp.games.keko.moves import Deal, First, Look, Mill, Roll
from pnp.games.keko.notation import Handed
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE
from tests.games.keko.tables import told_game

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 7
EVERY = 40


def compose() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


def spoken(move: Move, seats: int, dealt: int) -> Move | None:
    """What a table with real cards says of a digital table's line: nothing about cards that nobody sees."""
    if isinstance(move, Deal) and not move.what.is_open:
        return Deal(TABLE, Handed(count=2)) if dealt == seats else None
    if isinstance(move, Look):
        return None
    return move


def lines() -> Iterator[str]:
    played = told_game(3, SEED, ("greedy", "random", "greedy"), ownership_rules=True)
    table = Replay(GAME, replace(played.setup, deal="physical"))
    yield "Keko Chronicles with real cards: nobody tells the referee what is drawn."
    dealt = 0
    for entry in played.entries:
        assert entry.move is not None
        if isinstance(entry.move, Deal) and not entry.move.what.is_open:
            dealt += 1
        move = spoken(entry.move, 3, dealt)
        if move is None or type(move).__name__ == "Keep":
            continue
        before = table.state
        made = table.make(move)
        assert isinstance(made.ruling, Legal | Unverified), f"{table.format(made)}: {made.ruling}"
        told = " ".join(dict.fromkeys(reason.rule.removeprefix("KEK-") for reason in GAME.explain(before, move)))
        yield f"{made.ply:>4}  {table.format(made):<52} {told}".rstrip()
        assert not made.irregularities
        if made.ply % EVERY == 0 or made.outcome:
            yield from ("", GAME.show(made.state, None, "en"), "")
    assert table.outcome is not None
    assert any(isinstance(entry.move, First | Roll | Mill) for entry in table.entries)
    yield table.outcome.reason


if __name__ == "__main__":
    FILE.write_text(compose(), encoding="utf-8")
