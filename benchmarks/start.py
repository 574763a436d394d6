"""What a command costs before it does anything, beside an older state of this project.

    python benchmarks/start.py [OLDER] [runs]

OLDER: a folder in which an older state is checked out (`git worktree add OLDER COMMIT`); without it only this one is
measured. Must: new ÷ old ≤ 1.05 in processor time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from measuring import Program, compare

HERE = Path(__file__).resolve().parents[1]
COMMANDS = {
    "pnp --help": ["--help"],
    "referee move": ["referee", "move", "game.record", "place kullervo 0,1"],
    "referee show": ["referee", "show", "game.record"],
}
NEW = ["referee", "new", "kalevala", "aino", "ilmari", "-o", "game.record"]
DEALT = ["start vainamoinen"]


def main() -> None:
    """Measure and print."""
    trees = {"this": HERE}
    if len(sys.argv) > 1:
        trees["older"] = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        folder = Path(name)
        for title, words in COMMANDS.items():
            programs = {tree: _program(path, words, folder / tree) for tree, path in trees.items()}
            work = {tree: median(one.work for one in found) for tree, found in compare(title, programs, runs).items()}
            if "older" in work:
                print(f"  processor time, this ÷ older   {work['this'] / work['older']:5.2f}   (must ≤ 1.05)")


def _program(tree: Path, words: list[str], folder: Path) -> Program:
    """The command in a folder of its own, with a record that is as it was before each run."""
    folder.mkdir(exist_ok=True)
    own = {**os.environ, "PYTHONPATH": str(tree), "PNP_CACHE_DIR": str(folder / "cache"), "NO_COLOR": "1"}
    run = [sys.executable, "-m", "pnp"]
    record = folder / "game.record"
    if not record.exists():
        _run([*run, *NEW], folder, own)
        for line in DEALT:
            _run([*run, "referee", "move", "game.record", line], folder, own)
    text = record.read_bytes()

    def before() -> None:
        record.write_bytes(text)

    return Program([*run, *words], before, folder, own)


def _run(command: list[str], folder: Path, own: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[3:])}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
