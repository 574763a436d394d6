"""The messages of the referee. In: a file with `messages:`. Out: ids with their words, and every fault in them.

Invariant: a message has words in every language of the game, and all of them take the same arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from pnp.library.reading.node import Languages, Node
from pnp.library.words import Words

MESSAGE_KEYS = ("messages", "words", "note")


def read_messages(node: Node, languages: Languages, slug: str) -> Iterator[tuple[str, Node, Words]]:
    """The whole file: each id, where it stands, its words."""
    if not node.check_keys(MESSAGE_KEYS, ("messages", "words")):
        return
    name, words = node.get("messages"), node.get("words")
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    if words is None or not words.is_map():
        return
    for id_, child in words.children():
        yield id_, child, _read_message(child, languages)


def _read_message(node: Node, languages: Languages) -> Words:
    words = node.words(languages)
    wanted: dict[str, set[str]] = {}
    for lang, text in words.items():
        try:
            placeholders = [each for each in Formatter().parse(text) if each[1] is not None]
        except ValueError:
            node.error(f"a brace in “{text}” is not closed", "write an argument as {named}", "placeholder")
            return words
        if not all(_is_understood(*each[1:]) for each in placeholders):
            hint = "write {named}, or with a noun {named:card|cards}"
            node.error(f"expected only arguments in the braces of “{text}”", hint, "placeholder")
        wanted[lang] = {str(name) for _, name, _, _ in placeholders}
    first = next(iter(wanted.values()), set())
    for lang, names in wanted.items():
        if names != first:
            odd = ", ".join(sorted(names ^ first))
            node.error(f"the arguments in “{lang}” differ from the first language: {odd}", code="placeholder")
    return words


def _is_understood(name: str | None, nouns: str | None, conversion: str | None) -> bool:
    """Whether a placeholder is `{name}` or `{name:one|many}`; what Python's own formats know besides says nothing."""
    is_plain = str(name).isidentifier() and conversion is None
    return is_plain and (not nouns or (nouns.count("|") == 1 and "{" not in nouns))
