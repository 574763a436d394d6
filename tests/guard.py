"""`some`: things a test must not run out of. In: any iterable. Out: the same; AssertionError when there was nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> Iterator[T]:
    """The same things; a loop over none proves nothing."""
    found = False
    for thing in things:
        found = True
        yield thing
    assert found, "nothing to look at: the loop did not run"
