"""Hints and reviews: how long they take, and whether they hold.

In: games. Out: for each the seconds (of the processor) that a hint of so many simulations takes; of reviews of whole
games the seconds, how many moves were named, and how many of these a third look, twice as far and with numbers of its
own, finds costly again. Tests check that hidden cards never change a hint (tests/web/thinking/).

Run: python benchmarks/hints.py [GAME …] [--simulations 300] [--reviews 4] [--short]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


from pnp.catalog import load_game
from pnp.playtest.advice.hint import hint
from pnp.playtest.advice.review import review
from pnp.playtest.advice.weighing import beside
from pnp.playtest.search import Search
from pnp.playtest.simulate import SEAT_NAMES, keyed_pick, simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
FIRST_SEED = 950_000
LOOK = 800  # simulations of the third look, and as many worlds


def at_position(table: Replay[Any], at: int) -> Replay[Any]:
    """The table as it was after so many lines."""
    then = Replay(table.game, table.setup)
    then.entries, then.positions = table.entries[:at], table.positions[: at + 1]
    return then


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--reviews", type=int, default=4, help="games of each that are reviewed")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    for slug in asked.slugs:
        speed(slug, asked.simulations, 3 if asked.short else 20)
        if asked.reviews and not asked.short:
            reviews(slug, asked.reviews)


if __name__ == "__main__":
    main()
