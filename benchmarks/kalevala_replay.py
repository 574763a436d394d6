"""Replaying Kalevala records beside python-chess's `push_uci`. In: nothing. Out: medians and ratios of one run.

A record is text: every line is parsed, judged, applied, kept as an entry with its state, and every ten plies the digest
of the state is worked out and compared. The yardstick parses, checks and pushes one move a line and keeps no history
of states. Reading the header and setting up the table are part of the time.

Run: python benchmarks/kalevala_replay.py [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from functools import cache

from kalevala_speed import BOOK, SEATS
from yardsticks.python_chess import GAMES, compare, header, words

from pnp.games.kalevala import GAME
from pnp.playtest.simulate import record_text, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.loading import replay_record
from pnp.referee.move import Deal
from pnp.referee.record import parse_record
from pnp.referee.replay import Replay


@cache
def record_of(deal: str, seed: int) -> str:
    """The record of a random game, with the digests that the writer put there."""
    played = simulate(GAME, BOOK, SEATS, seed)
    if deal == DIGITAL:
        return record_text(played)
    table = Replay(GAME, Setup(SEATS, BOOK, played.setup.options))
    for entry in played.entries:
        if not isinstance(entry.move, Deal) and table.outcome is None:
            assert entry.move is not None
            table.apply_move(entry.move)
    return record_text(table)


def replays(deal: str, number: int) -> tuple[int, float]:
    """Replay records; every line must be accepted and every digest agree."""
    texts = [record_of(deal, (number + at) % 12) for at in range(GAMES)]
    start = time.process_time()
    loaded = [replay_record(parse_record(text), GAME, BOOK) for text in texts]
    seconds = time.process_time() - start
    assert all(entry.accepted for item in loaded for entry in item.replay.entries)
    assert not any(item.report.items for item in loaded)
    return sum(item.replay.plies for item in loaded), seconds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    header()
    digital = "a line of a digital record, digest every ten"
    compare(digital, lambda number: replays(DIGITAL, number), words, rounds, "must 0.5, stretch 0.9")
    physical = "a line of a physical record, digest every ten"
    compare(physical, lambda number: replays(PHYSICAL, number), words, rounds, "must 0.5, stretch 0.9")


if __name__ == "__main__":
    main()
