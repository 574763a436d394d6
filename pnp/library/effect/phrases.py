"""Phrases: the rows that word effects. In: a card file with `phrases:`. Out: the raw rows by part.

Invariant: every part that the game needs exists, every verb that has rows exists, and each of its rows has words in
every complete language; anything else a card lacks is found when its text is made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.base.files import read_text
from pnp.base.suggest import hint_nearest
from pnp.library.effect.vocabulary import Vocabulary

if TYPE_CHECKING:
    from pnp.library.reading.node import Languages, Node

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
VERBS = "verbs"
ROW_KEYS = ("for", "note")


def phrase_parts(vocabulary: Vocabulary) -> tuple[str, ...]:
    """All parts that the file may have."""
    return (VERBS, *vocabulary.phrases.needed, *vocabulary.phrases.optional)


def read_phrases(node: Node, languages: Languages, vocabulary: Vocabulary) -> dict[str, Any]:
    """The parts of the file; faults are reported."""
    parts = phrase_parts(vocabulary)
    needed = (*(() if vocabulary.usual else (VERBS,)), *vocabulary.phrases.needed)
    node.check_keys(("phrases", "source", "note", *parts), ("phrases", *needed))
    verbs = node.get(VERBS)
    for verb, rows in verbs.children() if verbs else []:
        if verb not in vocabulary.verbs:
            rows.error_at_key(f"there is no verb “{verb}”", hint_nearest(verb, vocabulary.verbs), "unknown-verb")
            continue
        for row in rows.items():
            _check_row(row, languages)
    for part in vocabulary.phrases.rows:
        block = node.get(part)
        for _, row in block.children() if block else []:
            _check_row(row, languages)
    return {part: node.value[part] for part in parts if isinstance(node.value.get(part), dict)}


@lru_cache(maxsize=4)
def usual_phrases(file: str) -> Mapping[str, Any]:
    """The phrases that come with a vocabulary; none where no file is named."""
    if not file:
        return {}
    from pnp.base.yaml.spans import load_yaml

    value: dict[str, Any] = load_yaml(read_text(os.path.join(PACKAGE, file)), file)[0]
    return value


def laid_over(usual: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Phrases with a game's own over them: entry by entry, and of a verb its rows before the others."""
    found = dict(usual)
    for key, value in own.items():
        below = usual.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            found[key] = laid_over(below, value)
        elif isinstance(value, list) and isinstance(below, list):
            found[key] = [*value, *below]
        else:
            found[key] = value
    return found


def _check_row(row: Node, languages: Languages) -> None:
    known = (*languages.complete, *languages.drafts)
    row.check_keys((*ROW_KEYS, *known, *(f"{code}_inf" for code in known)), languages.complete)
