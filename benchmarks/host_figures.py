"""All figures of the hosted table in one go: what `host_*.py`, `taps.py` and `photo.py` measure, each with its load.

In: `--short` for some minutes, nothing for the long run (about an hour and a half; on a machine that does nothing else,
as milliseconds are measured). Out: the machine, then what each script prints, with the load before it and how long it
took. The exit code is the number of scripts that failed.

Run: python benchmarks/host_figures.py [--short] [--only latency load …]
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll")
IDLE = 0.5  # of load; on a busier machine milliseconds mean little


def scripts() -> list[tuple[str, list[str], str]]:
    """Each script, what it is given, what must come out."""
    tapped = "tap to painted p50 60 ms, p95 150 ms; first load 60 kB in 6 requests; right again after 500 ms"
    return [
        *(("host_latency", ["--game", game], tapped) for game in GAMES),
        ("host_load", ["--pages"], "p95 150 ms, none lost, none doubled, 300 MB"),
        ("host_load", [], "the same; an update of 4 kB"),
        ("host_kill", [], "none lost, none doubled, right after 3 s"),
        ("host_evening", [], "20 MB more at the end, no connection left over; right after 500 ms"),
        ("taps", [], "median 2, 90 % at most 3, 24 choices at once"),
        ("photo", [], "95 % of the codes, none wrong, 2 s"),
    ]


def machine() -> str:
    """What it is measured on."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} × {name}, {platform.system()}, Python {platform.python_version()}"


def main() -> int:
    """Run them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a few moves, tables, games of each")
    parser.add_argument("--only", nargs="+", default=[], help="scripts whose name has one of these")
    asked = parser.parse_args()
    print(machine())
    if os.getloadavg()[0] > IDLE:
        print(f"load {os.getloadavg()[0]:.1f}: the machine is busy, and milliseconds mean little")
    failed = 0
    for script, words, must in scripts():
        if asked.only and not any(part in script for part in asked.only):
            continue
        given = [*words, *(["--short"] if asked.short else [])]
        print(
            f"\n== {' '.join((script, *given))}: load {os.getloadavg()[0]:.1f}; at most, or at least: {must}",
            flush=True,
        )
        start = time.monotonic()
        failed += subprocess.run([sys.executable, str(HERE / f"{script}.py"), *given], check=False).returncode != 0
        print(f"   {time.monotonic() - start:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
