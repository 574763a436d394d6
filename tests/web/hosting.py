"""A table that is hosted by a process of its own. In: a record. Out: its addresses, its answers, its end."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from pnp.cli.main import main
from pnp.web.hosted_table import HostedTable
from pnp.web.seat_requests import Answer, Asker
from tests.cli.terminal.counted import environment
from tests.deadline import COMMAND, PATIENCE

SEATS = {"kalevala": 2, "suomi1918": 3, "keko": 2, "keikalla": 2, "drumroll": 2}  # of the tables tried in a browser
NAMES = ("aino", "ilmari", "lyyli")
NEW = "import sys; from pnp.cli.main import console; sys.exit(console())"


def pnp(*words: str, where: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as people do."""
    command = [sys.executable, "-c", NEW, *words]
    return subprocess.run(
        command, cwd=where, capture_output=True, text=True, encoding="utf-8", check=False, timeout=COMMAND
    )


class Host:
    """`pnp referee host` on 127.0.0.1, and a client."""

    def __init__(self, record: Path, *words: str) -> None:
        command = [sys.executable, "-c", NEW, "referee", "host", record.name, "--local", "--json", "--no-open", *words]
        self.record = record
        self.process = subprocess.Popen(
            command,
            cwd=record.parent,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        try:
            line = self.process.stdout.readline()
            assert line, f"no table: {self.process.communicate(timeout=PATIENCE)[1]}"
        except BaseException:  # the limit of time of the test, too: nobody else ends a server
            self.process.kill()
            raise
        self.first: dict[str, Any] = json.loads(line)
        self.client = httpx.Client(timeout=PATIENCE, follow_redirects=False, trust_env=False)

    def next_line(self) -> dict[str, Any]:
        """What it prints next."""
        assert self.process.stdout is not None
        values = json.loads(self.process.stdout.readline())
        assert isinstance(values, dict)
        return values

    def read_error(self) -> str:
        """The next line on standard error; nothing when none comes, and then the process is over."""
        assert self.process.stderr is not None
        patience = threading.Timer(PATIENCE, self.process.kill)
        patience.start()
        try:
            return self.process.stderr.readline()
        finally:
            patience.cancel()

    def type(self, words: str) -> None:
        """Type at the terminal of the host."""
        assert self.process.stdin is not None
        self.process.stdin.write(words)
        self.process.stdin.flush()

    @property
    def url(self) -> str:
        return str(self.first["url"])

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    def at(self, name: str) -> str:
        """The address of a seat; without a name that of the public screen."""
        return str(self.first["seats"][name] if name else self.first["screen"])

    def state(self, name: str = "", **query: Any) -> dict[str, Any]:
        answer = self.client.get(f"{self.at(name)}/state", params=query)
        assert answer.status_code == 200, answer.text
        values = answer.json()
        assert isinstance(values, dict)
        return values

    def post(self, name: str, what: str, **values: Any) -> httpx.Response:
        return self.client.post(f"{self.at(name)}/{what}", json=values)

    def move(self, name: str, line: str, ply: int | None = None, **more: Any) -> httpx.Response:
        now = self.state(name)["ply"] if ply is None else ply
        return self.post(name, "move", line=line, ply=now, **more)

    def raw(self, data: bytes, patience: float = PATIENCE) -> bytes:
        """What comes back for these bytes; the beginning of it."""
        with socket.create_connection(("127.0.0.1", self.port), patience) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR) if not data else None
            return connection.recv(65536)

    def stop(self, kind: int = signal.SIGTERM) -> float:
        """Stop the server; how many seconds it took."""
        self.client.close()
        start = time.monotonic()
        if self.process.poll() is None:
            os.kill(self.process.pid, kind)
            self.process.wait(PATIENCE)
        took = time.monotonic() - start
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return took


class Screen:
    """A screen that listens: server-sent events, one after the other."""

    def __init__(
        self, host: Host, name: str, headers: dict[str, str] | None = None, client: httpx.Client | None = None
    ) -> None:
        self.client = client or httpx.Client(timeout=PATIENCE, trust_env=False)
        request = self.client.build_request("GET", f"{host.at(name)}/events", headers=headers)
        self.response = self.client.send(request, stream=True)
        self._lines = self.response.iter_lines()

    def events(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Event, id and data."""
        event: dict[str, str] = {}
        for line in self._lines:
            if line:
                field, _, value = line.partition(": ")
                event[field] = value
            else:
                if "event" in event:
                    yield event["event"], event.get("id", ""), json.loads(event["data"])
                event = {}

    def state(self, ply: int = 0) -> dict[str, Any]:
        """The next state, of this ply or a later one."""
        return next(data for event, _, data in self.events() if event == "state" and data["ply"] >= ply)

    def close(self) -> None:
        self.response.close()
        self.client.close()


def new_record(where: Path, game: str, *words: str, name: str = "evening.record") -> Path:
    """A new table; made in this process, which has read the game before."""
    said = io.StringIO()
    with contextlib.chdir(where), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(["referee", "new", game, *words, "-o", name])
    assert code == 0, said.getvalue()
    return where / name


def ask(table: HostedTable, seat: int, body: Any, key: str = "") -> Answer:
    """What a seat is answered by a table of this process; each seat has a key of its own unless said."""
    return table.requests.answer(Asker(key or f"key{seat}", seat, "en"), body)
