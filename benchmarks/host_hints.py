"""Hints at a hosted table: how long a phone waits for the first one, and for those after it.

In: games. Out: for each game the seconds until the answer, of the first hint after the table was opened and of later
ones, at places all over a game; and the seconds of the processor that server and process took for it, which are fewer
where others want it: the process steps back, and thinks for a time that is given. It reads /proc: Linux only.

Run: python benchmarks/host_hints.py [GAME …] [--hints 12]
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.catalog import load_game
from pnp.playtest.simulate import SEAT_NAMES, record_text, simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from tests.ui.web.hosting import Host

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
SEED = 950_000
MUST = 1.0  # seconds
SETTLED = 3.0  # seconds after which a table is open and its process at hand


def places(slug: str, count: int) -> list[tuple[str, str]]:
    """Records of one game that stop at a seat's turn with a choice, and whose turn it is."""
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[: book.players[0]], SEED, ["greedy"])
    choices = [
        at
        for at, entry in enumerate(played.entries)
        if entry.seat != TABLE and len(game.legal_moves(game.project(entry.before.state, entry.seat), entry.seat)) > 1
    ]
    found = []
    for at in random.Random(1).sample(choices, min(count, len(choices))):
        then = Replay(game, played.setup)
        then.entries, then.positions = played.entries[:at], played.positions[: at + 1]
        found.append((record_text(then), played.setup.name(played.entries[at].seat)))
    return found


def processor(host: Host) -> float:
    """Seconds of the processor that a host and its processes have taken."""
    pid = host.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    ticks = 0
    for each in (str(pid), *children):
        fields = Path(f"/proc/{each}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def hints(text: str, name: str, count: int) -> list[tuple[float, float]]:
    """Seconds, and those of the processor, of hints one after the other, each at a line of its own."""
    with TemporaryDirectory() as folder:
        record = Path(folder) / "evening.record"
        record.write_text(text, "utf-8")
        host = Host(record, "--hints")
        try:
            time.sleep(SETTLED)
            took = []
            for _ in range(count):
                state, busy = host.state(name), processor(host)
                if name not in state["to_act"]:
                    break
                began = time.monotonic()
                answer = host.post(name, "hint", ply=state["ply"])
                took.append((time.monotonic() - began, processor(host) - busy))
                assert answer.status_code == 200, answer.text
                assert host.move(name, answer.json()["line"].partition(": ")[2]).status_code == 200
            return took
        finally:
            host.stop()


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--hints", type=int, default=12, help="tables of each game, each opened anew")
    asked = parser.parse_args()
    for slug in asked.slugs or GAMES:
        first: list[tuple[float, float]] = []
        later: list[tuple[float, float]] = []
        for text, name in places(slug, asked.hints):
            took = hints(text, name, 3)
            first += took[:1]
            later += took[1:]
        for what, of in (("first", first), ("later", later)):
            if of:
                waits, busy = zip(*of, strict=True)
                print(
                    f"{slug}: {what} hints ({len(of)}): {median(waits):.2f} s, at most {max(waits):.2f} s (on an idle "
                    f"processor {MUST:.0f} s); of the processor {median(busy):.2f} s, at most {max(busy):.2f} s",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
