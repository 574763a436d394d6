"""How often `pnp playtest --until` claims a difference where there is none.

In: a game, games to play, runs, how exactly something is to be known (points). Real games are played once; each run
draws two rows of them at random, so both are of one and the same game, and is looked at as `--until` looks, until the
difference is known that exactly. Out: in how many runs the interval excluded 0 where it stopped, and at any look
before; what ordinary intervals would have claimed; how many games a run took. Exit code 1 when
more than 5 % stopped wrongly.
Run: python benchmarks/false_alarms.py [GAME] [-n GAMES] [--runs R] [--until P] [--bots A,B] [--seed S]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys

from pnp.catalog import load_game
from pnp.playtest.batch import Plan, SimulationBatch
from pnp.playtest.experiments.arms import Experiment, nothing_played
from pnp.playtest.experiments.estimates import Estimator
from pnp.playtest.experiments.figures import FIRST, FigureBook
from pnp.playtest.experiments.sequential import next_look

MUST = 0.05


def main() -> None:
    """Play, draw and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="kalevala")
    parser.add_argument("-n", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--until", type=float, default=4.0)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seed", type=int, default=1_000_000)
    asked = parser.parse_args()
    rules, _ = load_game(asked.game)
    plan = Plan(load_game, asked.game, rules.players[0], tuple(asked.bots.split(",")))
    batch = SimulationBatch(plan)
    figure = FigureBook(batch.book, batch.simulator.setup.seats, plan.bots, False).find(FIRST)
    rows = [figure.numbers(batch.play(seed, 1).counts) for seed in range(asked.seed, asked.seed + asked.n)]
    experiment = Experiment((plan, plan), (figure,))
    chance = random.Random(asked.seed)
    stopped = at_any_look = once = ever_once = 0
    games: list[int] = []
    for _ in range(asked.runs):
        played = nothing_played(experiment)
        seen = seen_once = False
        while True:
            for _ in range(next_look(played.seeds) - played.seeds):
                played.moments.note([*chance.choice(rows), *chance.choice(rows)])
            played.seeds = played.moments.n
            known = Estimator(experiment, played, at_every_look=True).difference(0, 1, 0)
            ordinary = Estimator(experiment, played).difference(0, 1, 0)
            seen |= bool(known.against)
            seen_once |= bool(ordinary.against)
            assert known.high is not None and known.low is not None
            if known.high - known.low <= 2 * asked.until / 100:
                break
        stopped += bool(known.against)
        once += bool(ordinary.against)
        at_any_look += seen
        ever_once += seen_once
        games.append(played.seeds)
    print(
        f"{asked.game}, {asked.n:,} games of {asked.bots} from seed {asked.seed}, {asked.runs:,} runs, ± {asked.until}"
    )
    print(f"stopped and claimed a difference   {stopped / asked.runs:6.1%}   (must ≤ {MUST:.0%})")
    print(f"claimed one at any look            {at_any_look / asked.runs:6.1%}   (must ≤ {MUST:.0%})")
    print(f"an ordinary interval at the stop   {once / asked.runs:6.1%}")
    print(f"an ordinary interval at any look   {ever_once / asked.runs:6.1%}")
    print(
        f"games of each, median              {statistics.median(games):6,.0f}   from {min(games):,} to {max(games):,}"
    )
    sys.exit(0 if max(stopped, at_any_look) <= MUST * asked.runs else 1)


if __name__ == "__main__":
    main()
