"""What a seat is sent late in a game: how long its view, options and bytes take, and how large they are.

In: nothing. Out: for each game, with real cards and with cards that the referee deals, the time of the processor for
one state of one seat or of the public screen after each line from ply 500 on (or shortly before the end of a shorter
game), and the size of a state, plain and compressed.

Run: python benchmarks/feed_speed.py [GAME …]
"""

from __future__ import annotations

import sys
import time
import zlib
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from house import ASKED, GAMES, SEEDS, STANDING, Table

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.table.seat_feed import SeatFeed


def late_table(slug: str, deal: str) -> Table:
    """The longest of some tables, shortly before ply 520 or its end."""
    came = [Table(slug, deal, seed).play(STANDING + ASKED) for seed in range(SEEDS)]
    plies = max(came)
    table = Table(slug, deal, came.index(plies))
    table.play(plies - ASKED)
    return table


def measure(slug: str, deal: str) -> None:
    """Ask for the state of everybody after every line."""
    table = late_table(slug, deal)
    replay = table.replay
    first = replay.plies
    feeds = [SeatFeed(viewer) for viewer in (None, *range(len(replay.setup.seats)))]
    seconds: list[float] = []
    sizes: list[tuple[int, int]] = []
    for asking in range(ASKED):
        for feed in feeds:
            start = time.process_time()
            data = feed.encode(replay, "en", since=replay.plies - 1)
            if asking:  # the first answer folds all that came before
                seconds.append(time.process_time() - start)
                sizes.append((len(data), len(zlib.compress(data))))
        table.play_line()
    late, (plain, packed) = quantiles(seconds, n=20)[-1], (median(sizes_of) for sizes_of in zip(*sizes, strict=True))
    print(
        f"{slug + ', ' + deal + ', from ply ' + str(first):<38} p50 {median(seconds) * 1e3:6.2f} ms"
        f"  p95 {late * 1e3:6.2f} ms  median {plain / 1024:5.1f} kB, compressed {packed / 1024:4.1f} kB"
    )


def main(words: list[str]) -> None:
    """Measure and print."""
    for slug in [word for word in words if word in GAMES] or GAMES:
        for deal in (PHYSICAL, DIGITAL):
            measure(slug, deal)


if __name__ == "__main__":
    main(sys.argv[1:])
