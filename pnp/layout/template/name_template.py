"""Short texts with placeholders: names of icons, colours, images. In: `art/{id}.png`. Out: a NameTemplate.
filled per card.

Invariant: a name template without a placeholder is the plain text itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from pnp.layout.text.markup import Placeholder

_PLACEHOLDER = re.compile(r"\{([\w./-]+)(?:@(\w+))?\}")


class SplitTemplate(Struct, frozen=True):
    """Plain parts and placeholders in turn."""

    source: str
    parts: tuple[str | Placeholder, ...]


NameTemplate = str | SplitTemplate


@lru_cache(maxsize=1024)  # what a face hands over is read for every card
def parse_name_template(text: str) -> NameTemplate:
    """Read a text; ValueError when a brace is not closed."""
    if "{" not in text:
        return text
    parts: list[str | Placeholder] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        if found.start() > at:
            parts.append(text[at : found.start()])
        parts.append(Placeholder(found[1], found[2] or ""))
        at = found.end()
    if at < len(text):
        parts.append(text[at:])
    if any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts):
        raise ValueError(f"expected a placeholder in the braces of “{text}”")
    return SplitTemplate(text, tuple(parts))


def fill_name_template(name_template: NameTemplate, lookup: Callable[[Placeholder], str]) -> str:
    """The text with its placeholders filled."""
    if isinstance(name_template, str):
        return name_template
    return "".join([part if isinstance(part, str) else lookup(part) for part in name_template.parts])
