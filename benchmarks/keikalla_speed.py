"""Keikalla's referee beside python-chess, in plies a second. In: nothing. Out: medians and ratios of one run.

    list, judge, apply   the lines of games of greedy bands with all cards known: list the legal lines before each line
                         of a player, judge the one that was made, take the state after it
                         ÷  list(board.legal_moves), push the one that was picked
    judged lines         the same without listing  ÷  board.is_legal, push
    hidden hands         judge the same games as they are typed at a table with real cards

A line of Keikalla is one card played, drawn or answered; one in six lists some two hundred walks over the map. At a
physical table every line is weighed against all ways to lay the unseen cards; no chess program does that, so there it
is time a line that counts.

Run: python benchmarks/keikalla_speed.py [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

from yardsticks import python_chess
from yardsticks.python_chess import compare, header

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec.structs import replace

from pnp.catalog import book_of, find_game
from pnp.games.keikalla import GAME
from pnp.games.keikalla.state import KeikallaState
from pnp.playtest.simulate import simulate
from pnp.referee.game import PHYSICAL
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from tests.games.keikalla.physical_lines import physical_lines

SEATS = ("anna", "ben", "carl", "dora")
BOOK = book_of(find_game("keikalla"))
SEEDS = 4


@cache
def played(seed: int) -> Replay[KeikallaState]:
    """A whole game of greedy bands, dealt by the referee."""
    return simulate(GAME, BOOK, SEATS, seed, ("greedy",))


@cache
def typed_lines(seed: int) -> tuple[Move, ...]:
    """What its players type with real cards on the table."""
    return tuple(physical_lines(played(seed)))


def lines_of(seed: int) -> list[Move]:
    """The lines of a game, deals included."""
    return [entry.move for entry in played(seed).entries if entry.move is not None]


def judged(number: int, listing: bool) -> tuple[int, float]:
    """Judge (and list) the lines of whole games."""
    games = [(played(seed).positions[0].state, lines_of(seed)) for seed in range(number % 3, number % 3 + SEEDS)]
    judge, legal_moves = GAME.judge, GAME.legal_moves
    start = time.process_time()
    for state, lines in games:
        for move in lines:
            if listing and move.seat != TABLE:
                legal_moves(state, move.seat)
            state = judge(state, move).after  # type: ignore[attr-defined]
    return sum(len(lines) for _, lines in games), time.process_time() - start


def lists(number: int) -> tuple[int, float]:
    """List before every line of a player, judge every line."""
    return judged(number, True)


def judges(number: int) -> tuple[int, float]:
    """Judge every line."""
    return judged(number, False)


def hidden(number: int) -> tuple[int, float]:
    """Lines of a game at a physical table, where nobody types what is drawn."""
    lines = typed_lines(number % 3)
    table = Replay(GAME, replace(played(number % 3).setup, deal=PHYSICAL))
    start = time.process_time()
    for move in lines:
        assert table.apply_move(move).accepted
    return len(lines), time.process_time() - start


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    header()
    compare("list, judge, apply; deals included", lists, python_chess.lists, rounds)
    compare("judge, apply; deals included", judges, python_chess.checks, rounds)
    compare("hidden hands: µs a physical line", hidden, python_chess.playouts, max(rounds // 4, 2), "must 400 µs")


if __name__ == "__main__":
    main()
