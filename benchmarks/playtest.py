"""Playtest: two workers beside one: seconds, processor time, memory, the same report.

    python benchmarks/playtest.py [GAME] [-n GAMES] [--runs R] [--bots A,B]

Must: two workers ≥ 1.7 times as fast as one, on two idle processors; the same report whoever played (else exit code 1).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from measuring import Program, compare


def main() -> int:
    """Measure and print; 1 when the reports differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="suomi1918")
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bots", default="random")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        words = [sys.executable, "-m", "pnp", "playtest", asked.game, "-n", str(asked.n), "--bots", asked.bots]
        folders = {workers: Path(name, workers) for workers in ("1", "2")}
        commands = {}
        for by, folder in folders.items():
            folder.mkdir()
            commands[by] = Program([*words, "--workers", by, "--json", "report.json"], folder=folder)
        found = compare(f"{asked.game}, {asked.n:,} games, workers", commands, asked.runs)
        faster = median(one.wall / two.wall for one, two in zip(found["1"], found["2"], strict=True))
        print(f"two workers: {asked.n / median(two.wall for two in found['2']):,.0f} games a second, ", end="")
        print(f"{faster:.2f} times as fast as one (must ≥ 1.7)")
        is_same = len({(folder / "report.json").read_bytes() for folder in folders.values()}) == 1
    print(f"same report whoever played: {'yes' if is_same else 'NO'}")
    return int(not is_same)


if __name__ == "__main__":
    sys.exit(main())
