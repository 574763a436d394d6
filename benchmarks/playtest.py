"""Playtest: two workers beside one, games and plies a second, memory over the run, the same result.

In: a game (Suomi 1918 unless another is named), games a round, rounds, bots. Out: medians of interleaved
rounds of one run on one machine, and how far the rounds lie apart.
Run: python benchmarks/playtest.py [GAME] [-n GAMES] [--rounds R] [--bots A,B] [--players P]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pnp.catalog import load_game
from pnp.playtest.batch import Plan, SimulationBatch, play_all
from pnp.playtest.bots import lineup
from pnp.playtest.counts import Counts
from pnp.playtest.executors import open_executor
from pnp.playtest.reports.results import results_of
from pnp.playtest.reports.text_report import dump_json

TENTHS = 10


class Round:
    """One run: seconds, seconds of processors, counts, and the memory of all processes after each tenth (MiB)."""

    def __init__(self, plan: Plan, seeds: range, workers: int) -> None:
        self.counts = Counts()
        self.memory: list[float] = []
        begun, used = time.perf_counter(), sum(os.times()[:4])
        with open_executor(workers) as worker_pool:
            for chunk in play_all(plan, seeds, worker_pool):
                self.counts.add(chunk.counts)
                if self.counts.games * TENTHS >= len(seeds) * (len(self.memory) + 1):
                    self.memory.append(sum(_resident(process) for process in _family()))
        self.seconds = time.perf_counter() - begun
        self.work = sum(os.times()[:4]) - used  # of all processes; the pool has been waited for
        self.plies = sum(plies * games for plies, games in self.counts.plies.items())


def counting_share(plan: Plan, games: int) -> float:
    """Which share of the processor's time goes into counting: games are played, then the same ones are counted."""
    batch = SimulationBatch(plan)
    batch.play(0, min(games, 20))  # warm
    played, counts = [], Counts()
    begun = time.process_time()
    for seed in range(games):
        played.append(batch.simulator.play(seed, lineup(plan.bots, plan.players, seed)))
    middle = time.process_time()
    for game in played:
        batch.counter.count(counts, game)
    end = time.process_time()
    return (end - middle) / (end - begun)


def _family() -> Iterator[int]:
    """This process and its children."""
    yield os.getpid()
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if children.exists():
        yield from map(int, children.read_text().split())


def _resident(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="suomi1918")
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--players", type=int, default=0)
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    asked = _arguments()
    slug = asked.game
    rules, _ = load_game(slug)
    plan = Plan(load_game, slug, asked.players or rules.players[0], tuple(asked.bots.split(",")))
    batch, seeds = SimulationBatch(plan), range(asked.n)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0  # of everybody else, before we begin
    rounds: dict[int, list[Round]] = {1: [], 2: []}
    for _ in range(asked.rounds):
        for workers, done in rounds.items():
            done.append(Round(plan, seeds, workers))
    reports = {dump_json(results_of(batch, done.counts, seeds)) for every in rounds.values() for done in every}
    print(f"{slug}, {asked.n:,} games, {plan.players} players, bots {asked.bots}")
    print(f"{os.cpu_count()} processors, load before the run {load:.1f}")
    medians = {}
    for workers, every in rounds.items():
        seconds = sorted(done.seconds for done in every)
        medians[workers] = middle = statistics.median(seconds)
        spread = (seconds[-1] - seconds[0]) / middle * 100
        got = statistics.median(done.work / done.seconds / workers for done in every) * 100
        print(
            f"{workers} worker{'s' if workers > 1 else ' '}  {middle:8.2f} s   {asked.n / middle:8,.0f} games/s   "
            f"{every[0].plies / middle:9,.0f} plies/s   rounds {spread:.0f} % apart, {got:.0f} % of the processors ours"
        )
    shares = sorted(counting_share(plan, min(asked.n, 200)) for _ in range(max(asked.rounds, 3)))
    middle = statistics.median(shares) * 100
    print(f"counting            {middle:.1f} % of the processor's time (by round {_list(shares)})")
    pairs = [one.seconds / two.seconds for one, two in zip(rounds[1], rounds[2], strict=True)]
    print(f"2 workers ÷ 1       {medians[1] / medians[2]:.2f}   (must ≥ 1.7; by round {_list(pairs)})")
    work = {workers: statistics.median(done.work for done in every) for workers, every in rounds.items()}
    print(f"work of 2 ÷ 1       {work[2] / work[1]:.2f}   (seconds of processors; a quiet machine allows 2 ÷ this)")
    for workers, every in rounds.items():
        memory = every[-1].memory
        print(f"memory, {workers} worker{'s' if workers > 1 else ' '}  {_list(memory, 1)} MiB after each tenth")
    print(f"same report whoever played: {'yes' if len(reports) == 1 else 'NO'}")
    sys.exit(0 if len(reports) == 1 else 1)


def _list(values: list[float], digits: int = 2) -> str:
    return " ".join(f"{value:.{digits}f}" for value in values)


if __name__ == "__main__":
    main()
