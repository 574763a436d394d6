"""The stream of one screen by itself: what wakes it, and that it sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from pnp.web import stream
from pnp.web.hosted_table import HostedTable
from pnp.web.presence import Presence


class Table:
    """A table of which something changes, and wakes its screens, while a state is being made."""

    def __init__(self) -> None:
        self.version = 1
        self.presence = Presence()
        self.made = 0

    async def ask(self, work: Callable[[], Any]) -> Any:
        self.made += 1
        self.presence.wake()  # others have asked, too, and what they changed is in this state already
        return work()


def test_a_stream_that_has_sent_the_newest_sleeps_until_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_EVERY", 0.05)

    async def listen() -> tuple[list[bytes], int, int]:
        table, rounds = Table(), 0

        def newest() -> tuple[int, bytes]:
            is_nothing_new = table.version == 2  # for this screen
            return table.version, b"" if is_nothing_new else b"event: %d\n\n" % table.version

        def is_closing() -> bool:
            nonlocal rounds
            rounds += 1
            return rounds > 50

        events = stream.events(cast(HostedTable, table), "key", 6, newest, is_closing)
        sent = [await anext(events) for _ in range(3)]
        for version in (2, 3):
            table.version = version
            table.presence.wake()
            sent.append(await anext(events))
        await events.aclose()  # type: ignore[attr-defined]
        return sent, rounds, table.made

    sent, rounds, made = asyncio.run(listen())
    assert sent == [stream.RETRY, b"event: 1\n\n", stream.PING, stream.PING, b"event: 3\n\n"]
    assert made == 3 and rounds <= 10, f"it looked {rounds} times for what to send"
