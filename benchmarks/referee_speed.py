"""Every game's referee beside python-chess, in judged plies a second. In: games (all that have rules unless named).
Out: medians and ratios of one interleaved run.

    list, judge, apply   the lines of random digital games, everything known: before each line list the legal moves of
                         the seat that makes it, judge the line, take the state after it
                         ÷  list(board.legal_moves), push the move that was picked

A line of the table (a deal, a shuffle, dice) is judged too, and nothing is listed before it; its time counts, the line
does not: a ratio counts what players do.

Run: python benchmarks/referee_speed.py [GAME …] [--rounds R] [--players P]
"""

from __future__ import annotations

import argparse
import time
from functools import cache, partial

from yardsticks.python_chess import compare, header
from yardsticks.python_chess import lists as chess_lists

from pnp.catalog import all_games, load_game
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import State
from pnp.referee.move import Move
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE

SEEDS = 12  # different games
TABLES = 2  # a round


@cache
def lines_of(slug: str, players: int, seed: int) -> tuple[State, tuple[Move, ...]]:
    """A random game: the state before its first line, and its lines."""
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[:players], seed)
    # The line with which the table stops a game that random play does not end is the kernel's, and not judged.
    moves = (entry.move for entry in played.entries if entry.move is not None)
    return played.positions[0].state, tuple(move for move in moves if type(move) in game.moves)


def lists(slug: str, players: int, number: int) -> tuple[int, float]:
    """List before every line of players, and judge every line."""
    games = [lines_of(slug, players, (number * TABLES + at) % SEEDS) for at in range(TABLES)]
    game, _ = load_game(slug)
    judge, legal_moves, plies = game.judge, game.legal_moves, 0
    start = time.process_time()
    for state, moves in games:
        for move in moves:
            if move.seat != TABLE:
                plies += 1
                legal_moves(state, move.seat)
            ruling = judge(state, move)
            assert isinstance(ruling, Legal | Unverified), move
            state = ruling.after
    return plies, time.process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    header()
    for slug in asked.games or [entry.slug for entry in all_games() if entry.rules]:
        least, most = load_game(slug)[0].players
        players = min(max(asked.players, least), most)
        title = f"{slug}, {players} players: list, judge, apply"
        compare(title, partial(lists, slug, players), chess_lists, asked.rounds)


if __name__ == "__main__":
    main()
