"""How soon a watch notices a save, however it is made, and what looking costs.

    python benchmarks/watch_notice.py [saves]

Saves a deck of a copy of Keikalla in the ways of vim (the real one, where it is installed), sed -i, mv, a git checkout
and a program that writes in place, and counts which were noticed, and the time from the end of the save to the word.
Must: all of them, p95 ≤ 30 ms on an idle machine, a look ≤ 0.3 ms of processor time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from pnp.base.watching import EVERY, FileWatch
from pnp.catalog import find_game
from pnp.export.disk_shelf import DiskShelf


def main() -> None:
    """Measure and print."""
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        folder = Path(name, "game")
        entry = find_game("keikalla")
        shutil.copytree(entry.cards, folder / "cards")
        shutil.copytree(entry.layouts, folder / "layouts")
        _git(folder, "init", "-q")
        deck = next(path for path in sorted((folder / "cards").glob("*.yaml")) if path.name != "game.yaml")
        for label, save in _ways(folder, deck).items():
            _print_way(label, *_notice(folder, save, saves))
    for slug in ("kalevala", "keikalla", "keko", "drumroll"):
        _print_cost(slug)


def _notice(folder: Path, save: Callable[[int], float], saves: int) -> tuple[int, list[float]]:
    """How many saves were noticed, and after how many milliseconds."""
    seen: list[float] = []
    end = threading.Event()
    files = FileWatch([str(folder / "cards"), str(folder / "layouts")])

    def listen() -> None:
        for _ in files.changes(end.wait):
            seen.append(time.monotonic())

    thread = threading.Thread(target=listen)
    thread.start()
    times = []
    for number in range(saves):
        before = len(seen)
        time.sleep(0.05 + number % 7 * 0.004)  # not in step with the looks
        done = save(number)
        time.sleep(0.15)
        if len(seen) > before:
            times.append((seen[before] - done) * 1000)
    end.set()
    thread.join(60)
    return len(times), times


def _ways(folder: Path, deck: Path) -> dict[str, Callable[[int], float]]:
    def in_place(number: int) -> float:
        with open(deck, "a", encoding="utf-8") as stream:
            stream.write(f"# {number}\n")
        return time.monotonic()

    def sed(number: int) -> float:
        _run("sed", "-i", f"1s/^/# sed {number}\\n/", str(deck))
        return time.monotonic()

    def move(number: int) -> float:
        new = folder / "new.yaml"
        new.write_text(deck.read_text("utf-8") + f"# moved {number}\n", "utf-8")
        _run("mv", str(new), str(deck))
        return time.monotonic()

    def vim(number: int) -> float:
        _run("vim", "-u", "NONE", "-es", "-c", f"normal Go# vim {number}", "-c", "wq", str(deck))
        return time.monotonic()

    def checkout(number: int) -> float:
        _git(folder, "checkout", "-q", "one" if number % 2 else "two", "--force")
        return time.monotonic()

    for branch in ("one", "two"):
        in_place(0)
        _git(folder, "checkout", "-q", "-b", branch)
        _git(folder, "add", "-A")
        _git(folder, "-c", "user.name=bench", "-c", "user.email=bench@example", "commit", "-q", "-m", branch)
    ways = {"in place": in_place, "sed -i": sed, "mv": move, "vim": vim, "git checkout": checkout}
    return {label: way for label, way in ways.items() if label != "vim" or shutil.which("vim")}


def _git(folder: Path, *words: str) -> None:
    _run("git", "-C", str(folder), *words)


def _run(*words: str) -> None:
    subprocess.run(words, check=words[0] != "vim", stdin=subprocess.DEVNULL, capture_output=True)


def _print_way(label: str, noticed: int, times: list[float]) -> None:
    times = sorted(times) or [0.0]
    p50, p95 = times[len(times) // 2], times[int((len(times) - 1) * 0.95)]
    print(f"{label:13} {noticed:3} noticed   p50 {p50:5.1f} ms   p95 {p95:5.1f} ms   most {times[-1]:5.1f} ms")


def _print_cost(slug: str, looks: int = 400) -> None:
    entry = find_game(slug)
    files = FileWatch([entry.cards, *entry.layout_folders, DiskShelf().stock])
    began = time.process_time()
    for _ in range(looks):
        files.look()
    cost = (time.process_time() - began) / looks
    print(f"{slug:13} a look {cost * 1000:.2f} ms, {cost / EVERY:.1%} of a core ({os.cpu_count()} here)")


if __name__ == "__main__":
    main()
