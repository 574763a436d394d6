"""Playtest: two workers beside one, games and lines a second, memory, the same result.

    python benchmarks/playtest.py [GAME] [-n GAMES] [--rounds R] [--bots A,B] [--players P]

Prints medians of interleaved rounds and by how much the rounds differ. Must: two workers ≥ 1.7 times as fast as one, on
two idle processors; memory that does not grow; the same report whoever played (else exit code 1).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from pnp.catalog import load_game
from pnp.playtest.batch import Plan, SimulationBatch, play_all
from pnp.playtest.counts import Counts
from pnp.playtest.executors import open_executor
from pnp.playtest.reports.results import results_of
from pnp.playtest.reports.text_report import dump_json


class Round:
    """One run: seconds, seconds of processors, counts, and the memory of all processes half-way and at the end."""

    def __init__(self, plan: Plan, seeds: range, workers: int) -> None:
        self.counts = Counts()
        self.memory: list[float] = []  # MiB
        begun, used = time.perf_counter(), sum(os.times()[:4])
        with open_executor(workers) as worker_pool:
            for chunk in play_all(plan, seeds, worker_pool):
                self.counts.add(chunk.counts)
                if self.counts.games * 2 >= len(seeds) * (len(self.memory) + 1):
                    self.memory.append(sum(map(_resident, _family())))
        self.seconds = time.perf_counter() - begun
        self.work = sum(os.times()[:4]) - used  # of all processes; the pool has been waited for
        self.lines = sum(lines * games for lines, games in self.counts.plies.items())


def _family() -> Iterator[int]:
    """This process and its children."""
    yield os.getpid()
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if children.exists():
        yield from map(int, children.read_text().split())


def _resident(process: int) -> float:
    file = Path(f"/proc/{process}/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if file.exists() else 0.0


def main() -> int:
    """Measure and print; 1 when the reports differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="suomi1918")
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--players", type=int, default=0)
    asked = parser.parse_args()
    players = asked.players or load_game(asked.game)[0].players[0]
    plan = Plan(load_game, asked.game, players, tuple(asked.bots.split(",")))
    print(f"{asked.game}, {asked.n:,} games of {players}, {asked.bots}; {os.cpu_count()} processors, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}")
    rounds: dict[int, list[Round]] = {1: [], 2: []}
    for _ in range(asked.rounds):
        for workers, done in rounds.items():
            done.append(Round(plan, range(asked.n), workers))
    for workers, every in rounds.items():
        middle = median(done.seconds for done in every)
        spread = (max(done.seconds for done in every) - min(done.seconds for done in every)) / middle
        speed = f"{asked.n / middle:8,.0f} games/s {every[0].lines / middle:9,.0f} lines/s"
        memory = " → ".join(f"{size:.0f}" for size in every[-1].memory)
        print(f"workers: {workers} {middle:8.2f} s {speed}, rounds differ by {spread:.0%}; {memory} MiB")
    ratios = [one.seconds / two.seconds for one, two in zip(*rounds.values(), strict=True)]
    work = median(two.work / one.work for one, two in zip(*rounds.values(), strict=True))
    print(f"2 workers ÷ 1: {median(ratios):.2f} times as fast (must ≥ 1.7), {work:.2f} times the processor time")
    batch = SimulationBatch(plan)
    every_round = [done for some in rounds.values() for done in some]
    reports = {dump_json(results_of(batch, done.counts, range(asked.n))) for done in every_round}
    print(f"same report whoever played: {'yes' if len(reports) == 1 else 'NO'}")
    return int(len(reports) > 1)


if __name__ == "__main__":
    sys.exit(main())
