"""A vocabulary: the words with which the cards of one game define what they do. In: the classes that a game declares,
one for each word. Out: a registry of them, for the reader, the checks, the schema and the texts.

A word is a frozen Struct, tagged with its name in the YAML; its fields are its parameters, and the types of the fields
define their values. Numbers, targets and filters are words, too, of whatever shape a game needs.

Invariant: closed. An unknown key or word is a fault of the card file, never something a game has to guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from msgspec import Struct, convert

if TYPE_CHECKING:
    from pnp.library.card import Card, CardBook
    from pnp.library.reading.node import Node

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
