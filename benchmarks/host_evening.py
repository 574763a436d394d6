"""A long evening at one server: game after game, phones that fall asleep and come back, memory, streams left over.

In: how many games, how many times a phone comes back. Out: the server's memory after the first game and after the last
one, how long until a phone that came back had the right state, and how many connections the server still holds when
everybody has gone. What takes people four hours is played without their pauses: as many lines, as many reconnections.

Run: python benchmarks/host_evening.py [--games 4] [--reconnects 300] [--short]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

from host_load import PATIENCE, SCREENS, Screens  # with it the path to `tests`

from tests.deadline import Deadline


class Evening:
    """The games of one evening."""

    def __init__(self, port: int, reconnects: int) -> None:
        self.port, self.reconnects = port, reconnects  # in each game
        self.draw = random.Random(1)
        self.lines = 0
        self.came_back: list[float] = []

    async def play(self, keys: dict[str, str]) -> None:
        """One game, with phones that come and go."""
        table = Screens(self.port, keys)
        streams = [asyncio.create_task(table.listen(number)) for number in range(SCREENS)]
        left = self.reconnects
        while not table.over:
            await table.move(self.draw)
            if left > 0:
                left -= 1
                await self._sleep_and_wake(table, streams, self.draw.randrange(SCREENS))
        while left > 0:
            left -= 1
            await self._sleep_and_wake(table, streams, self.draw.randrange(SCREENS))
        self.lines += len(table.accepted)
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _sleep_and_wake(self, table: Screens, streams: list[Any], number: int) -> None:
        """A phone is gone without a word, somebody moves, it is back and has to be right."""
        streams[number].cancel()
        await asyncio.gather(streams[number], return_exceptions=True)
        before = max(table.plies)
        table.plies[number] = 0
        began = time.perf_counter()
        streams[number] = asyncio.create_task(table.listen(number))
        deadline = Deadline(f"ply {before} on screen {number}", PATIENCE)
        while table.plies[number] < before:
            deadline.check(table.plies)
            await asyncio.sleep(0.001)
        self.came_back.append(time.perf_counter() - began)


def memory(process: int) -> float:
    """MB that a process has now; 0 where nobody tells."""
    path = Path(f"/proc/{process}/status")
    lines = path.read_text().splitlines() if path.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def connections(process: int) -> int:
    """Its open sockets."""
    folder = Path(f"/proc/{process}/fd")
    return sum(os.readlink(it).startswith("socket:") for it in folder.iterdir()) if folder.exists() else 0


async def spend(server: int, first: dict[str, Any], reconnects: int) -> None:
    """Play all games, and print."""
    evening = Evening(first["port"], -(-reconnects // len(first["tables"])))
    at_rest = connections(server)
    for number, keys in enumerate(first["tables"]):
        await evening.play(keys)
        if not number:
            began = memory(server)
    grown = memory(server) - began
    for _ in range(100):
        if connections(server) <= at_rest:
            break
        await asyncio.sleep(0.1)
    late = quantiles(evening.came_back, n=20)[-1] * 1e3
    print(f"{evening.lines} lines, {len(evening.came_back)} times back; load {os.getloadavg()[0]:.1f}")
    print(f"memory: {began:.1f} MB after the first game, {grown:+.1f} MB since")
    print(f"right after coming back: p95 {late:.0f} ms; connections left over: {connections(server) - at_rest}")


def main() -> None:
    """Start the server, spend the evening."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--reconnects", type=int, default=300)
    parser.add_argument("--short", action="store_true", help="two games")
    asked = parser.parse_args()
    games = 2 if asked.short else asked.games
    with tempfile.TemporaryDirectory() as name:
        load = Path(__file__).with_name("host_load.py")
        command = [sys.executable, str(load), "--serve", name, "--tables", str(games)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            asyncio.run(spend(server.pid, json.loads(server.stdout.readline()), asked.reconnects))
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
