"""How long it takes to see a change of two points in how often the first seat wins.

In: a game, a value that is tried, bots, seeds. Some pairs are played, of the book and of the value on one seed; from
how far these differ follows how many pairs show a change of so many points with a chance of 80 %, and from the seconds
of processor that they took, how long that is on two processors. Out: both for whoever looks once and at every look,
beside what games on seeds of their own would take. Exit code 1 when it takes longer than it must.
Run: python benchmarks/change_seen.py [GAME] [--vary DATUM=VALUE] [--bots A,B] [-n PAIRS] [--points P] [--seed S]
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt

from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.batch import Plan
from pnp.playtest.experiments.arms import Experiment, ExperimentBatch
from pnp.playtest.experiments.estimates import POWER
from pnp.playtest.experiments.figures import FIRST, FigureBook
from pnp.playtest.experiments.moments import Deviation, deviation
from pnp.playtest.experiments.sequential import margin_at_every_look
from pnp.playtest.statistics import Z

MUST_MINUTES = 6.0
PROCESSORS = 2


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="kalevala")
    parser.add_argument("--vary", default="tiles.ukko.value=9")
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("-n", type=int, default=400)
    parser.add_argument("--points", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=2_000_000)
    asked = parser.parse_args()
    rules, _ = load_game(asked.game)
    plan = Plan(load_game, asked.game, rules.players[0], tuple(asked.bots.split(",")))
    plans = (plan, replace(plan, vary=(asked.vary,)))
    batch = ExperimentBatch(Experiment(plans))
    book, seats = batch.batches[0].book, batch.batches[0].simulator.setup.seats
    batch.experiment = replace(batch.experiment, figures=(FigureBook(book, seats, plan.bots, False).find(FIRST),))
    begun = time.process_time()
    played = batch.play(asked.seed, asked.n)
    seconds = (time.process_time() - begun) / asked.n
    one, other = batch.experiment.ratio(0, 0), batch.experiment.ratio(1, 0)
    moments = played.moments
    first, second = one.weights(moments), other.weights(moments, -1.0)
    paired = deviation(moments, {**first, **second}, guard=1.0).of_row
    alone = sqrt(sum(deviation(moments, weights, guard=1.0).of_row ** 2 for weights in (first, second)))
    print(f"{asked.game}, {asked.vary}, bots {asked.bots}, {asked.n:,} pairs from seed {asked.seed}")
    print(
        f"a pair takes {seconds * 1000:.1f} ms of a processor; a change of {asked.points:g} points is seen with 80 %:"
    )
    longest = 0.0
    for name, spread in (("paired seeds", paired), ("seeds of their own", alone)):
        for looks in (False, True):
            pairs = _needed(spread, asked.points / 100, looks)
            minutes = pairs * seconds / PROCESSORS / 60
            how = "at every look" if looks else "looked at once"
            print(f"  {name:20} {how:16} {pairs:9,.0f} pairs {minutes:8.1f} min on {PROCESSORS} processors")
            longest = max(longest, minutes if name == "paired seeds" else 0.0)
    print(f"must: at most {MUST_MINUTES:g} min")
    sys.exit(0 if longest <= MUST_MINUTES else 1)


def _needed(spread: float, change: float, looks: bool) -> float:
    """Pairs after which the interval is this narrow; the factor of every look changes slowly with their number."""
    pairs = 1000.0
    for _ in range(20):
        wide = Z
        if looks:
            margin = margin_at_every_look(Deviation(1.0, max(100, round(pairs))))
            wide = (margin or 0.0) * sqrt(pairs)
        pairs = ((wide + POWER) * spread / change) ** 2
    return pairs


if __name__ == "__main__":
    main()
