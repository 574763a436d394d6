"""Effects out of YAML. In: the node of a card's `abilities`. Out: abilities as plain values, and every fault in place.

Invariant: what passes converts to the typed vocabulary (`abilities_of`), so no game and no wording meets a surprise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import fields

from pnp.base.suggest import hint_nearest
from pnp.library.effect.abilities import MODS, TRIGGERS, AnyAbility
from pnp.library.effect.verbs import VERBS
from pnp.library.reading.node import Node

Plain = dict[str, Any]

EFFECT_LISTS = ("do", "cost", "then", "else")
_KINDS: dict[str, tuple[Mapping[str, type[Struct]], str]] = {
    "op": (VERBS, "verb"),
    "trigger": (TRIGGERS, "trigger"),
    "mod": (MODS, "modifier"),
}


def abilities_of(raw: Iterable[Plain]) -> tuple[AnyAbility, ...]:
    """The typed abilities of a card that was read (`Card.abilities`)."""
    return convert(list(raw), tuple[AnyAbility, ...])


def read_abilities(node: Node) -> tuple[Plain, ...]:
    """A card's abilities; one with a fault is reported and left out."""
    read = [ability for entry in node.items() if (ability := _read_ability(entry)) is not None]
    return tuple(read)


def _read_ability(node: Node) -> Plain | None:
    before = len(node.report.items)
    _check_tagged(node, "trigger")
    if len(node.report.items) > before:
        return None
    try:
        ability = convert(node.value, AnyAbility)
    except ValidationError as fault:
        _tell(node, str(fault))
        return None
    plain: Plain = to_builtins(ability)
    return plain


def _check_tagged(node: Node, tag: str) -> None:
    """The tag names something there is; its keys are those it knows; words are among those possible."""
    kinds, what = _KINDS[tag]
    if not node.is_map(f"an entry with {tag}:"):
        return
    name = node.value.get(tag)
    if name is None:
        node.error(f"the key “{tag}” is missing", f"one of: {', '.join(kinds)}", "missing-key")
        return
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        hint = hint_nearest(str(name), kinds) or f"one of: {', '.join(kinds)}"
        node.child(tag).error(f"there is no {what} “{name}”", hint, f"unknown-{what}")
        return
    known = {field.encode_name: field.required for field in fields(kind)}
    node.check_keys((tag, *known), [key for key, required in known.items() if required])
    words = _words_of(kind)
    for key, child in node.children():
        if key in words and child.value is not None:
            _check_word(child, words[key])
        elif key in EFFECT_LISTS:
            _check_list(child)
        elif key == "mods":
            for item in child.items():
                _check_tagged(item, "mod")
        elif key == "options":
            for item in child.items():
                _check_list(item)
        elif key == "table" and child.is_map("a mapping from results to effects"):
            for _, row in child.children():
                _check_list(row)


def _check_list(node: Node) -> None:
    for item in node.items():
        _check_tagged(item, "op")


def _check_word(node: Node, words: tuple[Any, ...]) -> None:
    if not any(type(node.value) is type(word) and node.value == word for word in words):
        names = [str(word).lower() if isinstance(word, bool) else str(word) for word in words if word not in ("", None)]
        shown = str(node.value)[:60]
        hint = hint_nearest(shown, names) or "one of: " + ", ".join(names)
        node.error(f"“{shown}” is not possible here", hint, "unknown-value")


@cache
def _words_of(kind: type[Struct]) -> dict[str, tuple[Any, ...]]:
    """The keys whose values are a few words, and these words."""
    hints = get_type_hints(kind)
    found: dict[str, tuple[Any, ...]] = {}
    for field in fields(kind):
        hint = hints[field.name]
        parts = [hint] if get_origin(hint) is Literal else [part for part in get_args(hint) if part is not type(None)]
        if len(parts) == 1 and get_origin(parts[0]) is Literal:
            found[field.encode_name] = get_args(parts[0])
    return found


def _tell(node: Node, fault: str) -> None:
    """A fault as msgspec says it, `Expected … - at `$.do[0].amount``, at its own place."""
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
        message = f"“{place.value}” is not possible here"
    text = message.replace("`", "“", 1)
    while "`" in text:
        text = text.replace("`", "”", 1).replace("`", "“", 1)
    place.error(text[:1].lower() + text[1:], "docs/effects.md says what may stand here", "bad-effect")


def _steps(path: str) -> Iterable[str | int]:
    for part in path.replace("[", ".[").split("."):
        if part.startswith("["):
            number = part[1:-1]
            yield int(number) if number.isdigit() else -1
        elif part:
            yield part
