"""Suomi 1918's referee beside python-chess, in plies a second. In: nothing. Out: medians and ratios of one interleaved
run, and the time of the processor that long records take.

    list, judge, apply   the lines of random games with all hands known: list the legal moves, judge the one that was
                         picked, take the state after it  ÷  list(board.legal_moves), push the one that was picked
    whole playouts       the same games as they are made: picking at random and shuffling included on both sides
    hidden hands         judge a line of a physical table, all that is known of the hidden cards included

A digital ply is two lines of the record, the play and the draw after it: its time holds both, so a ratio counts
turns, not lines. What the tops of the stacks allow is worked out once a process and known here from the first round.
At a physical table the draw follows by itself; nobody types it, and every line is checked against all ways to lay the
unseen cards. No chess program does that, so there it is time a line that counts, and that it does not grow.

Run: python benchmarks/suomi1918_speed.py [ROUNDS]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence

from yardsticks import python_chess
from yardsticks.python_chess import GAMES, compare, header

from pnp.catalog import book_of, find_game
from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.move import Deal, Move, Undo
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

SEATS = ("anna", "ben", "carl", "dora")
BOOK = book_of(find_game("suomi1918"))


def agreed(deal: str) -> Setup:
    """Four seats and the switches as they are printed."""
    return Setup(SEATS, BOOK, {name: option.default for name, option in BOOK.options.items()}, deal)


def table(deal: str) -> Suomi1918State:
    """A table before the first line."""
    state = GAME.setup(agreed(deal))
    assert not isinstance(state, Illegal)
    return state


START = table(DIGITAL)  # a value: all games begin from it


def shuffled(dice: random.Random, cards: Sequence[str]) -> list[str]:
    """The cards in an order of chance."""
    order = sorted(cards)
    dice.shuffle(order)
    return order


def playout(dice: random.Random, lines: list[Move] | None = None) -> int:
    """A random game with all hands known; the number of turns. `lines` collects its lines."""
    state = START
    data, judge, legal_moves = state.data, GAME.judge, GAME.legal_moves
    victories = shuffled(dice, data.victories)
    low = shuffled(dice, [card for card in data.pile if card in data.low])
    deck = shuffled(dice, [card for card in data.pile if card not in data.low])
    opening = shuffled(dice, low + [deck.pop() for _ in range(data.hand_total(len(SEATS)) - len(low))])
    shuffles = turns = 0
    while True:
        if state.due:
            seat, count = state.due[0].seat, state.due[0].count
            if state.shuffles > shuffles:
                shuffles, deck = state.shuffles, shuffled(dice, list(state.unseen))
            pile = (victories if count == 1 else opening) if state.is_opening else deck
            move: Move = Deal(TABLE, seat, (pile.pop(),) if count == 1 else tuple(pile.pop() for _ in range(count)))
        else:
            moves = legal_moves(state, state.turn)  # type: ignore[arg-type]
            if not moves:
                return turns
            move = dice.choice(moves)
            turns += 1
        if lines is not None:
            lines.append(move)
        state = judge(state, move).after  # type: ignore[attr-defined]


def lines_of(seed: int) -> list[Move]:
    """The lines of a random game."""
    lines: list[Move] = []
    playout(random.Random(seed), lines)
    return lines


def lists(number: int) -> tuple[int, float]:
    """List before every turn, and judge every line, of random games with all hands known."""
    games = [lines_of(number + at) for at in range(GAMES)]
    judge, legal_moves = GAME.judge, GAME.legal_moves
    start = time.process_time()
    for lines in games:
        state = START
        for move in lines:
            if move.seat != TABLE:
                legal_moves(state, move.seat)
            state = judge(state, move).after  # type: ignore[attr-defined]
    seconds = time.process_time() - start
    return sum(move.seat != TABLE for lines in games for move in lines), seconds


def playouts(number: int) -> tuple[int, float]:
    """Random games with all hands known."""
    dice = random.Random(number)
    start = time.process_time()
    turns = sum(playout(dice) for _ in range(GAMES))
    return turns, time.process_time() - start


def physical_lines(seed: int) -> list[Move]:
    """What the players of a random game type; deals are not typed at a physical table."""
    return [move for move in lines_of(seed) if move.seat != TABLE]


def hidden(number: int) -> tuple[int, float]:
    """Lines of random games, typed at a table where nobody types what is drawn."""
    games = [physical_lines(number + at) for at in range(2)]
    start = time.process_time()
    for lines in games:
        state = table(PHYSICAL)
        for move in lines:
            state = GAME.judge(state, move).after  # type: ignore[attr-defined]
    return sum(map(len, games)), time.process_time() - start


def long_records() -> None:
    """Time a line of physical records of 1,000 and 10,000 lines: games played on and on, taken back when they end."""
    for length in (1_000, 10_000):
        replay = Replay(GAME, agreed(PHYSICAL))
        start, number = time.process_time(), 0
        while replay.plies < length:
            for move in physical_lines(number):
                replay.apply_move(move)
            number += 1
            replay.apply_move(Undo(TABLE, len(replay.positions) - 1))
        seconds = time.process_time() - start
        print(f"{f'a physical record of {replay.plies} lines':<58} {seconds / replay.plies * 1e6:6.1f} µs a line")


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    header()
    compare("list, judge, apply; draws included", lists, python_chess.lists, rounds, "must 2, stretch 4.5")
    compare("whole playouts, full information", playouts, python_chess.playouts, rounds)
    compare("hidden hands: µs a physical line", hidden, python_chess.playouts, max(rounds // 5, 2), "must 150 µs")
    long_records()


if __name__ == "__main__":
    main()
