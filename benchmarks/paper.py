"""Leaves of paper that each game takes, before and after components share sheets, and what they were to be fewer than.

    python benchmarks/paper.py [game …] [--parts] [--players N]

Builds nothing; lays all components of each game on A4, printed on both sides, as `pnp build` does with --no-share and
without; --parts names the leaves of each component, --players prints for so many. The third figure, "as at first",
counts what a game had when the five took 101 leaves: without How to play and Kalevala's box, which came since, with
three aids of Suomi 1918, four of Keko Chronicles and one mat of a player; these were to become 93 at most. The exit
code is 1 when they are more, or when sharing costs a game a leaf.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("PNP_CACHE_DIR", tempfile.mkdtemp(prefix="pnp-paper-"))

from msgspec.structs import replace

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.order.building import prepare_game
from pnp.export.order.order import PrintOrder
from pnp.export.order.sharing import count_leaves
from pnp.library.card import CardBook
from pnp.library.players import for_players

AT_FIRST = {  # copies of a component, where they were fewer
    "kalevala": {"box": 0},
    "suomi1918": {"aid": 3},
    "keko": {"aid": 4, "player_mat": 1},
}
MOST = 93  # leaves of the five games as they were at first


def main(words: list[str]) -> int:
    """Print a line a game; returns the exit code."""
    parser = ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--players", type=int, default=0)
    asked = parser.parse_args(words)
    sums, is_worse = [0, 0, 0], False
    for game in asked.games or built_in_slugs():
        entry = find_game(game)
        book = book_of(entry)
        if asked.players:
            book = for_players(book, min(max(asked.players, book.players[0]), book.players[1]))
        made = [prepare_game(entry, book, PrintOrder(share=share)) for share in (False, True)]
        first = prepare_game(entry, as_at_first(book), PrintOrder())
        apart, together, then = (count_leaves(one.all_sheets, one.style) for one in (*made, first))
        own = {one.title for one in made[0].components}
        shared = [one.title for one in made[1].together if one.title not in own]
        print(f"{game:11} {apart:4} → {together:4}  as at first {then:4}  {'; '.join(shared)}")
        for one in made[1].together if asked.parts else ():
            print(f"{'':11} {count_leaves(one.leaves, made[1].style):11}  {one.title}")
        sums = [sum(pair) for pair in zip(sums, (apart, together, then), strict=True)]
        is_worse |= together > apart
    print(f"{'all':11} {sums[0]:4} → {sums[1]:4}  as at first {sums[2]:4}")
    return is_worse or sums[2] > MOST


def as_at_first(book: CardBook) -> CardBook:
    """The game with the components, and as many of them, as when the leaves were first counted."""
    copies = {"howto": 0, **AT_FIRST.get(book.slug, {})}
    kept = [replace(one, copies=copies.get(one.id, one.copies)) for one in book.components]
    return replace(book, components=tuple(one for one in kept if one.copies))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
