"""Hints and reviews: whether what a seat cannot see ever changes one, how long they take, and whether they hold.

In: games, a number of positions. Out: for each game how many times hidden cards and choices were exchanged so that the
seat that is asked cannot tell the two tables apart, how many hints at these tables differed by a single byte, and the
seconds (of the processor) that a hint of so many simulations takes; of reviews of whole games the seconds, how many
moves were named, and how many of these a third look, twice as far and with numbers of its own, finds dear again.

Run: python benchmarks/hints.py [GAME …] [--positions 10000] [--seconds N] [--simulations 300] [--reviews 4] [--short]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import json

from pnp.base.diagnostics import InputError
from pnp.catalog import load_game
from pnp.conformance.twins import cut, twin_of
from pnp.playtest.advice.hint import hint
from pnp.playtest.advice.review import review
from pnp.playtest.advice.weighing import beside
from pnp.playtest.search import Habits, Search
from pnp.playtest.simulate import SEAT_NAMES, keyed_pick, simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import ReplayView
from pnp.ui.advice.hint_text import hint_values

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
FIRST_SEED = 950_000
BRIEF = Habits(plies=0, width=6)  # whether anything is used does not depend on how far it is thought
A_GAME = 6  # pairs of one game
LINES = 240  # of a game
LOOK = 800  # simulations of the third look, and as many worlds


def pairs(slug: str) -> Iterator[tuple[Replay[Any], Replay[Any], Seat]]:
    """Two tables and the seat to which both look alike, without end."""
    game, book = load_game(slug)
    seats, seed = SEAT_NAMES[: book.players[0]], FIRST_SEED
    while True:
        pick = random.Random(seed).randrange
        played = simulate(game, book, seats, seed, ["greedy" if seed % 2 else "random"])
        for _ in range(A_GAME):
            table, seat = cut(played, pick, LINES), pick(len(seats))
            twin = twin_of(table, seat, pick)
            if twin is not None:
                yield table, twin, seat
        seed += 1


def asked_at(table: Replay[Any], twin: Replay[Any], seat: Seat) -> Iterator[tuple[Replay[Any], Replay[Any]]]:
    """Both tables at every line from the first that differs on at which the seat was to act."""
    first = next(at for at, one in enumerate(table.entries) if one.move != twin.entries[at].move)
    for at in range(first + 1, len(table.positions)):
        if seat in table.game.to_act(table.positions[at].state) and table.positions[at].outcome is None:
            yield at_position(table, at), at_position(twin, at)


def at_position(table: Replay[Any], at: int) -> Replay[Any]:
    """The table as it was after so many lines."""
    then = Replay(table.game, table.setup)
    then.entries, then.positions = table.entries[:at], table.positions[: at + 1]
    return then


def answer(table: Replay[Any], seat: Seat) -> bytes:
    """Every byte that the seat is told."""
    seen = ReplayView(table, seat)
    try:
        return json.encode(hint_values(hint(seen, seat, Search(table.game, 1, habits=BRIEF)), seen, "en"), enc_hook=str)
    except InputError as fault:
        return str(fault).encode()


def permuted(slug: str, positions: int, seconds: float) -> int:
    """Count hints that change with what cannot be seen."""
    began, asked, refused, differ = time.process_time(), 0, 0, 0
    for table, twin, seat in pairs(slug):
        for one, other in asked_at(table, twin, seat):
            mine, its = answer(one, seat), answer(other, seat)
            asked, differ, refused = asked + 1, differ + (mine != its), refused + (not mine.startswith(b"{"))
            if asked >= positions or time.process_time() - began > seconds:
                took = time.process_time() - began
                print(f"{slug}: {asked:,} permuted positions, {differ} hints differ, {refused} had none; {took:.0f} s")
                return differ
    raise AssertionError("there are always more games")


def speed(slug: str, simulations: int, hints: int) -> None:
    """How long hints take with a choice."""
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[: book.players[0]], FIRST_SEED, ["greedy"])
    turns = [at for at, entry in enumerate(played.entries) if entry.seat != TABLE]
    took: list[float] = []
    for at in random.Random(1).sample(turns, min(len(turns), 4 * hints)):
        table, seat = at_position(played, at), played.entries[at].seat
        start = time.process_time()
        found = hint(ReplayView(table, seat), seat, Search(game, simulations))
        if found.chance is not None and len(took) < hints:
            took.append(time.process_time() - start)
    print(
        f"{slug}: a hint of {simulations} simulations takes {median(took):.2f} s, at most {max(took):.2f} s", flush=True
    )


def reviews(slug: str, games: int) -> None:
    """Reviews of games of greedy, and a third look at what they name."""
    game, book = load_game(slug)
    took: list[float] = []
    named = again = lines = 0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        played = simulate(game, book, SEAT_NAMES[: book.players[0]], seed, ["greedy"])
        start = time.process_time()
        found = review(played, None)
        took.append(time.process_time() - start)
        lines += len(played.entries)
        for one in found.dearest:
            at = next(at for at, position in enumerate(played.positions) if position.ply == one.ply) - 1
            view, pick = ReplayView(at_position(played, at), one.seat).state, keyed_pick(seed, one.seat, one.ply)
            thinking = Search(game, 1).think(view, one.seat, pick)
            for _ in range(LOOK):
                thinking.simulate()
            assert one.better is not None
            named, again = named + 1, again + (beside(thinking, one.move, one.better, LOOK, pick).low > 0)
    print(
        f"{slug}: a review of a game of {lines / games:.0f} lines takes {median(took):.1f} s, most {max(took):.1f} s; "
        f"of {named} moves that were named a third look finds {again} dear again",
        flush=True,
    )


def main() -> int:
    """Count and measure; 1 when anything leaked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of the processor, at most so many a game")
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--reviews", type=int, default=4, help="games of each that are reviewed")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    positions, hints = (40, 3) if asked.short else (asked.positions, 20)
    leaked = 0
    for slug in asked.slugs or GAMES:
        speed(slug, asked.simulations, hints)
        if asked.reviews and not asked.short:
            reviews(slug, asked.reviews)
        leaked += permuted(slug, positions, asked.seconds)
    return 1 if leaked else 0


if __name__ == "__main__":
    sys.exit(main())
