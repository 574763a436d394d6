"""What is read in play is set in 7.5 pt or more: no layout of ours lets words shrink further. Every build and
`pnp check` report whether they fit then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.catalog import built_in_slugs
from tests.guard import some

LAYOUTS = Path(__file__).parents[2] / "layouts"
LEAST = 7.5  # pt
NOT_READ_IN_PLAY = {"howto-square", "diagram"}  # pictures of cards and tiles, smaller than these


def maps(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """All maps of a layout, with the keys that lead there; an edition with codes for a camera aside."""
    if isinstance(value, dict):
        yield path, value
        for key, child in value.items():
            if key != "codes":
                yield from maps(child, (*path, str(key)))
    elif isinstance(value, list):
        for child in value:
            yield from maps(child, path)


def too_small(layout: dict[str, Any]) -> Iterator[str]:
    for path, entry in maps(layout):
        least = entry.get("min", entry.get("size"))
        is_small_print = entry.get("smallprint") or entry.get("style") == "small"
        if isinstance(least, int | float) and least < LEAST and not is_small_print:
            yield f"{'.'.join(path)}: {least}"


@pytest.mark.parametrize("game", built_in_slugs())
def test_no_words_read_in_play_may_shrink_below_seven_and_a_half_points(game: str) -> None:
    found = {}
    for file in some(sorted((LAYOUTS / game).glob("*.yaml"))):
        if file.stem not in NOT_READ_IN_PLAY:
            found[file.stem] = list(too_small(yaml.safe_load(file.read_text("utf-8"))))
    assert not {name: words for name, words in found.items() if words}
    theme = yaml.safe_load((LAYOUTS / game / "theme.yaml").read_text("utf-8"))
    assert theme["styles"]["body"]["min"] >= LEAST, "the stock's least is less"
