"""How many taps a move takes on a phone, and how many choices there are at once.

In: games of bots, each move of a person looked up among the choices of the page, as somebody does who knows what they
want. Out: for each game the median, how many moves take at most three taps, the most choices at once.

Run: python benchmarks/taps.py [GAME …] [--games 200] [--short]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.catalog import load_game
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.game import DIGITAL
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView
from pnp.table.offers import offers_at
from pnp.table.option_tree import LINE, MOST_LEAVES, Tree, choices_of, option_tree
from pnp.ui.web.choices import choices_at

GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll")
LANG = "en"


def taps_of_game(slug: str, seed: int) -> list[tuple[int, int]]:
    """Taps and the most choices at once, for each move that people make in a game."""
    game, book = load_game(slug)
    fewest, most = book.players
    seats = SEAT_NAMES[: fewest + seed % (most - fewest + 1)]
    simulator = Simulator(game, book, seats, ["random"])
    played = simulator.play(seed, ["random"] * len(seats))
    replay: Replay[Any] = Replay(game, simulator.setup)
    assert replay.setup.deal == DIGITAL
    found = []
    for move in played.moves:
        if move.seat != TABLE and game.forced(replay.state) is None:
            seen = ReplayView(replay, move.seat)
            line = seen.notation.format(move).partition(": ")[2]
            found.append(taps_to(seen, line))
        replay.apply_move(move)
    return found


def taps_to(seen: ReplayView[Any], line: str) -> tuple[int, int]:
    """Taps to a line, and the most choices on the way. Raises LookupError when no way leads there."""
    offers = offers_at(seen)
    whole = option_tree(offers, seen.notation, LANG, most_leaves=len(offers))
    path = path_to(whole, line)
    if path is None:
        raise LookupError(f"{line} is not offered")
    at: tuple[str, ...] = ()
    taps = most = 0
    is_large = len(offers) > MOST_LEAVES
    while True:
        tree = option_tree(offers, seen.notation, LANG, at) if is_large else whole
        choices = choices_at(tree, at)
        listed = list(choices.all())
        most, taps = max(most, len(listed) + len(choices.instead)), taps + 1
        if any(choice.line == line for choice in listed):
            return taps, most
        on = max((it.way for it in listed if it.way == path[: len(it.way)]), key=len, default=())
        if len(on) <= len(at):
            raise LookupError(f"no choice leads to {line}: {at}, {[it.label for it in listed]}")
        at = on


def path_to(tree: Tree, line: str) -> tuple[str, ...] | None:
    """The keys to a leaf."""
    for key, node in tree.items():
        if isinstance(node, dict):
            if node.get(LINE) == line:
                return (key,)
            inner = path_to(dict(choices_of(node)[1]), line)
            if inner is not None:
                return (key, *inner)
    return None


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="three games of each")
    asked = parser.parse_args()
    count = 3 if asked.short else asked.games
    print(f"{count} games each; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    for slug in asked.game:
        began = time.process_time()
        found = [it for seed in range(count) for it in taps_of_game(slug, seed)]
        taps = [it for it, _ in found]
        few = sum(it <= 3 for it in taps) / len(taps)
        print(
            f"{slug:10} {len(taps):6} moves: median {median(taps):g} taps, {few:.1%} in at most 3, at most {max(taps)};"
            f" at most {max(it for _, it in found)} choices at once ({time.process_time() - began:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
