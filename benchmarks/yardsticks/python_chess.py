"""The yardstick of the referee: random games of python-chess. In: a number for the dice. Out: plies and seconds, and a
line that puts one of our parts beside it.

Invariant: both sides run in turn in one process; the ratio is the median of the rounds' own ratios. Counted is the time
of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import chess

GAMES = 6  # a round
LONGEST = 200  # plies of a random game
Part = Callable[[int], tuple[int, float]]  # round -> plies, seconds


def game(dice: random.Random) -> list[chess.Move]:
    """A random game: list the legal moves, pick one, push it."""
    board, played = chess.Board(), list[chess.Move]()
    while len(played) < LONGEST:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = dice.choice(moves)
        board.push(move)
        played.append(move)
    return played


def games(number: int) -> list[list[chess.Move]]:
    """The random games of a round."""
    return [game(random.Random(number + at)) for at in range(GAMES)]


def playouts(number: int) -> tuple[int, float]:
    """Random games as they are made."""
    dice = random.Random(number)
    start = time.process_time()
    plies = sum(len(game(dice)) for _ in range(GAMES))
    return plies, time.process_time() - start


def lists(number: int) -> tuple[int, float]:
    """List the moves before every move of given games, and push it."""
    given = games(number)
    start = time.process_time()
    for moves in given:
        board = chess.Board()
        for move in moves:
            list(board.legal_moves)
            board.push(move)
    return sum(map(len, given)), time.process_time() - start


def compare(title: str, part: Part, yardstick: Part, rounds: int, goals: str = "") -> None:
    """Run two parts in turn and print how many plies a second one makes for each of the other."""
    ratios: list[float] = []
    mine: list[float] = []
    theirs: list[float] = []
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
    print(
        f"{title:<58} {took:6.1f} µs {chess_took:6.1f} µs   {middle:.2f} ({low:.2f} to {high:.2f})   {goals}".rstrip()
    )
