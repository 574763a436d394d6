"""Plain values: words, numbers, lengths, lists of them. In: a Tree. Out: the value, or BadValue with a sentence.

Invariant: a reader looks at nothing but the value; whatever stands there, it is used or refused.
"""

from __future__ import annotations

from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.layout.template.length import Length, parse_measure
from pnp.layout.template.read_context import BadValue, ReadContext, ValueReader, known_as
from pnp.layout.template.tree import Tree


def scalar(tree: Tree) -> Any:
    """A value that is no map, list or nothing."""
    if isinstance(tree.value, dict | list) or tree.value is None:
        # `text: {value}` is a map to YAML, and what stands in it is gone by now.
        raise BadValue("expected a single value", "put a text with braces in quotes: '{…}'" if tree.value == {} else "")
    return tree.value


def word(tree: Tree, _: ReadContext) -> str:
    """Plain text; a number is taken as its digits."""
    value = scalar(tree)
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def flag(tree: Tree, _: ReadContext) -> bool:
    """True or false."""
    if not isinstance(tree.value, bool):
        raise BadValue(f"expected true or false, got “{tree.plain()}”")
    return tree.value


def choice(*words: str) -> ValueReader:
    """One of these words."""

    def read(tree: Tree, _: ReadContext) -> str:
        if tree.value not in words:
            raise BadValue(
                f"expected one of {', '.join(words)}, got “{tree.plain()}”", hint_nearest(str(tree.plain()), words)
            )
        return str(tree.value)

    return known_as(read, enum=list(words))


def number(low: float, high: float) -> ValueReader:
    """A number within bounds."""

    def read(tree: Tree, _: ReadContext) -> float:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise BadValue(f"expected a number from {low:g} to {high:g}, got “{tree.plain()}”")
        return float(value)

    return known_as(read, type="number", minimum=low, maximum=high)


def whole(low: int, high: int) -> ValueReader:
    """A whole number within bounds."""

    def read(tree: Tree, _: ReadContext) -> int:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadValue(f"expected a whole number from {low} to {high}, got “{tree.plain()}”")
        return value

    return known_as(read, type="integer", minimum=low, maximum=high)


def length(tree: Tree, _: ReadContext) -> Length:
    """A length or a sum of lengths."""
    return parse_measure(scalar(tree))


def length_or(*words: str) -> ValueReader:
    """A length, or one of some words."""

    def read(tree: Tree, context: ReadContext) -> Length | str:
        return str(tree.value) if tree.value in words else length(tree, context)

    return read


def lengths(*counts: int) -> ValueReader:
    """A length or a list of them; a single one stands for itself."""

    def read(tree: Tree, context: ReadContext) -> tuple[Length, ...]:
        if not isinstance(tree.value, list):
            return (length(tree, context),)
        if counts and len(tree.value) not in counts:
            raise BadValue(f"expected {' or '.join(str(count) for count in counts)} lengths, got {len(tree.value)}")
        if len(tree.value) > 100:
            raise BadValue(f"expected at most 100 lengths, got {len(tree.value)}")
        return tuple(length(child, context) for child in tree.value)

    return read


def pair(tree: Tree, context: ReadContext) -> tuple[Length, ...]:
    """One length for both ways, or `[across, down]`."""
    found: tuple[Length, ...] = lengths(2)(tree, context)
    return found if len(found) == 2 else found * 2


def numbers(count: int = 0) -> ValueReader:
    """A list of numbers."""

    def read(tree: Tree, _: ReadContext) -> tuple[float, ...]:
        values = tree.plain()
        if not isinstance(values, list) or (count and len(values) != count) or not 0 < len(values) <= 1000:
            raise BadValue(f"expected a list of {count} numbers" if count else "expected a list of numbers")
        if any(isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6 for value in values):
            raise BadValue("expected only numbers in this list")
        return tuple(float(value) for value in values)

    return read


def points(tree: Tree, context: ReadContext) -> tuple[tuple[Length, Length], ...]:
    """`[[x, y], …]`."""
    if not isinstance(tree.value, list) or not 2 <= len(tree.value) <= 10_000:
        raise BadValue("expected a list of pairs: [[0, 0], [10, 5]]")
    found = []
    for child in tree.value:
        if not isinstance(child.value, list) or len(child.value) != 2:
            raise BadValue("expected a list of pairs: [[0, 0], [10, 5]]")
        found.append((length(child.value[0], context), length(child.value[1], context)))
    return tuple(found)


def percents(tree: Tree, context: ReadContext) -> tuple[float, float]:
    """Two percentages, as parts of 1."""
    if not isinstance(tree.value, list) or len(tree.value) != 2:
        raise BadValue("expected two percentages: [50%, 50%]")
    found = []
    for child in tree.value:
        text = str(child.plain()).strip()
        try:
            part = float(text[:-1]) / 100 if text.endswith("%") else float(text) / 100
        except ValueError:
            raise BadValue(f"expected a percentage, got “{text}”") from None
        found.append(min(1.0, max(0.0, part)))
    return found[0], found[1]


def words_list(tree: Tree, _: ReadContext) -> tuple[str, ...]:
    """A list of words."""
    if not isinstance(tree.value, list):
        raise BadValue("expected a list of names")
    return tuple(word(child, _) for child in tree.value)


def two_words(tree: Tree, context: ReadContext) -> tuple[str, ...]:
    """Two names."""
    found = words_list(tree, context)
    if len(found) != 2:
        raise BadValue(f"expected two names, got {len(found)}")
    return found


def free_map(tree: Tree, _: ReadContext) -> dict[str, Any]:
    """A map of plain values."""
    if not isinstance(tree.value, dict):
        raise BadValue("expected a map")
    plain: dict[str, Any] = tree.plain()
    return plain
