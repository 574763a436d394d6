"""Secrets: two deals that are equal in all that a seat may know, and the output of every command for that seat.

In: games (all that keep secrets unless named), how many pairs. Out: how many answers were compared and how many
differed by a single byte; some that did are printed.

Run: python benchmarks/secret_twins.py [GAME …] [--pairs 200] [--from SEED] [--seconds N]
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.twins import compare, pairs

SWITCHES = {
    "keikalla": ({}, {"calendar_order": "registered"}, {"calendar_order": "sealed"}),
    "kalevala": ({},),
    "suomi1918": ({},),
    "drumroll": ({},),
    "keko": ({},),
}
A_GAME = 4  # pairs of one simulated game


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(SWITCHES))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most so long a game")
    parser.add_argument("--show", type=int, default=3, help="leaks printed a game")
    asked = parser.parse_args()
    leaked = 0
    for slug in asked.games:
        began, done, found = time.perf_counter(), 0, 0
        counts: Counter[str] = Counter()
        hidden: Counter[str] = Counter()
        seed = asked.first
        folder = Path(tempfile.mkdtemp(prefix="pnp-twins-"))
        while done < asked.pairs and time.perf_counter() - began < asked.seconds:
            options = SWITCHES[slug][seed % len(SWITCHES[slug])]
            for pair in pairs(slug, folder, seed, options, min(A_GAME, asked.pairs - done)):
                done += 1
                hidden.update(pair.differing)
                for leak in compare(pair, random.Random(f"{seed}/{done}").randrange, counts):
                    found += 1
                    if found <= asked.show:
                        print(f"{slug} {options} seed {seed}, told to {pair.seat_options or 'everybody'}: {leak}\n")
                shutil.rmtree(folder / pair.folders[0].parent.name)
            seed += 1
        shutil.rmtree(folder)
        leaked += found
        took = time.perf_counter() - began
        print(f"{slug}: {done} pairs, {counts.total()} commands, {found} differ; {took:.0f} s")
        print("  commands: " + ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))
        print("  pairs by what lies hidden: " + ", ".join(f"{what} {count}" for what, count in sorted(hidden.items())))
        sys.stdout.flush()
    sys.exit(1 if leaked else 0)


if __name__ == "__main__":
    main()
