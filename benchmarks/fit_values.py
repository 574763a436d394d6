"""The weights by which a game says who is ahead (`simulation/value.py`), fitted, and how true they are.

In: a game. Out: the weights that make the outcomes of `--games` games of greedy against greedy most likely, and for
each tenth of the chances that they give how often the seat won in as many other games: a shared win is a share of one,
the 95 % interval counts games, not positions, and `off` stands where it lies wholly more than five points away.

The games have the seeds from 20,000 on, the others those from 30,000 on; `--from` takes others yet, `--check` fits
nothing and says only how true the weights are that the game has.

Run: python benchmarks/fit_values.py [GAME …] [--games 200] [--from SEED] [--check] [--short]
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib import import_module
from math import log, sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec.structs import asdict, replace

from pnp.catalog import load_game
from pnp.playtest.bots import GREEDY, RANDOM, bots_of
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.replay import STOPPED
from pnp.referee.seat import TABLE

FITTED, OTHERS = 20_000, 30_000  # first seeds
PER_GAME = 24  # positions of a game
ODD = 8  # one move in so many is a random one, so that games of a seed's deal differ
LEAST = 1e-6

Position = tuple[Any, tuple[int, ...], int]
"""A state, who won, and the seed of the game."""
FAR = 0.05  # a chance may be so much beside the truth
Value = Callable[..., Sequence[float]]


def positions(slug: str, first: int, games: int) -> list[Position]:
    """States in which somebody decides, of many games."""
    game, book = load_game(slug)
    greedy, random_bot = bots_of(game)[GREEDY], bots_of(game)[RANDOM]

    def human(view: Any, seat: int, pick: Any) -> Any:
        return (greedy if pick(ODD) else random_bot)(view, seat, pick)

    simulator = Simulator(replace(game, bots={"human": human}), book, SEAT_NAMES[: book.players[0]], ["human"])
    found: list[Position] = []
    for seed in range(first, first + games):
        played = simulator.play(seed, ["human"] * book.players[0])
        if played.outcome is STOPPED:
            continue
        state, states = simulator.start, []
        for move in played.moves:
            if move.seat != TABLE:
                states.append(state)
            ruling: Any = game.judge(state, move)
            state = ruling.after
        step = max(1, len(states) // PER_GAME)
        found += [(each, played.outcome.winners, seed) for each in states[seed % step :: step]]
    return found


def likelihood(value: Value, weights: Any, where: Sequence[Position]) -> float:
    """The mean logarithm of the chance that was given to what happened."""
    total = 0.0
    for state, winners, _ in where:
        chances = value(state, weights)
        shares = [chances[seat] for seat in winners] or [1 - sum(chances)]
        total += sum(log(max(share, LEAST)) for share in shares) / len(shares)
    return total / len(where)


def fit(value: Value, weights: Any, where: Sequence[Position]) -> Any:
    """Each weight in turn is moved as long as that makes the outcomes more likely; then by half as much."""
    best, step = likelihood(value, weights, where), 0.5
    while step > 0.01:
        moved = False
        for name in asdict(weights):
            for way in (1 + step, 1 / (1 + step)):
                tried = replace(weights, **{name: getattr(weights, name) * way})
                found = likelihood(value, tried, where)
                if found > best + 1e-6:
                    weights, best, moved = tried, found, True
        step = step if moved else step / 2
    return weights


def calibration(value: Value, weights: Any, where: Sequence[Position]) -> int:
    """Chances given and games won, tenth by tenth; how many tenths are off."""
    tenths: list[list[tuple[float, float, int]]] = [[] for _ in range(10)]
    for state, winners, seed in where:
        for seat, chance in enumerate(value(state, weights)):
            won = 1 / len(winners) if seat in winners else 0.0
            tenths[min(9, int(chance * 10))].append((chance, won, seed))
    off = 0
    for at, found in enumerate(tenths):
        if found:
            count = len(found)
            given, won = (sum(each[part] for each in found) / count for part in (0, 1))
            rests: defaultdict[int, float] = defaultdict(float)
            for chance, its, seed in found:
                rests[seed] += its - chance - (won - given)
            half = 1.96 * sqrt(sum(rest**2 for rest in rests.values())) / count if len(rests) > 1 else 1.0
            is_off = abs(won - given) - half > FAR
            off += is_off
            sign = "  off" if is_off else ""
            print(
                f"  {at * 10:>3}–{at * 10 + 10} %  given {given:.1%}  won {won:.1%} ± {half:.1%}  "
                f"({count:,} of {len(rests)} games){sign}"
            )
    return off


def main() -> int:
    """Fit the weights of the games that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "slugs", nargs="*", metavar="GAME", default=["kalevala", "suomi1918", "drumroll", "keikalla", "keko"]
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--from", dest="first", type=int, default=OTHERS)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    for slug in asked.slugs:
        module = import_module(f"pnp.games.{slug}.simulation.value")
        games = 10 if asked.short else asked.games
        if asked.check:
            others = positions(slug, asked.first, games)
            print(f"{slug}: {module.WEIGHTS}, seeds from {asked.first:,}")
            off = calibration(module.value, module.WEIGHTS, others)
            print(f"  {off} tenths are off by more than {FAR:.0%}", flush=True)
            continue
        where, others = positions(slug, FITTED, games), positions(slug, asked.first, games)
        weights = fit(module.value, module.WEIGHTS, where)
        print(f"{slug}: {weights} from {len(where):,} positions of {games} games")
        for words, each in (("as it stands", module.WEIGHTS), ("fitted", weights)):
            here, there = (likelihood(module.value, each, found) for found in (where, others))
            print(f" {words}: {here:.4f}, other games {there:.4f}")
        calibration(module.value, weights, others)
    return 0


if __name__ == "__main__":
    sys.exit(main())
