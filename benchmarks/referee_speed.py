"""Every game's referee beside python-chess, in judged lines a second of processor time.

    python benchmarks/referee_speed.py [GAME …] [--rounds R] [--players P] [--only listed,real,made]

    listed   random digital games: list the legal moves before each line of a seat, judge it
             ÷ list(board.legal_moves), push the move that was picked
    real     games with real cards, of which the referee deduces what is hidden: judge each line
    made     random games as a playtest makes them: dealer, views and picking included ÷ random games of python-chess

GAME: a built-in game or a small one of `bytecodes.py` (fourpiers, cove, nuotta, effects). The time of a line of the
table (a deal, a shuffle) counts and the line does not, so a ratio counts what players do. Medians and quartiles of one
interleaved run.
"""

from __future__ import annotations

import argparse
import time
from functools import cache, partial
from typing import Any

from bytecodes import game_named
from msgspec.structs import replace
from yardsticks import python_chess
from yardsticks.python_chess import compare

from pnp.catalog import all_games
from pnp.conformance.case import Case
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, State
from pnp.referee.move import Deal, Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE

SEEDS = 12  # different games
TABLES = 2  # a round
loaded = cache(game_named)


@cache
def lines_of(slug: str, players: int, deal: str, seed: int) -> list[tuple[State, Move]]:
    """The lines of a random game, each with the state before it. With real cards deals are not typed."""
    game, book = loaded(slug)
    played = simulate(game, book, SEAT_NAMES[:players], seed)
    if deal == DIGITAL:
        return _lines(played)
    state: Any = game.setup(replace(played.setup, deal=PHYSICAL))
    lines: list[tuple[State, Move]] = []
    for _, move in _lines(played):
        if not isinstance(move, Deal):
            lines.append((state, move))
            ruling = game.judge(state, move)
            if not isinstance(ruling, Legal | Unverified):  # players of this game type more with real cards
                return _lines(Case(slug, game, book, players, 2 * seed + 2).physical[seed])
            state = ruling.after
    return lines


def _lines(played: Replay[Any]) -> list[tuple[State, Move]]:
    # The line with which the table stops a game that random play does not end is the kernel's, and not judged.
    kinds, lines = played.game.moves, zip(played.positions, played.entries, strict=False)
    return [(at.state, entry.move) for at, entry in lines if entry.move is not None and type(entry.move) in kinds]


def judged(slug: str, players: int, deal: str, number: int) -> tuple[int, float]:
    """Judge every line; at a digital table list before every line of a seat."""
    seeds = SEEDS if deal == DIGITAL else 2  # reasoning about real cards takes longer
    games = [lines_of(slug, players, deal, (number * TABLES + at) % seeds) for at in range(TABLES)]
    game = loaded(slug)[0]
    judge, legal_moves, count = game.judge, game.legal_moves, 0
    start = time.process_time()
    for lines in games:
        for state, move in lines:
            if move.seat != TABLE:
                count += 1
                if deal == DIGITAL:
                    legal_moves(state, move.seat)
            judge(state, move)
    return count, time.process_time() - start


def made(simulator: Simulator, players: int, number: int) -> tuple[int, float]:
    """Make random games."""
    start = time.process_time()
    played = [simulator.play(number * TABLES + at, (RANDOM,) * players) for at in range(TABLES)]
    seconds = time.process_time() - start
    return sum(move.seat != TABLE for game in played for move in game.moves), seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--only", default="listed,real,made")
    asked = parser.parse_args()
    print(f"{'':<58} {'a ply':>9} {'chess':>9}   plies a second ÷ python-chess (quartiles)")
    for slug in asked.games or [entry.slug for entry in all_games() if entry.rules]:
        game, book = loaded(slug)
        players = min(max(asked.players, game.players[0]), game.players[1])
        title = f"{slug}, {players} players: "
        if "listed" in asked.only:
            part = partial(judged, slug, players, DIGITAL)
            compare(f"{title}list, judge, apply", part, python_chess.lists, asked.rounds)
        if "real" in asked.only:
            part = partial(judged, slug, players, PHYSICAL)
            compare(f"{title}a line with real cards", part, python_chess.lists, asked.rounds)
        if "made" in asked.only:
            part = partial(made, Simulator(game, book, SEAT_NAMES[:players]), players)
            compare(f"{title}whole games", part, python_chess.playouts, asked.rounds)


if __name__ == "__main__":
    main()
