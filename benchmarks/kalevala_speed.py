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
import sys
import time
from typing import Any

from yardsticks.python_chess import GAMES, checks, compare, header, playouts

from pnp.catalog import book_of, find_game
from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Start
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.move import Deal, Move
from pnp.referee.seat import TABLE

SEATS = ("red", "blue")
BOOK = book_of(find_game("kalevala"))


def table(deal: str) -> Any:
    """A table before the first line."""
    options = {name: option.default for name, option in BOOK.options.items()}
    return GAME.setup(Setup(SEATS, BOOK, options, deal))


def kalevala_playout(dice: random.Random, lines: list[Move] | None = None) -> int:
    """A random game of Kalevala, dealt by the referee; the number of turns. `lines` collects the lines."""
    state = table(DIGITAL)
    data, judge, legal_moves = state.board.data, GAME.judge, GAME.legal_moves
    deck = list(data.pile)
    dice.shuffle(deck)
    deck.append(deck.pop(next(at for at, tile in enumerate(deck) if tile in data.starting)))
    move: Move = Start(TABLE, deck.pop())
    turns = 0
    while True:
        if lines is not None:
            lines.append(move)
        state = judge(state, move).after  # type: ignore[attr-defined]
        due = GAME.facts(state)["due"]
        if due:
            seat, count = due[0]
            move = Deal(TABLE, seat, tuple(deck.pop() for _ in range(count)))
            continue
        moves = legal_moves(state, state.turn)
        if not moves:
            return turns
        move = dice.choice(moves)
        turns += 1


def kalevala_playouts(number: int) -> tuple[int, float]:
    """Random games of Kalevala with all hands known."""
    dice = random.Random(number)
    start = time.process_time()
    turns = sum(kalevala_playout(dice) for _ in range(GAMES))
    return turns, time.process_time() - start


def kalevala_given(deal: str, number: int) -> tuple[int, float]:
    """Judge given moves; deals are not typed at a physical table."""
    games: list[list[Move]] = []
    for at in range(GAMES):
        lines: list[Move] = []
        kalevala_playout(random.Random(number + at), lines)
        games.append([line for line in lines if deal == DIGITAL or not isinstance(line, Deal)])
    judge = GAME.judge
    start = time.process_time()
    for moves in games:
        state = table(deal)
        for move in moves:
            state = judge(state, move).after  # type: ignore[attr-defined]
    seconds = time.process_time() - start
    return sum(line.seat != TABLE for lines in games for line in lines), seconds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    header()
    compare("playouts, full information, draws included", kalevala_playouts, playouts, rounds, "must 1.0, stretch 1.6")
    physical = "a given move judged and applied, physical table"
    compare(physical, lambda number: kalevala_given(PHYSICAL, number), checks, rounds, "must 0.5, stretch 1.0")
    digital = "the same, digital table: a placement and its draw"
    compare(digital, lambda number: kalevala_given(DIGITAL, number), checks, rounds, "must 0.5, stretch 1.0")


if __name__ == "__main__":
    main()
