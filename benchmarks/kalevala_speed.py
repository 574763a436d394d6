"""Kalevala's referee beside python-chess, in plies a second. In: nothing. Out: medians and ratios of one run.

    playouts, full information   list the legal moves, pick one at random, judge it, take the state after it
                                 ÷  list(board.legal_moves), pick one at random, push it
    a given move                 judge it, take the state after it  ÷  board.is_legal(move), board.push(move)

A digital Kalevala ply is two lines of the record, the placement and the draw after it: its time holds both, so a ratio
counts turns, not lines. At a physical table the draw follows by itself and a ply is one line; hands are hidden there.

Run: python benchmarks/kalevala_speed.py [ROUNDS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import chess

from pnp.catalog import book_of, find_game
from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Start
from pnp.games.kalevala.state import Table
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.move import Deal, Move
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

GAMES = 6
LONGEST = 200  # plies of a random game of chess
SEATS = ("red", "blue")
BOOK = book_of(find_game("kalevala"))
Part = Callable[[int], tuple[int, float]]  # round -> plies, seconds


def table(deal: str) -> Table:
    """A table before the first line."""
    options = {name: option.default for name, option in BOOK.options.items()}
    state = GAME.setup(Setup(SEATS, BOOK, options, deal))
    assert not isinstance(state, Illegal)
    return state


def chess_playout(dice: random.Random) -> list[chess.Move]:
    """A random game of chess."""
    board, played = chess.Board(), list[chess.Move]()
    while len(played) < LONGEST:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = dice.choice(moves)
        board.push(move)
        played.append(move)
    return played


def kalevala_playout(dice: random.Random, told: list[Move] | None = None) -> int:
    """A random game of Kalevala, dealt by the referee; the number of turns. `told` collects the lines."""
    state = table(DIGITAL)
    kit, judge, legal_moves = state.kit, GAME.judge, GAME.legal_moves
    deck = [tile for tile in kit.tiles for _ in range(kit.copies[tile])]
    dice.shuffle(deck)
    deck.append(deck.pop(next(at for at, tile in enumerate(deck) if tile in kit.starting)))
    move: Move = Start(TABLE, deck.pop())
    turns = 0
    while True:
        if told is not None:
            told.append(move)
        state = judge(state, move).after  # type: ignore[union-attr]
        if state.due:
            seat, count = state.due[0]
            move = Deal(TABLE, seat, tuple(deck.pop() for _ in range(count)))
            continue
        moves = legal_moves(state, state.turn)
        if not moves:
            return turns
        move = dice.choice(moves)
        turns += 1


def chess_playouts(number: int) -> tuple[int, float]:
    """Random games of chess."""
    dice = random.Random(number)
    start = time.perf_counter()
    plies = sum(len(chess_playout(dice)) for _ in range(GAMES))
    return plies, time.perf_counter() - start


def kalevala_playouts(number: int) -> tuple[int, float]:
    """Random games of Kalevala with all hands known."""
    dice = random.Random(number)
    start = time.perf_counter()
    turns = sum(kalevala_playout(dice) for _ in range(GAMES))
    return turns, time.perf_counter() - start


def chess_given(number: int) -> tuple[int, float]:
    """Check and push given moves."""
    games = [chess_playout(random.Random(number + at)) for at in range(GAMES)]
    start = time.perf_counter()
    for moves in games:
        board = chess.Board()
        for move in moves:
            if not board.is_legal(move):
                raise AssertionError(move)
            board.push(move)
    return sum(map(len, games)), time.perf_counter() - start


def kalevala_given(deal: str, number: int) -> tuple[int, float]:
    """Judge given moves; a physical table is not told the deals."""
    games: list[list[Move]] = []
    for at in range(GAMES):
        lines: list[Move] = []
        kalevala_playout(random.Random(number + at), lines)
        games.append([line for line in lines if deal == DIGITAL or not isinstance(line, Deal)])
    judge = GAME.judge
    start = time.perf_counter()
    for moves in games:
        state = table(deal)
        for move in moves:
            state = judge(state, move).after  # type: ignore[union-attr]
    seconds = time.perf_counter() - start
    return sum(line.seat != TABLE for lines in games for line in lines), seconds


def compare(title: str, part: Part, yardstick: Part, rounds: int, must: float, stretch: float) -> None:
    """Run two parts in turn and print how many plies a second one makes for each of the other."""
    ratios, mine, theirs = [], [], []
    for number in range(-1, rounds):
        order = ((part, mine), (yardstick, theirs)) if number % 2 else ((yardstick, theirs), (part, mine))
        for run, times in order:
            plies, seconds = run(number + 1)
            times.append(seconds / plies)
        if number < 0:  # the first round warms up
            mine.clear()
            theirs.clear()
        else:
            ratios.append(theirs[-1] / mine[-1])
    low, middle, high = statistics.quantiles(ratios, n=4)
    took, chess_took = (statistics.median(times) * 1e6 for times in (mine, theirs))
    print(f"{title:<58} {took:6.1f} µs {chess_took:6.1f} µs   {middle:.2f} ({low:.2f} to {high:.2f})", end="")
    print(f"   must {must}, stretch {stretch}" if must else "")


def header() -> None:
    """The line above the results."""
    print(f"{'':<58} {'a ply':>9} {'chess':>9}   plies a second ÷ python-chess {chess.__version__} (quartiles)")


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    header()
    compare("playouts, full information, draws included", kalevala_playouts, chess_playouts, rounds, 1.0, 1.6)
    physical = "a given move judged and applied, physical table"
    compare(physical, lambda number: kalevala_given(PHYSICAL, number), chess_given, rounds, 0.5, 1.0)
    digital = "the same, digital table: a placement and its draw"
    compare(digital, lambda number: kalevala_given(DIGITAL, number), chess_given, rounds, 0.5, 1.0)


if __name__ == "__main__":
    main()
