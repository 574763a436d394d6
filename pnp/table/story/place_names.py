"""The places of a printed map by the names on it. In: a card book. Out: `jyvaskyla` is Jyväskylä.

A table of the cards is a map when it has nodes with names and edges between them; a road is called by its two ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.base.suggest import fold_name
from pnp.library.card import CardBook

_KEPT = "place_names"


def place_names(book: CardBook) -> dict[str, str]:
    """What is typed for a place, and what it is called; read once for each book."""
    found = book.__dict__.get(_KEPT)
    if found is None:
        maps = (table.rows for table in book.tables.values() if _is_map(table.rows))
        found = book.__dict__[_KEPT] = {typed: name for rows in maps for typed, name in _names(rows)}
    return dict(found)


def _is_map(rows: Any) -> bool:
    return isinstance(rows, dict) and {"nodes", "edges"} <= rows.keys()


def _names(rows: Any) -> Iterator[tuple[str, str]]:
    names = {str(node["id"]): str(node["name"]) for node in rows["nodes"] if "name" in node}
    yield from ((fold_name(name), name) for name in names.values())
    for edge in rows["edges"]:
        ends = str(edge["a"]), str(edge["b"])
        if all(end in names for end in ends):
            yield "-".join(ends).casefold(), "–".join(names[end] for end in ends)
