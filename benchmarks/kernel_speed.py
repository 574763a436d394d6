"""The declared kernel beside a hand-written referee and python-chess. In: nothing. Out: medians and ratios.

    list, judge, apply   Four Piers on declarations, its hand-written twin `quay`, and Cove (a vote, a window, a die),
                         in random games of both deals: before each line list the legal moves of its seat, judge it
                         with real cards the declared games reason about hidden ones, `quay` counts them
    an event             what making and folding one event costs
    a listed candidate   what one move of a list costs

Run: python benchmarks/kernel_speed.py [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from msgspec.structs import replace
from yardsticks.python_chess import compare, header
from yardsticks.python_chess import lists as chess_lists

from pnp.conformance.case import Case
from pnp.playtest.simulate import simulate
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.kernel.events import CounterChanged
from pnp.referee.kernel.table import Draft
from pnp.referee.seat import TABLE
from tests.referee.kernel.tables import SEATS, load

SEEDS = 6


@cache
def lines_of(slug: str, deal: str, seed: int) -> tuple[Any, tuple[Any, ...]]:
    """A random game of three: the state before its first line, and its lines."""
    game, book = load(slug)
    if deal == DIGITAL:
        played = simulate(game, book, SEATS[:3], seed)
    else:
        played = Case(slug, game, book, 3, SEEDS * 2).physical[seed]
    return played.positions[0].state, tuple(entry.move for entry in played.entries)


def lists(slug: str, deal: str, number: int, reasons: bool = True) -> tuple[int, float]:
    """List before every line of players, and judge every line; without reasoning about hidden cards, if so asked."""
    game: Any = load(slug)[0]
    state, moves = lines_of(slug, deal, number % SEEDS)
    if not reasons:
        state = replace(state, knowledge=None)
    plies, start = 0, time.process_time()
    for move in moves:
        if move.seat != TABLE:
            plies += 1
            game.legal_moves(state, move.seat)
        state = game.judge(state, move).after
    return plies, time.process_time() - start


def events(count: int = 20_000) -> float:
    """Seconds of making and folding one event."""
    game, _ = load("fourpiers")
    state, _ = lines_of("fourpiers", DIGITAL, 0)
    places = game.judge.__self__.places  # type: ignore[attr-defined]
    d = Draft(state, places)
    start = time.process_time()
    for value in range(count):
        CounterChanged(("points", 1), value, 1).fold(d)
    return (time.process_time() - start) / count


def candidates(count: int = 300) -> float:
    """Seconds of listing one candidate, those that are refused included."""
    game: Any = load("fourpiers")[0]
    state, moves = lines_of("fourpiers", DIGITAL, 0)
    for move in moves[:12]:
        state = game.judge(state, move).after
    seat = game.to_act(state)[0]
    view = game.project(state, (seat + 1) % 3)  # all kinds may lie in a hand that is not seen
    tried = len(game.candidates(view, seat))
    start = time.process_time()
    for _ in range(count):
        game.legal_moves(view, seat)
    return (time.process_time() - start) / count / max(tried, 1)


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    header()
    for deal in (DIGITAL, PHYSICAL):
        for slug, what in (("fourpiers", "declared"), ("quay", "by hand"), ("cove", "declared")):
            title = f"{slug}, {what}, {deal}: list, judge, apply"
            compare(title, partial(lists, slug, deal), chess_lists, rounds)
    title = "fourpiers, declared, physical, counting only: the same"
    compare(title, partial(lists, "fourpiers", PHYSICAL, reasons=False), chess_lists, rounds)
    print(f"an event {1e6 * min(events() for _ in range(5)):.2f} µs")
    print(f"a listed candidate {1e6 * min(candidates() for _ in range(5)):.2f} µs")


if __name__ == "__main__":
    main()
