"""How long a rebuild takes in a process that stays, against a kept Typst compiler (PyPI `typst`).

    python benchmarks/watch.py [runs]   (1 to see that it works)

Both change one of 60 designs (312 cards on A4) and make the whole PDF again, in one process that was warmed up. Must:
pnp ÷ typst ≤ 1.0; stretch: ≤ 0.4.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from yardsticks.common_work import font_folder, write_game, write_typst


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        os.environ["PNP_CACHE_DIR"] = str(Path(name, "cache"))
        ours = _pnp(Path(name), runs)
        print(f"pnp, a room kept         {ours * 1000:6.1f} ms")
        if find_spec("typst") is None:
            print(f"typst: not installed, left out; install it with: {sys.executable} -m pip install typst")
            return
        theirs = _typst(Path(name), runs)
        print(f"typst, a compiler kept   {theirs * 1000:6.1f} ms")
        print(f"pnp ÷ typst              {ours / theirs:6.2f}   (must ≤ 1.0, stretch ≤ 0.4)")


def _pnp(folder: Path, runs: int) -> float:
    from pnp.catalog import book_of, find_game
    from pnp.export.cache.build_cache import BuildCache
    from pnp.export.order.building import build_game
    from pnp.export.order.order import PrintOrder

    write_game(folder, 60, 312)
    room, order, entry = BuildCache(stays=True), PrintOrder(folder=str(folder / "out")), find_game("common", [folder])
    deck = folder / "common" / "cards" / "deck.yaml"
    text = deck.read_text()
    times = []
    for number in range(runs + 2):
        deck.write_text(text.replace("name: Card 7\n", f"name: Card seven {number}\n"))
        began = time.perf_counter()
        build_game(entry, book_of(entry), order, room)
        times.append(time.perf_counter() - began)
        gc.freeze()
    return median(times[2:])


def _typst(folder: Path, runs: int) -> float:
    import typst

    path = write_typst(folder, 60, 312)
    text = path.read_text()
    compiler = typst.Compiler(str(path), font_paths=[str(font_folder(folder))])
    times = []
    for number in range(runs + 2):
        path.write_text(text.replace('face("Card 7"', f'face("Card seven {number}"'))
        began = time.perf_counter()
        compiler.compile(input=str(path), output=str(folder / "typst.pdf"))
        times.append(time.perf_counter() - began)
    return median(times[2:])


if __name__ == "__main__":
    main()
