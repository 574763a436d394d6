"""Drum Roll's referee beside python-chess, in judged plies a second. In: nothing. Out: medians and ratios of one
interleaved run, for random games of four from the first card to the last bonus.

    list, judge, apply   the lines of such games: see referee_speed.py, which measures this of every game
    end to end           the same games as they are made: dealer, views of the seats and picking at random included
                         ÷  random games of python-chess as they are made

A ply is a line of a seat; the lines of the table (area, draws, shuffles) cost time and are not counted.

Run: python benchmarks/drumroll_speed.py [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from functools import partial

from referee_speed import judged
from yardsticks import python_chess
from yardsticks.python_chess import compare, header

from pnp.catalog import load_game
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.game import DIGITAL
from pnp.referee.seat import TABLE

PLAYERS = 4
GAMES = 3  # a round
SIMULATOR = Simulator(*load_game("drumroll"), SEAT_NAMES[:PLAYERS])


def playouts(number: int) -> tuple[int, float]:
    """Random games as they are made."""
    start = time.process_time()
    played = [SIMULATOR.play(number * GAMES + at, (RANDOM,) * PLAYERS) for at in range(GAMES)]
    seconds = time.process_time() - start
    return sum(move.seat != TABLE for game in played for move in game.moves), seconds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    header()
    listed = partial(judged, "drumroll", PLAYERS, DIGITAL)
    compare("list, judge, apply", listed, python_chess.lists, rounds)
    compare("end to end", playouts, python_chess.playouts, rounds)


if __name__ == "__main__":
    main()
