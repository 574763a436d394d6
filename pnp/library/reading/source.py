"""Provenance. In: `source: public P1`, or a map of such texts by datum. Out: Sources; a datum without one is a fault.

Invariant: after reading, every datum of every card, every constant, switch and table has a source.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import SOURCES, Source
from pnp.library.reading.node import Node

REST = "rest"
_HINT = "begin with seed, public or house, then a note if needed"


def parse_source(text: str) -> Source | None:
    """`public P1 P2` as a Source; None when it does not begin with a kind."""
    for kind in SOURCES:
        after = text[len(kind) :]
        if text.startswith(kind) and (not after or after[0].isspace() or after[0] in ":,;("):
            note = after.strip(" :,;")
            whole = note.startswith("(") and note.endswith(")") and note.count("(") == 1
            return Source(kind, note[1:-1] if whole else note)
    return None


def read_source(node: Node) -> Source | None:
    """One source; None after a fault."""
    text = node.text()
    source = parse_source(text.strip())
    if text and source is None:
        node.error(f"expected a source, got “{text[:60]}”", _HINT, "bad-source")
    return source


def read_sources(node: Node | None, data: Iterable[str], base: dict[str, Source]) -> dict[str, Source]:
    """The sources of a card or file on top of those of its deck; "" means the rest."""
    if node is None:
        return dict(base)
    if not isinstance(node.value, dict):
        source = read_source(node)
        return {"": source} if source else dict(base)
    known = [*data, REST]
    found = dict(base)
    for datum, child in node.children():
        if datum not in known:
            child.error_at_key(f"cards of this deck have no “{datum}”", hint_nearest(datum, known), "unknown-key")
        elif source := read_source(child):
            found["" if datum == REST else datum] = source
    return found


def check_sources(node: Node, data: Iterable[str], sources: dict[str, Source]) -> None:
    """Report every datum that no source covers."""
    missing = [datum for datum in data if datum not in sources] if "" not in sources else []
    if missing:
        node.error(f"no source for {', '.join(missing)}", "add source: seed, public or house", "missing-source")


def without_sources(rows: Any) -> Any:
    """The rows of a table without `source`, which says where a row comes from and is nobody's datum."""
    if isinstance(rows, dict):
        return {key: without_sources(item) for key, item in rows.items() if key != "source"}
    return [without_sources(item) for item in rows] if isinstance(rows, list) else rows
