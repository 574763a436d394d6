"""Every game × every number of seats × every value of every switch (one at a time), some games each.

In: games (all built-in ones unless named), `-n` games a cell, `--bots`, `--seconds` to stop after, `--keep FILE` that
holds the cells done, so that the next run goes on where this one stopped. Of a range of numbers some values stand for
all. Out: crashes with the command that repeats them, and unfinished games by cell with what was asked when the table
ended them.
Run: nice python benchmarks/playtest_matrix.py [GAME]… [-n 100] [--bots random] [--seconds 600] [--keep matrix.jsonl]
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.catalog import built_in_slugs, load_game
from pnp.library.card import Option
from pnp.playtest.batch import seat_names
from pnp.playtest.bots import lineup
from pnp.playtest.simulate import Simulator
from pnp.referee.game import Game

MOST_VALUES = 8  # of a switch; more are a range of numbers


def cells(slugs: list[str]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Game, seats, and the switch that is not as printed (none at first)."""
    for slug in slugs:
        game, book = load_game(slug)
        fewest, most = game.players
        for seats in range(fewest, most + 1):
            yield slug, seats, {}
            for option in book.options.values():
                for value in tried(option):
                    yield slug, seats, {option.id: value}


def tried(option: Option) -> list[Any]:
    """The values of a switch but for the printed one; of a long range its ends, its middle and the default's next."""
    values = list(option.values or ((True, False) if isinstance(option.default, bool) else ()))
    if len(values) > MOST_VALUES:
        at = values.index(option.default) if option.default in values else 0
        places = {0, 1, len(values) // 2, len(values) - 1, max(at - 1, 0), min(at + 1, len(values) - 1)}
        values = [values[place] for place in sorted(places)]
    return [value for value in values if value != option.default]


def play(slug: str, seats: int, options: dict[str, Any], bots: tuple[str, ...], number: int) -> dict[str, Any]:
    """The games of a cell: how many were played, crashes, and what was asked where a game was stopped."""
    game, book = load_game(slug)
    found: dict[str, Any] = {"games": 0, "crashes": [], "stopped": {}, "refused": ""}
    stopped: Counter[str] = Counter()
    try:
        simulator = Simulator(game, book, seat_names(seats), bots, options)
    except Exception as fault:  # a switch that needs other seats is refused before the first line
        found["refused"] = f"{type(fault).__name__}: {fault}"
        return found
    for seed in range(number):
        found["games"] += 1
        try:
            played = simulator.play(seed, lineup(bots, seats, seed))
        except Exception as fault:
            found["crashes"].append({"seed": seed, "fault": f"{type(fault).__name__}: {fault}"[:300]})
            continue
        if played.outcome.kind == "stopped":
            stopped[_asked(game, played.state)] += 1
    found["stopped"] = dict(stopped)
    return found


def _asked(game: Game[Any], state: Any) -> str:
    """What was going on when a game was stopped, without names."""
    rules = sorted({decision.rule for decision in game.pending(state) if decision.rule})
    return f"{game.phase(state)} [{', '.join(rules)}]"


def key_of(slug: str, seats: int, options: dict[str, Any], bots: str, number: int) -> str:
    """A cell as one word, the same in every run."""
    return json.dumps([slug, seats, options, bots, number], sort_keys=True)


def repeat(slug: str, seats: int, options: dict[str, Any], bots: str, seed: int) -> str:
    """The command that plays one game again."""
    switches = "".join(f" --option {shlex.quote(f'{name}={_format_value(value)}')}" for name, value in options.items())
    return f"pnp playtest {slug} -n 1 --seed {seed} --players {seats} --bots {bots}{switches}"


def _format_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def report(done: dict[str, dict[str, Any]]) -> int:
    """Crashes, unfinished games, what could not be set up; the number of crashes."""
    crashes = games = 0
    for key, found in done.items():
        slug, seats, options, bots, _ = json.loads(key)
        games += found["games"]
        for crash in found["crashes"]:
            crashes += 1
            print(f"CRASH {repeat(slug, seats, options, bots, crash['seed'])}\n      {crash['fault']}")
    for key, found in done.items():
        slug, seats, options, bots, _ = json.loads(key)
        stopped = sum(found["stopped"].values())
        if stopped:
            causes = "; ".join(f"{count} {what}" for what, count in found["stopped"].items())
            switch = ", ".join(f"{name}={_format_value(value)}" for name, value in options.items()) or "as printed"
            print(f"unfinished {stopped:4} of {found['games']} {slug}, {seats} seats, {switch}, {bots}: {causes}")
    refused = sum(bool(found["refused"]) for found in done.values())
    print(f"{len(done)} cells, {games} games, {crashes} crashes; {refused} cells cannot be set up")
    return crashes


def main() -> int:
    """Play the cells that are not done yet, then report all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    done: dict[str, dict[str, Any]] = {}
    if asked.keep and asked.keep.exists():
        done = {line["cell"]: line["found"] for line in map(json.loads, asked.keep.read_text("utf-8").splitlines())}
    begun, left = time.monotonic(), 0
    for slug, seats, options in cells(asked.games or built_in_slugs()):
        key = key_of(slug, seats, options, asked.bots, asked.n)
        if key in done:
            continue
        if time.monotonic() - begun > asked.seconds:
            left += 1
            continue
        done[key] = play(slug, seats, options, tuple(asked.bots.split(",")), asked.n)
        if asked.keep:
            with asked.keep.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"cell": key, "found": done[key]}) + "\n")
    crashes = report(done)
    if left:
        print(f"{left} cells are left; the same command with --keep goes on")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
