"""The server of hosted tables. In: an application, a socket. Out: answers, until somebody stops it.

Invariant: a request that does not come to its end is dropped after a while, and so is a screen that is gone; open
streams do not keep the server from stopping, and what was accepted is written by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp.web.gate import LONGEST_HEADERS

HEADERS_IN = 10.0  # seconds in which a request has to be there
BODY_IN = 60.0  # a photo over a weak network
KEEP_ALIVE = 20
MOST_CONNECTIONS = 800
GONE_AFTER = 20_000  # milliseconds without an answer of the other machine
STOP_IN = 1  # seconds for what is under way
TURN = 0.001  # seconds a table's thread may work on while what it has made waits to be sent; Python's own are five


class PatientProtocol(H11Protocol):
    """HTTP that waits for the end of a request only so long."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        with contextlib.suppress(OSError, AttributeError):
            raw = transport.get_extra_info("socket")
            # asyncio does this only for sockets that name their protocol; without it what is sent in two pieces, head
            # and body, waits 40 ms for the other machine to say that it has the first.
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER)
        self._wait(HEADERS_IN)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.IDLE:
            self._wait(HEADERS_IN)
        elif state is h11.SEND_BODY:
            self._wait(BODY_IN)
        else:
            self._wait(0)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(0)
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        """Drop the connection after so long; 0: what was asked is there. A deadline that runs is not put off."""
        if self._deadline is not None and not seconds:
            self._deadline.cancel()
            self._deadline = None
        elif self._deadline is None and seconds:
            self._deadline = self.loop.call_later(seconds, self._drop)

    def _drop(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.abort()


class TableServer(uvicorn.Server):
    """A server that ends its streams before it waits for them, and leaves with the code of a program that was done."""

    def __init__(self, app: ASGIApp, stop_streams: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=PatientProtocol,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                date_header=False,
                h11_max_incomplete_event_size=LONGEST_HEADERS,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=STOP_IN,
                limit_concurrency=MOST_CONNECTIONS,
                proxy_headers=False,
            )
        )
        self._stop_streams = stop_streams
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what people send wrongly is no news
        logging.getLogger("uvicorn.asgi").setLevel(logging.ERROR)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: no more requests, no more streams."""
        self._stop_streams()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM stop the server; they are what is meant, and no fault."""
        before = {kind: signal.signal(kind, self._stop) for kind in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)

    def _stop(self, *_: Any) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True


async def run(
    server: TableServer, opened: socket.socket, started: Callable[[], Awaitable[None]], beside: list[Any]
) -> None:
    """Serve until somebody stops it; `started` is called when requests are answered, `beside` runs along."""
    sys.setswitchinterval(TURN)
    serving = asyncio.create_task(server.serve(sockets=[opened]))
    tasks = [asyncio.create_task(work) for work in beside]
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        if server.started:
            await started()
        await serving
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
