"""Screens: pages and programs that are told what changes. In: events. Out: to each screen those of its editions.

Invariant: a screen that does not read is sent no endless queue: it is told to look at everything anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from msgspec import json

from pnp.studio.faces import Edition

PING_EVERY = 10.0  # seconds
PING = b"event: ping\ndata: {}\n\n"
RETRY = b"retry: 500\n\n"  # milliseconds until a screen that was cut off comes back
MOST_WAITING = 4000  # events


class Screen:
    """One stream; visible: the slots that somebody looks at, the first ones first; none: everything is told."""

    def __init__(self, editions: tuple[Edition, ...]) -> None:
        self.editions = editions
        self._waiting: list[bytes] = []
        self._wake = asyncio.Event()

    def send(self, event: bytes) -> None:
        """Tell this screen something."""
        if len(self._waiting) > MOST_WAITING:
            self._waiting = [packed_event("list", {})]
        self._waiting.append(event)
        self._wake.set()

    def wake(self) -> None:
        """Look whether the stream is to end."""
        self._wake.set()

    async def events(self, is_closing: Callable[[], bool]) -> AsyncIterator[bytes]:
        """What it is told, for ever."""
        yield RETRY
        while not is_closing():
            self._wake.clear()
            if self._waiting:
                events, self._waiting = self._waiting, []
                yield b"".join(events)
                continue
            try:
                async with asyncio.timeout(PING_EVERY):
                    await self._wake.wait()
            except TimeoutError:
                yield PING


class Screens:
    """All that look at the studio."""

    def __init__(self) -> None:
        self.open: list[Screen] = []
        self.visible: tuple[str, ...] = ()

    @property
    def editions(self) -> list[Edition]:
        """All editions that somebody looks at."""
        return list(dict.fromkeys(edition for screen in self.open for edition in screen.editions))

    def publish(self, kind: str, values: Mapping[str, Any], edition: Edition | None = None) -> None:
        """Tell all, or those who look at an edition."""
        event = packed_event(kind, values)
        for screen in self.open:
            if edition is None or edition in screen.editions:
                screen.send(event)


def packed_event(kind: str, values: Mapping[str, Any]) -> bytes:
    """An event as it is sent."""
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), json.encode(values))
