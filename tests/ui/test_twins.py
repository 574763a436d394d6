"""Two deals that are equal in all that a seat may know: every byte of every command is the same for that seat.

More pairs: benchmarks/secret_twins.py.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pnp.referee.view import Seen
from tests.twins import compare, pairs

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("kalevala", {}),
    ("suomi1918", {}),
    ("drumroll", {}),
    ("keikalla", {}),
    ("keikalla", {"calendar_order": "registered"}),
    ("keko", {}),
]


@pytest.mark.parametrize(("slug", "options"), TABLES)
def test_no_byte_tells_twins_apart(slug: str, options: dict[str, Any], tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    leaks: list[str] = []
    found = 0
    for pair in pairs(slug, tmp_path, 2, options, 2, most=60):
        found += 1
        leaks += compare(pair, random.Random(found).randrange, counts)
    assert not leaks, leaks[0]
    assert found and counts["why"] and counts["move"] and counts["verify"], "there must be something to compare"


def test_a_table_that_is_told_as_it_is_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seen, "view", lambda seen, state: state)
    [pair] = pairs("kalevala", tmp_path, 2, {}, 1, most=60)
    assert len(compare(pair, random.Random(1).randrange, Counter())) > 5
