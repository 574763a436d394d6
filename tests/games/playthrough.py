"""A whole game as a page people can read: every line, why it is so, and the table now and then.

In: a finished game, what a line of it looks like, how often the table is shown. Out: the text of a golden file
(`playthrough.txt` beside the game's `playthrough.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import PHYSICAL, Game
from pnp.referee.move import Move
from pnp.referee.replay import Entry, Replay

# The lines of a page for a line of the record: (table, the state before it, its entry).
Lines = Callable[[Replay[Any], Any, Entry], Iterable[str]]


def page(title: str, table: Replay[Any], lines_of: Lines, every: int = 0) -> str:
    """The page; the table is shown after `every` so many lines, and at the end."""
    return "\n".join([title, *_lines(table, lines_of, every)]) + "\n"


def _lines(table: Replay[Any], lines_of: Lines, every: int) -> Iterator[str]:
    before = table.positions[0].state
    for entry in table.entries:
        assert entry.accepted and not entry.irregularities, f"{table.format(entry)}: {entry.ruling}"
        yield from lines_of(table, before, entry)
        before = entry.state
        if entry.outcome or (every and entry.ply % every == 0):
            yield from ("", table.game.show(before, None, "en"), "")
    assert table.outcome is not None
    yield table.outcome.reason


def rules_of(table: Replay[Any], before: Any, entry: Entry) -> str:
    """The rules that a line follows, each once, without the letters of the game."""
    letters = f"{table.setup.book.letters}-"
    reasons = table.game.explain(before, entry.move, entry.ruling)
    return " ".join(dict.fromkeys(reason.rule.removeprefix(letters) for reason in reasons))


def with_real_cards(game: Game[Any], played: Replay[Any], moves: Iterable[Move]) -> Replay[Any]:
    """The same game at a table where the referee does not learn what is drawn."""
    table = Replay(game, replace(played.setup, deal=PHYSICAL))
    for move in moves:
        table.apply_move(move)
    return table
