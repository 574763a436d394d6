"""Leaves of paper that each game takes, before and after components share sheets.

    python benchmarks/paper.py [game …] [--parts] [--players N]

Builds nothing; lays all components of each game on A4, printed on both sides, as `pnp build` does with --no-share and
without; --parts names the leaves of each component, --players prints for so many. The exit code is 1 when sharing
costs a game a leaf.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("PNP_CACHE_DIR", tempfile.mkdtemp(prefix="pnp-paper-"))

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.order.building import prepare_game
from pnp.export.order.order import PrintOrder
from pnp.export.order.sharing import count_leaves
from pnp.library.players import for_players


def main(words: list[str]) -> int:
    """Print a line a game; returns the exit code."""
    parser = ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--players", type=int, default=0)
    asked = parser.parse_args(words)
    sums, is_worse = [0, 0], False
    for game in asked.games or built_in_slugs():
        entry = find_game(game)
        book = book_of(entry)
        if asked.players:
            book = for_players(book, min(max(asked.players, book.players[0]), book.players[1]))
        made = [prepare_game(entry, book, PrintOrder(share=share)) for share in (False, True)]
        apart, together = (count_leaves(one.all_sheets, one.style) for one in made)
        own = {one.title for one in made[0].components}
        shared = [one.title for one in made[1].together if one.title not in own]
        print(f"{game:11} {apart:4} → {together:4}  {'; '.join(shared)}")
        for one in made[1].together if asked.parts else ():
            print(f"{'':11} {count_leaves(one.leaves, made[1].style):11}  {one.title}")
        sums = [sums[0] + apart, sums[1] + together]
        is_worse |= together > apart
    print(f"{'all':11} {sums[0]:4} → {sums[1]:4}")
    return is_worse


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
