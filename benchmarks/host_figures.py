"""All figures of the hosted table in one go, each beside what it must be.

In: `--short` for a quarter of an hour, nothing for the long run (about two hours); on a machine that does nothing
else, as milliseconds are measured. Out: the machine, what each script prints, with the load before it and how long it
took; at the end a table of all figures, of several games from the best to the worst. What the short run leaves out
stands in docs/performance.md. The exit code is the number of scripts that failed, figures that are not kept apart.

Run: python benchmarks/host_figures.py [--short] [--only latency load …]
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll")
IDLE = 0.5  # of load; on a busier machine milliseconds mean little


class Figure(NamedTuple):
    """A figure: what it is of, what it must be, in which words it is printed."""

    what: str
    must: float
    unit: str
    words: str
    is_least: bool = False
    times: float = 1.0  # its unit in the unit that is printed

    def found_in(self, output: str) -> list[float]:
        """Every value that was printed."""
        return [float(it) * self.times for it in re.findall(self.words, output)]

    def is_kept(self, values: Iterable[float]) -> bool:
        """Whether the worst one is as it must be."""
        return all(it >= self.must if self.is_least else it <= self.must for it in values)

    def row(self, values: list[float]) -> str:
        """`tap to painted, p50    at most 60 ms    80–110 ms   NOT KEPT`."""
        must = f"at {'least' if self.is_least else 'most'} {self.must:g} {self.unit}"
        if not values:
            return f"{self.what:58} {must:20} not measured"
        ends = [f"{it:.4g}" for it in sorted({min(values), max(values)})]
        return f"{self.what:58} {must:20} {'–'.join(ends)} {self.unit}{'' if self.is_kept(values) else '   NOT KEPT'}"


class Step(NamedTuple):
    """A script or some tests, what they are given, in the short run, too; their figures."""

    script: str
    words: tuple[str, ...]
    short: tuple[str, ...]
    figures: tuple[Figure, ...]

    def command(self, is_short: bool) -> list[str]:
        """How it is run."""
        given = self.short if is_short else self.words
        start = ["-m", "pytest", "-q", "-n", "0"] if self.script == "tests" else [str(HERE / f"{self.script}.py")]
        return [sys.executable, *start, *given]


FIRST = (
    Figure("the code on the screen after the command", 1.5, "s", r"([\d.]+) s until the code"),
    Figure("the own hand on the first phone, after 2 taps", 3, "s", r"screen; ([\d.]+) s and"),
    Figure("first load, faces apart", 60, "kB", r"([\d.]+) kB, and"),
    Figure("first load, faces and stream included", 6, "requests", r"faces, in (\d+) requests"),
    Figure("scripts of a page, packed", 15, "kB", r"scripts: ([\d.]+) kB"),
)
TAPPED = (
    Figure("an update of a phone's page, median", 4, "kB", r"brings a phone ([\d.]+) kB"),
    Figure("tap to painted on all screens, p50", 60, "ms", r"moves: p50 (\d+) ms"),
    Figure("tap to painted on all screens, p95", 150, "ms", r"moves: p50 \d+ ms, p95 (\d+) ms"),
    Figure("“not connected” is said after", 5000, "ms", r"said after (\d+) ms"),
    Figure("a phone is right after its network is back", 500, "ms", r"right again (\d+) ms"),
)
LOADED = (
    Figure("50 tables: move to all nine screens, p95", 150, "ms", r"show it: p50 \d+ ms, p95 (\d+) ms"),
    Figure("50 tables: states that did not come", 0, "", r"did not come: (\d+)"),
    Figure("50 tables: lines lost", 0, "", r"lines lost: (\d+)"),
    Figure("50 tables: lines doubled", 0, "", r"doubled: (\d+)"),
    Figure("50 tables: memory of the server", 300, "MB", r"at most: (\d+) kB", times=1 / 1024),
    Figure("50 tables: an update, median", 4, "kB", r"an update: median ([\d.]+) kB"),
)
KILLED = (
    Figure("kill -9: accepted lines lost", 0, "", r"killed: .*?lost (\d+)"),
    Figure("kill -9: lines doubled", 0, "", r"killed: .*?doubled (\d+)"),
    Figure("kill -9: all screens right after", 3, "s", r"was right ([\d.]+) s"),
)
EVENING = (
    Figure("an evening: memory more at its end", 20, "MB", r"([+-][\d.]+) MB since"),
    Figure("an evening: connections left over", 0, "", r"left over: (-?\d+)"),
    Figure("an evening: right after coming back, p95", 500, "ms", r"coming back: p95 (\d+) ms"),
)
TAPS = (
    Figure("taps a move, median", 2, "taps", r"median ([\d.]+) taps"),
    Figure("moves of at most three taps", 90, "%", r"([\d.]+)% in at most 3", is_least=True),
    Figure("choices at once", 24, "", r"at most (\d+) choices"),
)
PHOTOS = (
    Figure("photos: codes read", 95, "%", r"all +\d+ of +\d+ codes read, +([\d.]+)%", is_least=True),
    Figure("photos: codes read wrongly", 0, "", r"(\d+) read wrongly"),
    Figure("photos: processor time of the longest", 2, "s", r"longest ([\d.]+) s"),
)
SECRETS = (Figure("two deals alike to a seat: answers that differ", 0, "", r"commands, (\d+) differ"),)
AXE = "tests/ui/web/browser/test_access.py"
STEPS = (
    Step("host_first", (), (), FIRST),
    *(Step("host_latency", ("--game", game), ("--game", game, "--short"), TAPPED) for game in GAMES),
    Step("host_load", ("--pages",), ("--pages", "--short"), LOADED),
    Step("host_load", (), ("--short",), LOADED),
    Step("host_kill", (), ("--short",), KILLED),
    Step("host_evening", (), ("--short",), EVENING),
    Step("taps", (), ("--short",), TAPS),
    Step("photo", (), ("--photos", "15"), PHOTOS),
    Step("secret_twins", (), ("--pairs", "4"), SECRETS),
    Step("tests", (AXE, "-k", "every_state"), (AXE, "-k", "a_phone_and_the_screen"), ()),
    Step(
        "tests",
        ("tests/ui/web/test_secrecy.py", "tests/table/test_feed_secrecy.py"),
        ("tests/ui/web/test_secrecy.py",),
        (),
    ),
    Step("tests", ("tests/ui/web/test_hostile.py",), ("tests/ui/web/test_hostile.py",), ()),
)
TRIED = {  # what passing tests are worth
    AXE: "axe: what it finds in all games, languages, light and dark",
    "tests/ui/web/test_secrecy.py": "two tables alike to a seat: pages and streams that differ",
    "tests/ui/web/test_hostile.py": "hostile requests (60 and more) not answered as written",
}


def machine() -> str:
    """What it is measured on."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} × {name}, {platform.system()}, Python {platform.python_version()}"


def run(step: Step, is_short: bool) -> tuple[str, int]:
    """What it prints, which is passed on line by line, and its exit code."""
    given = step.short if is_short else step.words
    print(f"\n== {' '.join((step.script, *given))}: load {os.getloadavg()[0]:.1f}", flush=True)
    start, lines = time.monotonic(), []
    process = subprocess.Popen(
        step.command(is_short), cwd=HERE.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        print(f"   {line}", end="", flush=True)
        lines.append(line)
    code = process.wait(60)
    print(f"   {time.monotonic() - start:.0f} s", flush=True)
    return "".join(lines), code


def main() -> int:
    """Run them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a few moves, tables, games of each")
    parser.add_argument(
        "--only", nargs="+", default=[], help="scripts whose name, or what they are given, has one of these"
    )
    asked = parser.parse_args()
    print(machine())
    if os.getloadavg()[0] > IDLE:
        print(f"load {os.getloadavg()[0]:.1f}: the machine is busy, and milliseconds mean little")
    failed = 0
    values: dict[Figure, list[float]] = {}
    began = time.monotonic()
    for step in STEPS:
        if asked.only and not any(part in " ".join((step.script, *step.words)) for part in asked.only):
            continue
        output, code = run(step, asked.short)
        for figure in step.figures:
            values.setdefault(figure, []).extend(figure.found_in(output))
        if step.script == "tests":
            figure = Figure(TRIED[step.words[0]], 0, "", "")
            values[figure] = [float(code != 0)]
        failed += code != 0 and not any(figure.found_in(output) for figure in step.figures)
    print(f"\n{time.monotonic() - began:.0f} s in all; load {os.getloadavg()[0]:.1f} at the end\n")
    for figure, found in values.items():
        print(figure.row(found))
    return failed


if __name__ == "__main__":
    sys.exit(main())
