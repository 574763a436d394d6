"""Speed of printing, against Typst (PyPI `typst`) and a bare ReportLab program.

    python benchmarks/print_speed.py [--runs 7] [--large 10000] [--only common,pictures,large,watch] [--quick]

The work (`yardsticks/common_work.py`): 312 poker cards of 60 designs; 60 pictures of 815 × 1110 pixels; a large deck of
different cards; and one changed card of the 312 in a process that stays, beside a kept Typst compiler. Two busy loops
show how much a second processor of this machine can gain. Must and stretch, as ratios of medians:

    cold build ÷ typst ≤ 1.5 (1.0) · one card changed ÷ typst ≤ 1.3 (0.9) · watch ÷ typst ≤ 1.0 (0.3)
    60 PNGs on two processors ÷ typst ≤ 0.6 (0.35)
    10,000 unique cards on two processors ÷ typst ≤ 1.2 (0.8), tree ≤ 300 MB (150), one processor ÷ two ≥ 1.7 (1.85)
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from measuring import Program, compare
from yardsticks.common_work import font_folder, write_game, write_typst

HERE = Path(__file__).resolve().parent
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ppi=300.0)"
BUSY = (
    "import subprocess, sys; loop = [sys.executable, '-c', 'for n in range(12_000_000): n * n % 7']; "
    "[it.wait(600) for it in [subprocess.Popen(loop) for _ in range(int(sys.argv[1]))]]"
)


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
        command = [sys.executable, "-m", "pnp.cli.main", "build", "common", "--games", str(self.folder)]
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
    program, target = HERE / "yardsticks" / "bare_reportlab.py", task.folder / "bare.pdf"
    bare = [sys.executable, str(program), "60", "312", str(target)]
    compare(
        "312 cards of 60 designs, A4",
        {
            "typst": task.typst(write_typst(task.folder, 60, 312), "typst.pdf"),
            "bare ReportLab forms": Program(bare, environment=task.environment),
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
    from pnp.base.system import processors

    write_game(task.folder, cards, cards)
    faces, loops = "pnp, all faces anew", f"{processors()} busy loops"
    busy = [sys.executable, "-c", BUSY, str(processors())]
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


def watch(task: PrintTask, runs: int) -> None:
    """Rebuild in a process that stays."""
    os.environ["PNP_CACHE_DIR"] = str(task.cache)
    ours = _kept_pnp(task.folder, runs)
    print(f"\none card changed, process kept\n  pnp     {ours * 1000:6.1f} ms")
    if find_spec("typst") is not None:
        theirs = _kept_typst(task.folder, runs)
        print(f"  typst   {theirs * 1000:6.1f} ms\n  pnp ÷ typst {ours / theirs:6.2f}")


def _kept_pnp(folder: Path, runs: int) -> float:
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
        build_game(entry, book_of(entry, is_kept=False), order, room)
        times.append(time.perf_counter() - began)
        gc.freeze()
    return median(times[2:])


def _kept_typst(folder: Path, runs: int) -> float:
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


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--large", type=int, default=10_000)
    parser.add_argument("--only", default="common,pictures,large,watch")
    parser.add_argument("--quick", action="store_true", help="see that it works: one run, few cards")
    asked = parser.parse_args()
    if asked.quick:
        asked.runs, asked.large = 1, 20
    parts: dict[str, Callable[[PrintTask], None]] = {
        "common": lambda task: common(task, asked.runs),
        "pictures": lambda task: pictures(task, asked.runs),
        "large": lambda task: large(task, min(asked.runs, 3), asked.large),
        "watch": lambda task: watch(task, 2 * asked.runs),
    }
    for name in asked.only.split(","):
        with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
            parts[name](PrintTask(Path(folder)))


if __name__ == "__main__":
    main()
