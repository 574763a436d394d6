"""Many tables that differ little, kept small. In: HTML, table after table. Out: tags and texts, each once, and of every
table what differs from the one before.

Invariant: `join_deltas` gives back what `make_deltas` got, and so does the page's script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"<[^>]*>|[^<]+")
Delta = tuple[int, int, list[int]]  # how much of the beginning and of the end stays, and what is new between


def make_deltas(tables: Sequence[str]) -> tuple[list[str], list[Delta]]:
    """The different tokens, and the tables as numbers of tokens."""
    numbers: dict[str, int] = {}
    deltas: list[Delta] = []
    before: list[int] = []
    for table in tables:
        now = [numbers.setdefault(token, len(numbers)) for token in _TOKEN.findall(table)]
        head = _alike(before, now)
        tail = _alike(before[head:][::-1], now[head:][::-1])
        deltas.append((head, tail, now[head : len(now) - tail]))
        before = now
    return list(numbers), deltas


def join_deltas(tokens: Sequence[str], deltas: Sequence[Delta]) -> list[str]:
    """The tables again."""
    tables, before = [], list[int]()
    for head, tail, new in deltas:
        before = [*before[:head], *new, *before[len(before) - tail :]]
        tables.append("".join(tokens[number] for number in before))
    return tables


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """How many of the first are the same."""
    for at, (mine, its) in enumerate(zip(one, other, strict=False)):
        if mine != its:
            return at
    return min(len(one), len(other))
