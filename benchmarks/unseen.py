"""What a bot cannot see: positions of twin tables that its seat cannot distinguish, and the moves it makes at both.

In: games (the five and the scaffold's with hands), how many positions. Out: for each game how many positions were
compared, of how many seeds, and how many moves differed; each that did is printed. Exit code 1 for one.

Run: nice -n 15 python benchmarks/unseen.py [GAME …] [--positions 10000] [--simulations 4] [--seconds N]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from tests.playtest.permuted import HIDING, game_of, permuted


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=HIDING)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--simulations", type=int, default=4)
    parser.add_argument("--from", dest="first", type=int, default=1000, help="the first seed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most so long a game")
    asked = parser.parse_args()
    differing = 0
    for slug in asked.games:
        game, book = game_of(slug)
        bot = Search(game, asked.simulations)
        began, seed, found, known = time.perf_counter(), asked.first, 0, 0
        choices: Counter[bool] = Counter()
        while choices.total() < asked.positions and time.perf_counter() - began < asked.seconds:
            for one in permuted(game, book, seed):
                mine, other = (bot(view, one.seat, keyed_pick(seed, one.seat, one.ply)) for view in one.views)
                choices[mine == other] += 1
                known += getattr(one.views[0], "knowledge", None) is not None
                if mine != other:
                    print(f"{slug}, seed {seed}, ply {one.ply}: seat {one.seat} plays {mine} and {other}")
            seed += 1
        found = choices[False]
        differing += found
        took = time.perf_counter() - began
        print(
            f"{slug}: {choices.total():,} positions of {seed - asked.first} games, {known:,} with "
            f"knowledge of hidden cards; mcts:{asked.simulations} plays otherwise in {found}; {took:.0f} s",
            flush=True,
        )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
