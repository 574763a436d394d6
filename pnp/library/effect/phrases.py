"""Phrases: the rows by which effects are put into words. In: a card file with `phrases:`. Out: the raw rows by part.

Invariant: every part is there, every verb that has rows exists, and each of its rows has words in every complete
language; what a card needs beyond that is found when its text is made.
"""

from __future__ import annotations

from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.effect.verbs import VERBS
from pnp.library.reading.node import Languages, Node

PARTS = (
    "nouns",
    "signs",
    "types",
    "affiliations",
    "subtypes",
    "self",
    "players",
    "selector",
    "verbs",
    "amounts",
    "where_x",
    "filter",
    "triggers",
    "frames",
    "when_words",
    "conditions",
    "mods",
)
BY_ROW = ("triggers", "conditions", "mods")
OPTIONAL = ("subtypes", "affiliations", "signs")
ROW_KEYS = ("for", "note")


def read_phrases(node: Node, languages: Languages) -> dict[str, Any]:
    """The parts of the file; faults are reported."""
    node.check_keys(
        ("phrases", "source", "note", *PARTS), ("phrases", *(part for part in PARTS if part not in OPTIONAL))
    )
    verbs = node.get("verbs")
    for verb, rows in verbs.children() if verbs else []:
        if verb not in VERBS:
            rows.error_at_key(f"there is no verb “{verb}”", hint_nearest(verb, VERBS), "unknown-verb")
            continue
        for row in rows.items():
            _check_row(row, languages)
    for part in BY_ROW:
        block = node.get(part)
        for _, row in block.children() if block else []:
            _check_row(row, languages)
    return {part: node.value[part] for part in PARTS if isinstance(node.value.get(part), dict)}


def _check_row(row: Node, languages: Languages) -> None:
    known = (*languages.complete, *languages.drafts)
    row.check_keys((*ROW_KEYS, *known, *(f"{code}_inf" for code in known)), languages.complete)
