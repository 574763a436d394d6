"""Who is at a table: which screens listen, and when each key was last used. In: keys. Out: listeners, silence.

Invariant: a key has a limited number of streams. When one more begins, its oldest ends, so no seat can take the
streams of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from time import monotonic

MOST_OF_SEAT, MOST_OF_SCREEN = 6, 12  # streams of one key


class Listener:
    """One open stream: its event is set when something changed; is_over: a newer stream took its place."""

    def __init__(self, key: str) -> None:
        self.key, self.event, self.is_over = key, asyncio.Event(), False


class Presence:
    """The open streams of one table, and when each key was last used. Only the event loop changes it."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._listeners: tuple[Listener, ...] = ()  # the oldest first; replaced as a whole, so any thread may read it
        self._used: dict[str, float] = {}

    def listen(self, key: str, most: int) -> Listener:
        """Begin a stream of this key; where it has `most` already, the oldest ends. `leave` it when it ends."""
        listener = Listener(key)
        same = [it for it in self._listeners if it.key == key]
        for oldest in same[: max(0, len(same) + 1 - most)]:
            oldest.is_over = True
            oldest.event.set()
            self._drop(oldest)
        self._listeners = (*self._listeners, listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """A stream has ended: its phone was there until now."""
        self._drop(listener)
        self.note_use(listener.key)

    def _drop(self, listener: Listener) -> None:
        self._listeners = tuple(it for it in self._listeners if it is not listener)

    def wake(self) -> None:
        """Something changed."""
        for listener in self._listeners:
            listener.event.set()

    def note_use(self, key: str) -> None:
        """A request came with this key."""
        self._used[key] = self._now()

    def silent_since(self, key: str) -> float | None:
        """When this key was last used: -inf for never, None while it has an open stream."""
        is_connected = any(it.key == key for it in self._listeners)
        return None if is_connected else self._used.get(key, -inf)
