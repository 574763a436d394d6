"""Effects from YAML. In: the node of a card's `abilities`. Out: abilities as plain values, each fault at its place.

Invariant: what passes converts to the typed vocabulary (`Vocabulary.abilities_of`), so games and wordings need no
checks. What is allowed where follows from the types of the words; nothing of it is repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import fields

from pnp.base.suggest import hint_nearest
from pnp.library.effect.vocabulary import WHAT, Plain, Vocabulary, Word, kinds_of
from pnp.library.reading.node import Node

MISTYPED = 0.7  # how much of a word must agree: a less near one means something else, and the list of words is better

KINDS = {  # what msgspec calls a value, in words
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "object": "a mapping",
    "array": "a list",
    "null": "nothing",
}


def read_abilities(node: Node, vocabulary: Vocabulary) -> tuple[Plain, ...]:
    """A card's abilities; one with a fault is reported and left out."""
    read = [ability for entry in node.items() if (ability := _read_ability(entry, vocabulary)) is not None]
    return tuple(read)


def _read_ability(node: Node, vocabulary: Vocabulary) -> Plain | None:
    before = len(node.report.items)
    _check_tagged(node, vocabulary.ability)
    if len(node.report.items) > before:
        return None
    try:
        ability = convert(node.value, vocabulary.ability)
    except ValidationError as fault:
        _report_invalid(node, str(fault))
        return None
    plain: Plain = to_builtins(ability)
    return plain


def _check_tagged(node: Node, words: Any) -> None:
    """Check that the tag is known, that its keys are allowed, and that words are among those possible."""
    kinds = kinds_of(words)
    tag = str(next(iter(kinds.values())).__struct_config__.tag_field)
    what = WHAT[tag]
    if not node.is_map(f"an entry with {tag}:"):
        return
    name = node.value.get(tag)
    if name is None:
        node.error(f"the key “{tag}” is missing", f"one of: {', '.join(kinds)}", "missing-key")
        return
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        hint = hint_nearest(str(name), kinds, MISTYPED) or f"one of: {', '.join(kinds)}"
        node.child(tag).error(f"there is no {what} “{name}”", hint, f"unknown-{what}")
        return
    _check_entry(node, kind, tag)


def _check_value(node: Node, hint: Any) -> None:
    """A parameter that is one of a few words, or holds other tagged entries; msgspec checks the rest."""
    words, entry = _words(hint), _entry_class(hint)
    if words and node.value is not None:
        _check_word(node, words)
    elif entry is not None and isinstance(node.value, dict):
        _check_entry(node, entry)
    elif entry is not None and _is_number(hint, entry) and type(node.value) not in (int, type(None)):
        ways = ", ".join(field.encode_name for field in fields(entry))
        node.error(
            f"expected a number, got “{str(node.value)[:60]}”", f"a whole number, or one of: {ways}", "bad-effect"
        )
    elif kinds_of(hint):
        _check_tagged(node, hint)
    elif get_origin(hint) is tuple and _holds_entries(hint):
        for item in node.items():
            _check_value(item, get_args(hint)[0])
    elif get_origin(hint) is dict and _holds_entries(hint) and node.is_map("a mapping from results to effects"):
        for _, child in node.children():
            _check_value(child, get_args(hint)[1])


def _is_number(hint: Any, entry: type[Word]) -> bool:
    """A parameter that is a whole number, or one that is computed."""
    return {int, entry} <= {*get_args(hint)} <= {int, entry, type(None)}


@cache
def _entry_class(hint: Any) -> type[Word] | None:
    """The class of an entry without a tag, where a value may be one: a filter, a number that is computed."""
    kinds = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type) and issubclass(kind, Word)]
    return kinds[0] if len(kinds) == 1 and kinds[0].__struct_config__.tag is None else None


def _check_entry(node: Node, kind: type[Struct], *tag: str) -> None:
    """The keys of an entry, besides its tag if it has one, and what stands in them."""
    known = _keys(kind)
    node.check_keys((*tag, *known), [key for key, required in known.items() if required])
    hints = _hints(kind)
    for key, child in node.children():
        if key in hints:
            _check_value(child, hints[key])


@cache
def _holds_entries(hint: Any) -> bool:
    """True for lists and mappings of tagged entries, lists of lists of them too."""
    return bool(kinds_of(hint)) or (
        get_origin(hint) in (tuple, dict) and any(_holds_entries(part) for part in get_args(hint) if part is not ...)
    )


def _check_word(node: Node, words: tuple[Any, ...]) -> None:
    if not any(type(node.value) is type(word) and node.value == word for word in words):
        names = [str(word).lower() if isinstance(word, bool) else str(word) for word in words if word not in ("", None)]
        shown = str(node.value)[:60]
        hint = hint_nearest(shown, names, MISTYPED) or "one of: " + ", ".join(names)
        node.error(f"“{shown}” is not allowed here", hint, "unknown-value")


@cache
def _keys(kind: type[Struct]) -> dict[str, bool]:
    """The keys of an entry, and whether it must have them."""
    return {field.encode_name: field.required for field in fields(kind)}


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The types of a word's parameters, by their names in the YAML."""
    hints = get_type_hints(kind)
    return {field.encode_name: hints[field.name] for field in fields(kind)}


@cache
def _words(hint: Any) -> tuple[Any, ...]:
    """The words a value may be, where it is one of a few; else none."""
    parts = [hint] if get_origin(hint) is Literal else [part for part in get_args(hint) if part is not type(None)]
    return get_args(parts[0]) if len(parts) == 1 and get_origin(parts[0]) is Literal else ()


def _report_invalid(node: Node, fault: str) -> None:
    """Report a fault that msgspec found, `Expected … - at `$.do[0].amount``, at its own place."""
    message, _, path = fault.partition(" - at `$")
    place = node
    for step in _steps(path.rstrip("`")):
        inside = place.value
        is_there = (
            step in inside if isinstance(inside, dict) else isinstance(inside, list) and step in range(len(inside))
        )
        if not is_there:
            break
        place = place.child(step)
    if message.startswith("Invalid enum value "):
        message = f"“{place.value}” is not allowed here"
    place.error(_in_words(message), "see docs/effects.md for the values allowed here", "bad-effect")


def _in_words(message: str) -> str:
    """A fault of msgspec in words for who writes cards: ``Expected `int | null`, got `str` ``."""
    for kind, words in KINDS.items():
        message = re.sub(rf"(?<=[`| ]){kind}(?=[`| ])", words, message)
    text = message.replace(" | nothing", "").replace(" | ", " or ").replace("`", "")
    return text[:1].lower() + text[1:]


def _steps(path: str) -> Iterable[str | int]:
    for part in path.replace("[", ".[").split("."):
        if part.startswith("["):
            number = part[1:-1]
            yield int(number) if number.isdigit() else -1
        elif part:
            yield part
