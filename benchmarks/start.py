"""What a command costs before it does anything: beside a one-command Typer program, a bare interpreter, an older tree.

    python benchmarks/start.py [OLDER] [--runs 15]

OLDER: a folder in which an older state is checked out (`git worktree add OLDER COMMIT`). `referee move` types a line of
Kalevala after sixty. Must: this ÷ older ≤ 1.05 in processor time; referee move ÷ Typer ≤ 1.3, ÷ bare interpreter ≤ 9.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from statistics import median

from measuring import Program, compare

HERE = Path(__file__).resolve().parents[1]
NEW = ["referee", "new", "kalevala", "aino", "ilmari", "-o", "game.record"]
*BEFORE, LINE = (HERE / "docs" / "examples" / "kalevala-moves.txt").read_text("utf-8").splitlines()[1:62]
COMMANDS = {
    "pnp --help": ["--help"],
    "referee move": ["referee", "move", "game.record", LINE],
    "referee show": ["referee", "show", "game.record"],
}
TYPER = """import typer
app = typer.Typer(add_completion=False)
@app.command()
def move(file: str, line: str) -> None:
    typer.echo(f"{file} {line}")
app()
"""
BASELINES = {
    "one-command Typer": Program([sys.executable, "-c", TYPER, "game.record", LINE]),
    "python -c pass": Program([sys.executable, "-c", "pass"]),
}


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser()
    parser.add_argument("older", type=Path, nargs="?")
    parser.add_argument("--runs", type=int, default=15)
    asked = parser.parse_args()
    trees = {"this": HERE} | ({"older": asked.older.resolve()} if asked.older else {})
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        folder = Path(name)
        for title, words in COMMANDS.items():
            programs = {tree: _program(path, words, folder / tree) for tree, path in trees.items()}
            found = compare(title, programs | BASELINES, asked.runs, *BASELINES)
            work = {tree: median(sample.work for sample in found[tree]) for tree in trees}
            if "older" in work:
                print(f"  processor time, this ÷ older   {work['this'] / work['older']:5.2f}   (must ≤ 1.05)")


def _program(tree: Path, words: list[str], folder: Path) -> Program:
    """The command in a folder of its own, with a record that is as it was before each run."""
    folder.mkdir(exist_ok=True)
    # Compiled files are kept, as they are for everyone who installed the program.
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own |= {"PYTHONPATH": str(tree), "PNP_CACHE_DIR": str(folder / "cache"), "NO_COLOR": "1"}
    run = [sys.executable, "-m", "pnp"]
    record = folder / "game.record"
    if not record.exists():
        _run([*run, *NEW], folder, own)
        _run([*run, "referee", "play", "game.record"], folder, own, "\n".join(BEFORE))
    text = record.read_bytes()

    def before() -> None:
        record.write_bytes(text)

    return Program([*run, *words], before, folder, own)


def _run(command: list[str], folder: Path, own: dict[str, str], typed: str = "") -> None:
    done = subprocess.run(command, cwd=folder, env=own, input=typed, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[3:])}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
