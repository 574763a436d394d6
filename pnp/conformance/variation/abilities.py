"""What cards can do, as data to vary. In: the abilities of a card. Out: each verb and each parameter with its place.

`damage` of a deck is one datum, `damage.amount` another, `trigger tabled` a third. A verb, a trigger and a modifier are
varied by leaving them out; whatever is left must be a card that can be loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]
TAGS = {"op": "", "mod": "mod ", "trigger": "trigger "}


def parts_of(abilities: list[Any]) -> Iterator[tuple[str, Path, Any, Path]]:
    """Every part: what it is called, where it stands, its value, and the list it may be left out of (or nothing)."""
    for number, ability in enumerate(abilities):
        yield from _parts(ability, ("abilities", number), "", ("abilities",))


def _parts(value: Any, at: Path, name: str, within: Path) -> Iterator[tuple[str, Path, Any, Path]]:
    if isinstance(value, dict):
        tag = next((tag for tag in TAGS if isinstance(value.get(tag), str)), "")
        if tag:
            name = f"{TAGS[tag]}{value[tag]}"
            yield name, at, value, within
        for key, item in value.items():
            if key != tag:
                yield from _parts(item, (*at, key), f"{name}.{key}", ())
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for number, item in enumerate(value):
            yield from _parts(item, (*at, number), name, at)
    elif value is not None:
        yield name, at, value, ()
