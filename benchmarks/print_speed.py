"""How fast decks become paper and pictures, against Typst (PyPI `typst`), a bare ReportLab program, and other Python
programs that make cards (fpdf2, WeasyPrint, protograf, decksmith, cartuli; each installed in an environment of its own
below the user's cache folder).

    python benchmarks/print_speed.py [--runs 7] [--large 10000] [--only common,pictures,large,others] [--quick]

The work (`yardsticks/common_work.py`): 312 poker cards of 60 designs; 60 pictures of 815 × 1110 pixels; a large deck in
which every card is another. Must and stretch, as ratios of medians:

    cold build ÷ typst ≤ 1.5 (1.1) · ÷ bare ReportLab forms ≤ 0.8 (0.6) · one card changed ÷ typst ≤ 1.3 (1.0)
    60 PNGs on two processors ÷ typst ≤ 0.6 (0.4) · other Python programs ÷ pnp ≥ 5 (10)
    10,000 unique cards on two processors ÷ typst ≤ 1.2 (0.8), tree ≤ 300 MB (150), one processor ÷ two ≥ 1.7 (1.85)

Beside that stands what two busy loops gain from the second processor, in turns with the rest: what the machine gives.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from measuring import Program, compare
from yardsticks.bare_build import faces_as_data
from yardsticks.common_work import font_folder, write_game, write_typst
from yardsticks.generators import install, write_inputs

HERE = Path(__file__).resolve().parent
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ppi=300.0)"


class PrintTask:
    """A folder with a game in it, and the programs that print it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        self.environment |= {"PNP_CACHE_DIR": str(self.cache), "PYTHONPATH": str(HERE.parent)}
        self.changes = 0

    def pnp(self, *more: str, before: Callable[[], None] = lambda: None, alone: bool = False) -> Program:
        """A build. alone: on one processor."""
        command = [sys.executable, "-m", "pnp.ui.cli.main", "build", "common", "--games", str(self.folder)]
        command = [*command, "-o", str(self.folder / "out"), *more]
        return Program(_alone(command) if alone else command, before, environment=self.environment)

    def typst(self, source: Path, target: str) -> Program | None:
        """Return Typst from the same Python; None where it is not installed."""
        if find_spec("typst") is None:
            return None
        fonts = str(font_folder(self.folder))
        return Program([sys.executable, "-c", TYPST, str(source), str(self.folder / target), fonts])

    def forget(self) -> None:
        """Empty the cache."""
        shutil.rmtree(self.cache, ignore_errors=True)

    def forget_faces(self) -> None:
        """Empty the cache of faces only, as after a change of the layout."""
        shutil.rmtree(self.cache / "faces", ignore_errors=True)

    def change(self) -> None:
        """Change the text of one card."""
        self.changes += 1
        deck = self.folder / "common" / "cards" / "deck.yaml"
        lines = deck.read_text().splitlines()
        at = next(at for at, line in enumerate(lines) if line.startswith("    text:"))
        lines[at] = f'    text: {{rule: "changed {self.changes} times"}}'
        deck.write_text("\n".join(lines) + "\n")


def _alone(command: Sequence[str]) -> Sequence[str]:
    """On one processor, where that can be asked for."""
    return ["taskset", "-c", "0", *command] if shutil.which("taskset") else command


def common(task: PrintTask, runs: int) -> None:
    """312 cards."""
    write_game(task.folder, 60, 312)
    data = task.folder / "faces.json"
    data.write_text(json.dumps(faces_as_data("common", [task.folder])))
    bare = [sys.executable, str(HERE / "yardsticks" / "bare_reportlab.py"), str(data), str(task.folder / "bare.pdf")]
    compare(
        "312 cards of 60 designs, A4",
        {
            "typst": task.typst(write_typst(task.folder, 60, 312), "typst.pdf"),
            "bare ReportLab forms": Program(bare),
            "pnp, nothing kept from before": task.pnp(before=task.forget),
            "pnp, all faces anew": task.pnp(before=task.forget_faces),
            "pnp, one card changed": task.pnp(before=task.change),
            "pnp, nothing changed": task.pnp(),
        },
        runs,
        "typst",
        "bare ReportLab forms",
    )


def pictures(task: PrintTask, runs: int) -> None:
    """60 PNGs."""
    write_game(task.folder, 60, 60)
    compare(
        "60 pictures at 300 dpi (and the PDF)",
        {
            "typst": task.typst(write_typst(task.folder, 60, 60, True), "typst-{p}.png"),
            "pnp, all faces anew": task.pnp("--png", before=task.forget_faces),
            "pnp, one card changed": task.pnp("--png", before=task.change),
            "pnp, one card changed, one processor": task.pnp("--png", before=task.change, alone=True),
        },
        runs,
        "typst",
    )


def large(task: PrintTask, runs: int, cards: int) -> None:
    """Every card is different."""
    from pnp.base.processors import processors

    write_game(task.folder, cards, cards)
    faces, loops = "pnp, all faces anew", f"{processors()} busy loops"
    busy = [sys.executable, str(HERE / "yardsticks" / "busy_loops.py"), str(processors())]
    samples = compare(
        f"{cards:,} cards, all different",
        {
            "typst": task.typst(write_typst(task.folder, cards, cards), "large.pdf"),
            "pnp, nothing kept from before": task.pnp(before=task.forget),
            f"{faces}, one processor": task.pnp(before=task.forget_faces, alone=True),
            faces: task.pnp(before=task.forget_faces),
            "pnp, one card changed": task.pnp(before=task.change),
            f"{loops}, one processor": Program(_alone(busy)),
            loops: Program(busy),
        },
        runs,
        "typst",
    )
    gains = [
        median(sample.wall for sample in samples[f"{name}, one processor"])
        / median(sample.wall for sample in samples[name])
        for name in (faces, loops)
    ]
    print("  one processor ÷ all of them: {:.2f}, of busy loops {:.2f}".format(*gains))


def others(task: PrintTask, runs: int) -> None:
    """Other Python programs; those that take ten seconds and more are run once."""
    write_game(task.folder, 60, 312)
    home = Path(os.environ.get("PNP_BENCH_HOME") or Path.home() / ".cache" / "pnp-bench")
    print(f"\nother programs (environments in {home})", flush=True)
    cold = "pnp, nothing kept from before"
    quick, slow = {cold: task.pnp(before=task.forget)}, {cold: task.pnp(before=task.forget)}
    for one in write_inputs(task.folder, 60, 312):
        commands = install(one, home)
        if commands is not None:
            path = f"{commands}{os.pathsep}{os.environ['PATH']}"
            clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
            program = Program(one.command, folder=one.folder, environment=clean | {"PATH": path})
            (quick if one.name == "fpdf2" else slow)[one.name] = program
    compare("312 cards of 60 designs, A4", quick, runs, cold)
    compare("312 cards of 60 designs, A4", slow, 1, cold)


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--large", type=int, default=10_000)
    parser.add_argument("--only", default="common,pictures,large,others")
    parser.add_argument("--quick", action="store_true", help="see that it works: one run, few cards, nothing installed")
    asked = parser.parse_args()
    if asked.quick:
        asked.runs, asked.large, asked.only = 1, 20, "common,pictures,large"
    parts: dict[str, Callable[[PrintTask], None]] = {
        "common": lambda task: common(task, asked.runs),
        "pictures": lambda task: pictures(task, asked.runs),
        "large": lambda task: large(task, min(asked.runs, 3), asked.large),
        "others": lambda task: others(task, asked.runs),
    }
    for name in asked.only.split(","):
        with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
            parts[name](PrintTask(Path(folder)))


if __name__ == "__main__":
    main()
