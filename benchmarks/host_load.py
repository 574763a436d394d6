"""Many hosted tables at once: how long a move takes until all screens show it, lost or doubled lines, memory.

In: how many tables, how long, how often a seat moves. The server is a process; clients and server share the machine,
so the load is printed. Must, for 50 tables of nine screens: p95 ≤ 150 ms, nothing lost or doubled, ≤ 300 MB.

Run: python benchmarks/host_load.py [--tables 50] [--seconds 60] [--every 5] [--pages]
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
import zlib
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.catalog import load_game
from pnp.table.option_tree import leaves_of
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from tests.deadline import Deadline

GAME, SEATS, SCREENS = "suomi1918", ("anna", "ben", "carl", "dora", "emil", "fia"), 9
PATIENCE = 10.0  # seconds after which a state is lost


def serve(folder: Path, tables: int) -> None:
    """The server: so many tables behind one port."""
    from pnp.web.addresses import listen
    from pnp.web.app import Hosted
    from pnp.web.hosted_table import HostedTable
    from pnp.web.server import TableServer, run

    game, book = load_game(GAME)
    hosted = Hosted([])
    for number in range(tables):
        path = folder / f"{number}.record"
        session = Session.create(path, game, book, SEATS, {"deal": "digital"}, load_game)
        hosted.tables.append(HostedTable(session, SeatKeys(path, SEATS)))
    opened = listen("127.0.0.1", 0, 0)

    async def started() -> None:
        keys = [table.keys for table in hosted.tables]
        places = [{name: its.key_of(name) for name in SEATS} | {"": its.screen} for its in keys]
        print(json.dumps({"port": opened.getsockname()[1], "tables": places}), flush=True)

    asyncio.run(run(TableServer(hosted.app(), hosted.close), opened, started, [hosted.watch()]))


class Screens:
    """The nine screens of one table, and who plays there."""

    def __init__(self, port: int, keys: dict[str, str], is_page: bool = False) -> None:
        self.port, self.keys, self.is_page = port, keys, is_page
        self.plies = [0] * SCREENS
        self.moved = asyncio.Condition()
        self.latencies: list[float] = []
        self.sizes: list[int] = []
        self.accepted: list[str] = []
        self.lost = 0
        self.over = False

    async def listen(self, number: int) -> None:
        """One screen, packed as browsers ask for it: each state that comes is noted."""
        name = SEATS[number] if number < len(SEATS) else ""
        kind = "s" if name else "p"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        place = f"/{kind}/{self.keys[name]}/events{'?part=1' * self.is_page}"
        head = f"GET {place} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(head.encode())
        await reader.readuntil(b"\r\n\r\n")
        unpacker = zlib.decompressobj(31)
        while size := int(await reader.readline() or b"0", 16):
            text = unpacker.decompress((await reader.readexactly(size + 2))[:-2])
            if text.startswith((b"event: state\nid: ", b"event: page\nid: ")):
                self.sizes.append(size)
                async with self.moved:
                    self.plies[number] = int(text.split(b"\n", 2)[1][4:])
                    self.moved.notify_all()

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request, one answer."""
        data = b"" if body is None else json.dumps(body).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        kind = "Content-Type: application/json\r\n" if data else ""
        writer.write(f"{head}{kind}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
        writer.close()
        top, _, rest = answer.partition(b"\r\n\r\n")
        return int(top.split(b" ", 2)[1]), json.loads(rest)

    async def play(self, seconds: float, every: float, draw: random.Random) -> None:
        """A move now and then."""
        await asyncio.sleep(draw.uniform(0, every))
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.over:
            began = time.monotonic()
            await self.move(draw)
            await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))

    async def move(self, draw: random.Random) -> None:
        """Somebody who may does something, and all screens have to show it."""
        _, public = await self.request("GET", f"/p/{self.keys['']}/state")
        self.over = public["outcome"] is not None
        for name in draw.sample(public["to_act"], len(public["to_act"])):
            _, state = await self.request("GET", f"/s/{self.keys[name]}/state")
            lines = [leaf["line"] for leaf in leaves_of(state["options"])]
            if not lines:
                continue
            body = {"line": draw.choice(lines), "ply": state["ply"], "id": str(draw.random())}
            start = time.perf_counter()
            status, answer = await self.request("POST", f"/s/{self.keys[name]}/move", body)
            if status == 200:
                self.accepted.append(answer["line"])
                await self._seen(answer["ply"], start)
            return

    async def _seen(self, ply: int, start: float) -> None:
        async def on_all() -> None:
            async with self.moved:
                await self.moved.wait_for(lambda: min(self.plies) >= ply)

        try:
            await asyncio.wait_for(on_all(), PATIENCE)
            self.latencies.append(time.perf_counter() - start)
        except TimeoutError:
            self.lost += sum(it < ply for it in self.plies)


async def load(
    server: int, port: int, places: list[dict[str, str]], seconds: float, every: float, is_page: bool
) -> tuple[list[Screens], float]:
    """All tables at once; and the server's processor time, from when all screens are there."""
    tables = [Screens(port, keys, is_page) for keys in places]
    streams = [asyncio.create_task(it.listen(number)) for it in tables for number in range(SCREENS)]
    deadline = Deadline("the first state on every screen")
    while not all(all(it.plies) for it in tables):
        deadline.check([it.plies for it in tables])
        await asyncio.sleep(0.1)
    before = processor_time(server)
    await asyncio.gather(*(it.play(seconds, every, random.Random(at)) for at, it in enumerate(tables)))
    work = processor_time(server) - before
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return tables, work


def processor_time(process: int) -> float:
    """Seconds that a process has had of a processor; 0 where nobody tells."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start the server, load it, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--pages", action="store_true", help="screens are pages of browsers, and sent their parts")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve is not None:
        serve(asked.serve, asked.tables)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, __file__, "--serve", name, "--tables", str(asked.tables)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        first = json.loads(server.stdout.readline())
        wanted = asked.seconds, asked.every, asked.pages
        tables, work = asyncio.run(load(server.pid, first["port"], first["tables"], *wanted))
        status = Path(f"/proc/{server.pid}/status")
        memory = [line for line in status.read_text().splitlines() if "VmHWM" in line] if status.exists() else []
        server.terminate()
        server.wait(10)
        records = [(folder / f"{at}.record").read_text("utf-8").splitlines() for at in range(asked.tables)]
    report(tables, records, memory, work)


def report(tables: list[Screens], records: list[list[str]], memory: list[str], work: float) -> None:
    """Print what was counted."""
    every, sizes = [it for table in tables for it in table.latencies], [size for it in tables for size in it.sizes]
    missing = doubled = 0
    for table, lines in zip(tables, records, strict=True):
        accepted, written = Counter(table.accepted), Counter(lines)
        missing += sum((accepted - written).values())
        doubled += sum(max(0, written[line] - count) for line, count in accepted.items())
    moves, load = sum(len(it.accepted) for it in tables), os.getloadavg()[0]
    late = quantiles(every, n=20)[-1]
    print(f"{len(tables)} tables, {SCREENS} screens each: {moves} moves; load {load:.1f}, {os.cpu_count()} processors")
    print(f"until all screens of a table show it: p50 {median(every) * 1e3:.0f} ms, p95 {late * 1e3:.0f} ms")
    print(f"states that did not come: {sum(it.lost for it in tables)}; lines lost: {missing}, doubled: {doubled}")
    used = memory[0].split(":")[1].strip() if memory else "?"
    print(f"the server's processor time: {work / moves * 1e3:.1f} ms a move ({work:.1f} s)")
    print(f"an update: median {median(sizes) / 1024:.1f} kB, packed; the server at most: {used}")


if __name__ == "__main__":
    main()
