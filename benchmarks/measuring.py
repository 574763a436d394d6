"""Measuring whole processes. In: programs. Out: wall time, processor time and memory of each, and their ratios.

The programs run in turns, so that a busy moment meets all of them; what is compared are medians. Memory is the most
that a process and all its children held at one time (0 where there is no /proc).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

_PACE = 0.02  # seconds between two looks at memory
LONGEST = 3600  # seconds for one program


class Sample(NamedTuple):
    """Seconds on the clock, seconds of processors, MB."""

    wall: float
    work: float
    memory: float


class Program(NamedTuple):
    """A command; `before` is called before each run and not measured."""

    command: Sequence[str]
    before: Callable[[], None] = lambda: None
    folder: Path | None = None
    environment: Mapping[str, str] | None = None


def measure(program: Program) -> Sample:
    """Run a program once; SystemExit with its error output when it fails."""
    program.before()
    has_proc = os.path.isdir("/proc/self")
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = subprocess.Popen(
        [*program.command],
        cwd=program.folder,
        env=program.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    most = 0.0
    while has_proc:
        try:
            running.wait(_PACE)
            break
        except subprocess.TimeoutExpired:
            most = max(most, _tree(running.pid))
            if time.perf_counter() - began > LONGEST:
                running.kill()
                raise SystemExit(f"{' '.join(program.command)[:200]}\nstopped after {LONGEST} s") from None
    errors = running.communicate(timeout=LONGEST)[1].decode(errors="replace")
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if running.returncode:
        raise SystemExit(f"{' '.join(program.command)[:200]}\n{errors[-2000:]}")
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Sample(wall, work, most)


def compare(title: str, programs: Mapping[str, Program | None], runs: int, *wanted: str) -> dict[str, list[Sample]]:
    """Run the programs in turns, print medians with quartiles, and ratios to the wanted baselines.

    A program that is None is not installed: it is named, and so is the package that it comes with.
    """
    installed = {name: program for name, program in programs.items() if program is not None}
    baselines = [name for name in wanted if name in installed]
    samples: dict[str, list[Sample]] = {name: [] for name in installed}
    for number in range(runs + 1):
        for name, program in installed.items():
            sample = measure(program)
            if number or runs == 1:  # the first round warms up
                samples[name].append(sample)
        if runs == 1:
            break
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"\n{title} ({runs} run{'s' if runs > 1 else ''}{load})")
    print(f"  {'':38}{'wall':>9}{'quartiles':>15}{'work':>9}{'memory':>8}", *(f"÷ {one}" for one in baselines))
    for name in programs.keys() - installed.keys():
        print(f"  {name}: not installed, left out; install it with: {sys.executable} -m pip install {name}")
    bases = {one: median(sample.wall for sample in samples[one]) for one in baselines}
    for name, some in samples.items():
        walls = [sample.wall for sample in some]
        low, _, high = quantiles(walls, n=4) if len(walls) > 1 else (walls[0],) * 3
        middle, work = median(walls), median(sample.work for sample in some)
        ratios = "  ".join(f"{middle / base:>{len(one)}.2f}" for one, base in bases.items())
        print(
            f"  {name:38}{middle * 1000:6.0f} ms{low * 1000:7.0f}–{high * 1000:<7.0f}{work * 1000:6.0f} ms"
            f"{max(sample.memory for sample in some):5.0f} MB   {ratios}",
            flush=True,
        )
    return samples


def _tree(root: int) -> float:
    """MB of a process and all its descendants."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    page = os.sysconf("SC_PAGE_SIZE")
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stream:
                    fields = stream.read().rpartition(b")")[2].split()
            except OSError:
                continue
            parents[int(name)], sizes[int(name)] = int(fields[1]), int(fields[21]) * page
    total = 0
    for process, size in sizes.items():
        ancestor = process
        while ancestor != root and ancestor in parents:
            ancestor = parents[ancestor]
        total += size if ancestor == root else 0
    return total / 1e6
