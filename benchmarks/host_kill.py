"""A hosted table that is killed again and again while people tap: nothing accepted is lost, nothing counts twice.

In: how many times. Out: lines accepted, lost and doubled, lines whose answer was lost and what became of them, and how
long after it listens again a screen shows the right state. Each time the server is killed (kill -9) at a moment of
chance while somebody moves, starts again at the same addresses, and is asked again with the same `ply` and `id`.

Run: python benchmarks/host_kill.py [--times 200] [--short]
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx

from pnp.table.option_tree import leaves_of
from tests.deadline import PATIENCE
from tests.ui.web.hosting import Host, Screen, new_record

SEATS = ("aino", "ilmari")
LONGEST = 0.6  # seconds until the kill
COUNTS = ("accepted", "lost", "doubled", "answers lost", "of these written")


def play_until_killed(host: Host, draw: random.Random) -> tuple[list[str], dict[str, Any] | None, str]:
    """Moves until the server is gone: those accepted, the one without an answer, and whose it is."""
    accepted: list[str] = []
    while True:
        body, seat = None, ""
        try:
            public = host.state()
            if public["outcome"] is not None:
                return accepted, None, ""
            seat = public["to_act"][0]
            state = host.state(seat)
            lines = [leaf["line"] for leaf in leaves_of(state["options"])]
            body = {"line": draw.choice(lines), "ply": state["ply"], "id": str(draw.random())}
            answer = host.post(seat, "move", **body)
            if answer.status_code == 200:
                accepted.append(answer.json()["line"])
        except httpx.HTTPError:
            return accepted, body, seat


def once(record: Path, draw: random.Random, counts: Counter[str]) -> float:
    """One life and one death; how long after it listened again a screen was right."""
    before = lines_of(record)
    host = Host(record)
    threading.Timer(draw.uniform(0, LONGEST), os.kill, (host.process.pid, signal.SIGKILL)).start()
    accepted, pending, seat = play_until_killed(host, draw)
    host.process.wait(PATIENCE)
    host.stop()
    counts["accepted"] += len(accepted)
    counts["lost"] += (Counter(accepted) - (lines_of(record) - before)).total()
    client = httpx.Client(timeout=60, trust_env=False)  # making one takes longer than what is measured
    again = Host(record)
    began = time.monotonic()
    screen = Screen(again, SEATS[0], client=client)
    state = screen.state()
    took = time.monotonic() - began
    screen.close()
    assert again.first == host.first and state["ply"] == again.state()["ply"], "another address, or an old state"
    if pending is not None:
        answer = again.post(seat, "move", **pending)
        assert answer.status_code in (200, 409), answer.text
        counts["answers lost"] += 1
        counts["of these written"] += answer.status_code == 409
        accepted.append(f"{seat}: {pending['line']}")
    counts["doubled"] += ((lines_of(record) - before) - Counter(accepted)).total()
    again.stop()
    return took


def lines_of(record: Path) -> Counter[str]:
    """The lines of people in a record; a pass may be the referee's own."""
    own = tuple(f"{name}: " for name in SEATS)
    lines = record.read_text("utf-8").splitlines()
    return Counter(line for line in lines if line.startswith(own) and "pass" not in line)


def main() -> None:
    """Kill and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="eight times")
    asked = parser.parse_args()
    times = 8 if asked.short else asked.times
    counts: Counter[str] = Counter()
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(times):
            if number % 4 == 0:
                record = new_record(Path(name), "kalevala", *SEATS, "--deal", "digital", name=f"{number}.record")
            seconds.append(once(record, random.Random(number), counts))
    print(f"{times} times killed: {', '.join(f'{what} {counts[what]}' for what in COUNTS)}")
    print(f"a screen was right {max(seconds):.2f} s after it listened again, at most; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
