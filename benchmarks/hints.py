"""Hints and reviews: the seconds (of the processor) that they take.

Run: python benchmarks/hints.py [GAME …] [--simulations 300] [--reviews 4] [--short]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


from pnp.catalog import load_game
from pnp.playtest.advice.hint import hint
from pnp.playtest.advice.review import review
from pnp.playtest.search import Search
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
FIRST_SEED = 950_000


def at_position(table: Replay[Any], at: int) -> Replay[Any]:
    """The table as it was after so many lines."""
    then = Replay(table.game, table.setup)
    then.entries, then.positions = table.entries[:at], table.positions[: at + 1]
    return then


def hint_times(played: Replay[Any], simulations: int) -> Iterator[float]:
    """How long hints take where there is a choice."""
    turns = [at for at, entry in enumerate(played.entries) if entry.seat != TABLE]
    for at in random.Random(1).sample(turns, len(turns)):
        table, seat = at_position(played, at), played.entries[at].seat
        start = time.process_time()
        if hint(ReplayView(table, seat), seat, Search(played.game, simulations)).chance is not None:
            yield time.process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--reviews", type=int, default=4, help="games of each that are reviewed")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    for slug in asked.slugs:
        game, book = load_game(slug)
        played = [simulate(game, book, SEAT_NAMES[: book.players[0]], FIRST_SEED + at, ["greedy"]) for at in range(4)]
        hints = list(islice(hint_times(played[0], asked.simulations), 3 if asked.short else 20))
        print(f"{slug}: a hint of {asked.simulations} simulations takes {median(hints):.2f} s, most {max(hints):.2f} s")
        took = []
        for table in () if asked.short else played[: asked.reviews]:
            start = time.process_time()
            review(table, None)
            took.append(time.process_time() - start)
        if took:
            print(f"{slug}: a review of a game takes {median(took):.1f} s, most {max(took):.1f} s", flush=True)


if __name__ == "__main__":
    main()
