"""A vocabulary: the words with which the cards of one game define what they do. In: the classes that a game declares,
one for each word. Out: a registry of them, for the reader, the checks, the schema and the texts.

A word is a frozen Struct, tagged with its name in the YAML; its fields are its parameters, and the types of the fields
define their values. Numbers, targets and filters are words, too, of whatever shape a game needs.
`read_abilities` reads a card by it.

Invariant: closed. An unknown key or word is a fault of the card file, never something a game has to guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import fields

from pnp.base.suggest import hint_nearest
from pnp.library.reading.node import Node

if TYPE_CHECKING:
    from pnp.library.card import Card, CardBook


Plain = dict[str, Any]
Kinds = Mapping[str, type[Struct]]  # classes by the name in the YAML


class Word(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in a vocabulary."""


class Effect(Word, frozen=True, tag_field="op"):
    """Base of the verbs: `{op: damage, amount: 2}`."""

    @property
    def verb(self) -> str:
        """The name in the YAML."""
        return str(self.__struct_config__.tag)


class Modifier(Word, frozen=True, tag_field="mod"):
    """Base of what changes a number while it is in effect: `{mod: draw_number, add: 1}`."""

    @property
    def name(self) -> str:
        """The name in the YAML."""
        return str(self.__struct_config__.tag)


class Ability(Word, frozen=True, tag_field="trigger"):
    """Base of the abilities, which define when effects happen: `{trigger: enters, do: […]}`."""

    @property
    def trigger(self) -> str:
        """The name in the YAML."""
        return str(self.__struct_config__.tag)


class PhraseParts(Struct, frozen=True):
    """What a game's file with `phrases:` consists of, beside `verbs`.

    needed, optional: its blocks · rows: those whose entries are rows, with a text for each language
    """

    needed: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


class Vocabulary(Struct, frozen=True):
    """The words of one game. `ability` and `effect` are a class or a union of classes each.

    usual: the file of this program with phrases that come with the words; those of the game are laid over them
    numbers: for (verb, parameter) the kinds of value a number may be, where it may be more than a whole number
    names(book): the words allowed for these keys, wherever they are used: `{"subtype": ["Imp", …]}`
    check(card, ability, book): report what else is wrong with an ability, at its node
    word_card(card, abilities, book, lang): the printed text · word_kind(card, book, lang): the type line, "" for none;
        both raise `NoPhrase` for what the phrases cannot word
    """

    ability: Any
    effect: Any
    phrases: PhraseParts = PhraseParts()
    usual: str = ""
    numbers: Mapping[tuple[str, str], tuple[str, ...]] = {}
    names: Callable[[CardBook], Mapping[str, list[str]]] = lambda book: {}
    check: Callable[[Card, Node, CardBook], None] = lambda card, ability, book: None
    word_card: Callable[[Card, tuple[Any, ...], CardBook, str], str] | None = None
    word_kind: Callable[[Card, CardBook, str], str] | None = None

    @property
    def verbs(self) -> Kinds:
        """The verbs by name."""
        return kinds_of(self.effect)

    @property
    def triggers(self) -> Kinds:
        """The abilities by the name of their trigger."""
        return kinds_of(self.ability)

    def abilities_of(self, raw: Iterable[Plain]) -> tuple[Any, ...]:
        """The typed abilities of a card that was read (`Card.abilities`)."""
        return convert(list(raw), tuple[self.ability, ...])  # type: ignore[name-defined]


# What a tag is called when one is wrong.
WHAT = {"op": "verb", "trigger": "trigger", "mod": "modifier"}


@cache
def kinds_of(words: Any) -> Kinds:
    """The classes of a class or union by their names; empty for other types."""
    members = get_args(words) if get_origin(words) in (Union, UnionType) else (words,)
    classes = [kind for kind in members if isinstance(kind, type) and issubclass(kind, Word)]
    return {str(kind.__struct_config__.tag): kind for kind in classes if kind.__struct_config__.tag is not None}


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
