"""What building each game costs, with nothing kept from before and again with nothing changed, beside an older state of
this project.

    python benchmarks/build_times.py OLDER [--runs 3] [game …]

OLDER: a folder in which an older state is checked out (`git worktree add OLDER COMMIT`); it builds its own games, which
may have fewer pages. Must: processor time with nothing kept ÷ older ≤ 1.1.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from statistics import median

from measuring import Program, measure

HERE = Path(__file__).resolve().parents[1]
GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
MUST = 1.1


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("older", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_intermixed_args()
    trees = {"older": asked.older.resolve(), "this": HERE}
    print(f"{'ms of a processor':12}{'cold, older':>13}{'this':>8}{'÷':>7}{'again, older':>14}{'this':>8}{'÷':>7}")
    ratios = []
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        for game in asked.games or GAMES:
            work: dict[tuple[str, str], list[float]] = {}
            for _ in range(asked.runs):
                for tree, path in trees.items():
                    folder = Path(name) / tree
                    shutil.rmtree(folder, ignore_errors=True)
                    for when in ("cold", "again"):
                        work.setdefault((tree, when), []).append(measure(_build(path, game, folder)).work)
            line = f"{game:17}"
            for when in ("cold", "again"):
                older, this = (median(work[tree, when]) for tree in trees)
                line += f"{older * 1000:{13 if when == 'cold' else 14}.0f}{this * 1000:8.0f}{this / older:7.2f}"
                ratios += [this / older] if when == "cold" else []
            print(line, flush=True)
    print(f"cold ÷ older: at most {max(ratios):.2f} (must: {MUST})")
    return int(max(ratios) > MUST)


def _build(tree: Path, game: str, folder: Path) -> Program:
    """A build by the code and with the games of a tree."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(tree), "PNP_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", "pnp.ui.cli.main", "build", game, "-o", str(folder / "out")]
    return Program(command, folder=tree, environment=environment)


if __name__ == "__main__":
    sys.exit(main())
