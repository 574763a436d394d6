"""Tables of the declared games of these tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pnp.catalog import CatalogEntry, book_of, find_game, rules_of
from pnp.library.card import CardBook
from pnp.referee.game import DIGITAL, PHYSICAL, Game, Setup
from pnp.referee.replay import Entry, Position, Replay

GAMES = Path(__file__).parent / "games"
QUAY = Path(__file__).parents[2] / "conformance" / "games" / "quay"
SEATS = ("anna", "ben", "carl", "dora")


@cache
def _entry(slug: str) -> tuple[CatalogEntry, CardBook]:
    entry = find_game(slug, [QUAY if slug == "quay" else GAMES])
    return entry, book_of(entry)


def load(slug: str) -> tuple[Game[Any], CardBook]:
    """A game of the folder beside this file, or `quay`, the hand-written twin of Four Piers.

    Its rules are asked for anew: states pickle by the module that is imported now, and a test may have loaded a copy.
    """
    entry, book = _entry(slug)
    return rules_of(entry), book


def sit_down(slug: str, *lines: str, deal: str = PHYSICAL, seats: int = 2, **options: Any) -> Replay[Any]:
    """A table after some lines, all of which must be accepted."""
    game, book = load(slug)
    switches = {id_: option.default for id_, option in book.options.items()}
    table = Replay(game, Setup(SEATS[:seats], book, {**switches, **options}, deal))
    for line in lines:
        play_line(table, line)
    return table


def play_line(table: Replay[Any], line: str) -> Entry:
    """A line that must be accepted."""
    entry = table.read(line)
    assert entry.accepted, f"{line}: {entry.ruling}"
    return entry


def counting(table: Replay[Any]) -> Replay[Any]:
    """A table whose referee counts hidden cards and does not reason about them."""
    start = replace(table.state, knowledge=None)
    table.positions[:] = [Position(start, 0, None)]
    return table


__all__ = ["DIGITAL", "PHYSICAL", "counting", "load", "play_line", "sit_down"]
