"""Adding up. In: sums of some games, and those of others. Out: the sums of both. Invariant: exact and commutative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct

K = TypeVar("K")


class Sums:
    """A Struct that is added field by field: numbers, other sums, and maps of these."""

    __slots__ = ()
    __struct_fields__: tuple[str, ...]

    def add(self, other: Any) -> None:
        """Add those of other games."""
        for name in self.__struct_fields__:
            theirs = getattr(other, name)
            if isinstance(theirs, int | float):
                setattr(self, name, getattr(self, name) + theirs)
            elif isinstance(theirs, dict):
                add_maps(getattr(self, name), theirs)
            else:
                getattr(self, name).add(theirs)


def add_maps(to: dict[K, Any], values: Mapping[K, Any]) -> None:
    """Add each value to that of the same key."""
    for key, value in values.items():
        if isinstance(value, dict):
            add_maps(to.setdefault(key, {}), value)
        elif isinstance(value, Struct):
            to.setdefault(key, type(value)()).add(value)
        else:
            to[key] = to.get(key, 0) + value
