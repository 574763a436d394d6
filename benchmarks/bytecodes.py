"""Bytecodes a ply of random digital games: what a rules kernel costs, counted where times would not repeat.

In: names of games, or none for all. Out: one line a game; with `--by`, where the bytecodes go, function by function;
with `--steady`, without what is made once for each table or map, because the same games are played before.
Counted are the bytecodes that Python runs, not the work inside C (hashing, sorting, msgspec). The dealer, the bots and
the seeds are fixed, so the count of one tree repeats to the digit.

Run: python benchmarks/bytecodes.py [--by] [--steady] [GAME…]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.catalog import book_of, find_game, load_game, rules_of
from pnp.library.card import CardBook
from pnp.playtest.simulate import Simulator
from pnp.referee.game import Game

ROOT = Path(__file__).parent.parent
FOLDERS = {
    "fourpiers": ROOT / "tests/referee/kernel/games",
    "cove": ROOT / "tests/referee/kernel/games",
    "nuotta": ROOT / "docs/examples",
    "effects": ROOT / "pnp/scaffold/effects",
}
BUILT_IN = ("suomi1918", "kalevala", "drumroll", "keikalla", "keko")
SEATS = ("anna", "ben", "carl", "dora")
WARM_UP, SEEDS = 99, (0, 1)


def game_named(name: str) -> tuple[Game[Any], CardBook]:
    """A built-in game, one of the small declared games, or `effects`: the scaffold of a game of card effects."""
    if name not in FOLDERS:
        return load_game(name)
    folder, slug = FOLDERS[name], name
    if name == "effects":
        slug = "mygame"
        with tempfile.TemporaryDirectory() as made:
            shutil.copytree(folder / slug, Path(made) / slug)
            entry = find_game(slug, [Path(made)])
            return rules_of(entry), book_of(entry)
    entry = find_game(slug, [folder])
    return rules_of(entry), book_of(entry)


def counted(name: str, steady: bool = False, seeds: tuple[int, ...] = SEEDS) -> tuple[int, Counter[CodeType]]:
    """Plies of these games, and how many bytecodes each function ran."""
    game, book = game_named(name)
    fewest, most = book.players
    seats = 2 if name == "effects" else min(max(3, fewest), most)
    simulator, bots = Simulator(game, book, SEATS[:seats]), ("random",) * seats
    for seed in (WARM_UP, *(seeds if steady else ())):
        simulator.play(seed, bots)  # what is made once is not counted
    count: Counter[CodeType] = Counter()
    plies = 0
    sys.settrace(_tracer(count))
    try:
        for seed in seeds:
            plies += len(simulator.play(seed, bots).moves)
    finally:
        sys.settrace(None)
    return plies, count


def _tracer(count: Counter[CodeType]) -> Callable[[FrameType, str, Any], Any]:
    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            count[frame.f_code] += 1
        return trace

    return trace


def main() -> None:
    names = [arg for arg in sys.argv[1:] if not arg.startswith("--")] or [*FOLDERS, *BUILT_IN]
    for name in names:
        plies, count = counted(name, "--steady" in sys.argv)
        print(f"{name:10} {count.total() / plies:7.0f} bytecodes a ply ({plies} plies)", flush=True)
        if "--by" in sys.argv:
            for code, number in count.most_common(60):
                where = f"{Path(code.co_filename).name}:{code.co_qualname}"
                print(f"    {number / plies:7.1f}  {where}")


if __name__ == "__main__":
    main()
