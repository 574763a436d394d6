"""Lying games of Suomi 1918 at a physical table: whom the referee accuses, and whether it is right.

In: nothing. Out: how many lies there were, how many accusations for certain and in doubt, and three numbers that must
be 0: certain ones of honest seats, claims that stay in doubt although another of their circle is proved
false, circles in doubt in which nobody lied. The script shuffles and deals real cards; the referee learns of them only
what a table types: two to six players who claim again and again that nothing fits when something does.

Run: python benchmarks/suomi1918_lies.py [GAMES [SHARE OF LIES]]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from pnp.catalog import book_of, find_game
from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.moves import Discard, Play, Show
from pnp.games.suomi1918.state import Suomi1918State
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import Cleared

SEATS = ("anna", "ben", "carl", "dora", "emil", "fia")
BOOK = book_of(find_game("suomi1918"))
LONGEST = 120  # lines of a game

Claim = tuple[int, int]  # seat and ply


class LyingTable:
    """Players with real cards; each who could play, and has something else, lies with this chance."""

    def __init__(self, seats: int, seed: int, lies: float) -> None:
        self.dice = random.Random(seed)
        self.lies = lies
        options = {name: option.default for name, option in BOOK.options.items()}
        self.table: Replay[Suomi1918State] = Replay(GAME, Setup(SEATS[:seats], BOOK, options, PHYSICAL))
        data = self.table.state.data
        low, high = sorted(data.low), [card for card in data.pile if card not in data.low]
        self.dice.shuffle(high)
        dealt = data.hand_size * seats
        top = low + [high.pop() for _ in range(dealt - len(low))]
        self.dice.shuffle(top)
        self.hands = [top[seat * data.hand_size : (seat + 1) * data.hand_size] for seat in range(seats)]
        self.pile = high
        self.false: set[Claim] = set()

    def move(self) -> Move | None:
        """The line the player in turn types; None when everything would be refused."""
        state = self.table.state
        opening = state.data.opening
        if state.turn is None:
            return Play(next(seat for seat, hand in enumerate(self.hands) if opening in hand), opening)
        seat, fits = state.turn, state.playable.fits
        fitting = [card for card in self.hands[seat] if card in fits]
        others = [card for card in self.hands[seat] if card not in fits]
        caught = fits.intersection(state.shown[seat])
        if fitting and (not others or caught or self.dice.random() >= self.lies):
            return Play(seat, self.dice.choice(fitting))
        return (Show if state.piles_are_empty else Discard)(seat, self.dice.choice(others)) if others else None

    def make_move(self, move: Move) -> float:
        """Let the referee judge the line and move the cards accordingly; the seconds the referee took."""
        before, start = self.table.state, time.perf_counter()
        entry = self.table.apply_move(move)
        took = time.perf_counter() - start
        assert entry.accepted and isinstance(move, Play | Discard | Show), entry.ruling
        hand, after = self.hands[move.seat], self.table.state
        if not isinstance(move, Play) and before.playable.fits.intersection(hand):
            self.false.add((move.seat, entry.ply))
        if isinstance(move, Show):
            return took
        hand.remove(move.card)
        if after.shuffles > before.shuffles:
            # What lies face up or in a hand is not in the new pile.
            seen = {*(card for stack in after.stacks for card in stack), *after.removed, *after.discard}
            held = {card for hand in self.hands for card in hand}
            self.pile = [card for card in after.data.pile if card not in seen and card not in held]
            self.dice.shuffle(self.pile)
        if self.pile and not after.ended:
            hand.append(self.pile.pop())
        return took


def play(seats: int, seed: int, lies: float) -> tuple[Counter[str], list[float]]:
    """One game: what was found, and the seconds of each line."""
    game, counts, times = LyingTable(seats, seed, lies), Counter[str](), list[float]()
    while game.table.outcome is None and game.table.plies < LONGEST:
        move = game.move()
        if move is None:
            break
        times.append(game.make_move(move))
        entry, standing = game.table.entries[-1], game.table.irregularities
        counts["doubts told"] += sum(not item.certain for item in entry.irregularities)
        counts["doubts cleared"] += sum(isinstance(event, Cleared) for event in entry.irregularity_events)
        certain = {(item.seat, item.ply) for item in standing if item.certain}
        for item in standing:
            if not item.certain:
                circle = {(item.seat, item.ply), *item.suspects}
                counts["in doubt after proof"] += bool(circle & certain)
                counts["in doubt without a lie"] += not circle & game.false
    standing = game.table.irregularities
    certain = {(item.seat, item.ply) for item in standing if item.certain}
    doubtful = {(item.seat, item.ply) for item in standing if not item.certain}
    counts["lines"] += len(times)
    counts["lies"] += len(game.false)
    counts["certain"] += len(certain)
    counts["certain, and true"] += len(certain - game.false)
    counts["in doubt at the end"] += len(doubtful)
    counts["in doubt at the end, and true"] += len(doubtful - game.false)
    return counts, times


def main(games: int = 200, lies: float = 0.3) -> None:
    """Play and print."""
    total, times = Counter[str](), list[float]()
    for seed in range(games):
        counts, took = play(2 + seed % (len(SEATS) - 1), seed, lies)
        total += counts
        times += took
    print(f"{games} games, {total['lines']} lines, {total['lies']} of them lies")
    print(f"accusations for certain       {total['certain']:>6}")
    print(f"  of seats that told the truth {total['certain, and true']:>5}   must be 0")
    print(f"claims put in doubt           {total['doubts told']:>6}, cleared again {total['doubts cleared']}")
    print(f"  still so after proof         {total['in doubt after proof']:>5}   must be 0")
    print(f"  in a circle without a lie    {total['in doubt without a lie']:>5}   must be 0")
    left, true = total["in doubt at the end"], total["in doubt at the end, and true"]
    print(f"in doubt when the game ended  {left:>6}, {true} of them true")
    times.sort()
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"a line: {middle * 1e3:.2f} ms in the middle, {late * 1e3:.1f} ms at 99 %, {times[-1] * 1e3:.0f} ms at most")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]), *(float(word) for word in sys.argv[2:3]))
