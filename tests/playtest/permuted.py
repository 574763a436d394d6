"""Positions in which what a seat cannot see lies otherwise. In: a game, a seed. Out: pairs of what the seat sees there.

Each pair comes from twins: two tables whose lines the seat saw alike, and whose hidden cards or choices differ.
Invariant: the tables differ, and it is the seat's turn at both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.catalog import load_game
from pnp.conformance.twins import cut, twin_of
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import Game
from pnp.referee.replay import Replay
from pnp.referee.seat import Seat
from pnp.referee.view import view_of

SCAFFOLD = Path(__file__).parents[2] / "pnp" / "scaffold" / "hands"
HIDING = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko", "mygame")
TABLES = 6  # beginnings of one game that are looked for a twin
LONGEST = 150  # lines of such a beginning


class Permuted(Struct):
    """What a seat sees at two tables that it cannot distinguish."""

    ply: int
    seat: Seat
    views: tuple[Any, Any]
    states: tuple[Any, Any]  # what it does not see all of


def game_of(slug: str) -> tuple[Game[Any], CardBook]:
    """A built-in game, or the scaffold's game with hands."""
    return load_game(slug, (str(SCAFFOLD),) if slug == "mygame" else ())


def permuted(game: Game[Any], book: CardBook, seed: int) -> Iterator[Permuted]:
    """Decisions of one game's twins, where there is a choice and the tables differ already."""
    pick = random.Random(f"permuted/{seed}").randrange
    fewest, most = book.players
    seats = SEAT_NAMES[: fewest + pick(min(most, fewest + 1) - fewest + 1)]
    played = simulate(game, book, seats, seed)
    for _ in range(TABLES):
        table = cut(played, pick, LONGEST)
        seat = pick(len(seats))
        twin = twin_of(table, seat, pick, tries=20)
        if twin is not None:
            yield from _decisions(table, twin, seat)


def _decisions(table: Replay[Any], twin: Replay[Any], seat: Seat) -> Iterator[Permuted]:
    game = table.game
    tables = Replay(game, table.setup), Replay(game, table.setup)
    for ply, entries in enumerate(zip(table.entries, twin.entries, strict=True)):
        states = [each.state for each in tables]
        is_turn = all(seat in game.to_act(state) and game.forced(state) is None for state in states)
        if is_turn and game.facts(states[0]) != game.facts(states[1]):
            views = view_of(tables[0], seat), view_of(tables[1], seat)
            if len(game.legal_moves(views[0], seat)) > 1:
                yield Permuted(ply, seat, views, (states[0], states[1]))
        for each, entry in zip(tables, entries, strict=True):
            assert entry.move is not None
            each.apply_move(entry.move)
