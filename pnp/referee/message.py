"""Messages: words with an id, in every language of a game. In: an id, arguments, a setup. Out: a text that knows them.

A `Message` is the English text and stays a message: `localise(lang)` words it anew. Placeholders are named:

- `{card}`: a card or any other name of the game by its name in that language; several are joined by commas
- `{seat}` and whatever ends in `_seat`: a seat's name
- `{count:card|cards}`: a number with its noun; of a truth value, `{first:the first|another}`, the word for it alone; of
  a name, `{card:a|an}`, its article
- a value that is a message itself (or a `LateMessage`) is worded in the same language

Invariant: words stand beside the rulebook (`cards/<game>/messages.yaml`), never in Python; those that every referee
says are in `words.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, Protocol

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import JoinedText, LocalisedText, Words, in_language, join_texts, localise
from pnp.referee.words import REFEREE_WORDS

ENGLISH = "en"
SEAT = "seat"
VOWELS = frozenset("AEIOUÄÖaeiouäö")


class Table(Protocol):
    """A table that messages are about: its seats and its cards have names."""

    @property
    def book(self) -> CardBook:
        """The cards and words of its game."""

    def name(self, seat: int) -> str:
        """Return the name of a seat."""


class Message(LocalisedText):
    """A text that knows its id and its arguments, and the table, if any, whose seats and cards they name."""

    id: str
    args: dict[str, Any]
    setup: Table | None

    def localise(self, lang: str) -> str:
        """The same in another language."""
        return word(self.id, self.args, self.setup, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _message, (str(self), self.id, self.args, self.setup)


class LateMessage(Struct, frozen=True, gc=False):
    """A message that is worded with the one it is an argument of, or when somebody asks."""

    id: str
    args: dict[str, Any]

    def word(self, setup: Table) -> Message:
        """Its words."""
        return make_message(setup, self.id, self.args)


def make_message(setup: Table, id: str, args: dict[str, Any]) -> Message:
    """The message of an id in English; what games call is `Setup.message`."""
    return _message(word(id, args, setup, ENGLISH), id, args, setup)


def referee_message(id: str, /, **args: Any) -> Message:
    """What the referee says at no table in particular: a word that cannot be read, an undo that goes too far.

    With a game's own id it is worded when a table says it, `at_table` or as an argument of what it says.
    """
    return _message(word(id, args, None, ENGLISH), id, args, None)


def at_table(text: str, setup: Table) -> str:
    """A text as a table says it: in the words of its game, where nobody has said it yet."""
    if isinstance(text, Message) and text.setup is None:
        return make_message(setup, text.id, text.args)
    if isinstance(text, JoinedText):
        return join_texts(at_table(text.between, setup), (at_table(part, setup) for part in text.texts))
    return text


def _message(text: str, id: str, args: dict[str, Any], setup: Table | None) -> Message:
    made = Message(text)
    made.id, made.args, made.setup = id, args, setup
    return made


def words_of(id: str, book: CardBook | None) -> Words:
    """The words of an id: the game's, else those of every referee; none for an id that nobody wrote."""
    found = book.messages.get(id) if book is not None else None
    return found if found is not None else REFEREE_WORDS.get(id, {})


def word(id: str, args: Mapping[str, Any], setup: Table | None, lang: str) -> str:
    """The text of an id in a language; the id and its arguments where no words are written."""
    text = localise(words_of(id, setup.book if setup is not None else None), lang)
    if not text:
        return " ".join((id, *(str(value) for value in args.values())))
    return fill(text, args, setup, lang)


def fill(text: str, args: Mapping[str, Any], setup: Table | None, lang: str) -> str:
    """A text with its placeholders filled."""
    return "".join([part if isinstance(part, str) else part.word(args, setup, lang) for part in _parts_of(text)])


def phrases(catalogue: Mapping[str, Words]) -> Callable[..., str]:
    """Return the look-up of a catalogue: `phrase(id, lang, **arguments)`, English where a language has no words."""

    def phrase(id: str, lang: str, /, **args: Any) -> str:
        return fill(localise(catalogue[id], lang), args, None, lang)

    return phrase


def placeholders_of(text: str) -> set[str]:
    """The names of the arguments that a text wants. Raises ValueError for braces that do not close."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


class _Placeholder:
    """An argument in the braces of a text, with the nouns for one and for many."""

    __slots__ = ("is_counted", "is_seat", "many", "name", "one")

    def __init__(self, name: str, nouns: str) -> None:
        self.name = name
        self.is_seat = name == SEAT or name.endswith("_seat")
        self.is_counted = bool(nouns)
        self.one, _, self.many = nouns.partition("|")

    def word(self, args: Mapping[str, Any], setup: Table | None, lang: str) -> str:
        value = args.get(self.name, f"{{{self.name}}}")
        if not self.is_counted:
            return self._name(value, setup, lang)
        if not isinstance(value, int):
            name = self._name(value, setup, lang)
            return f"{self.many if name[:1] in VOWELS else self.one} {name}"
        if isinstance(value, bool):
            return self.one if value else self.many
        return f"{value} {self.one if value == 1 else self.many}"

    def _name(self, value: Any, setup: Table | None, lang: str) -> str:
        """A value as people read it: seats and cards by their names."""
        if isinstance(value, str):
            if isinstance(value, LocalisedText):
                return in_language(value if setup is None else at_table(value, setup), lang)
            if setup is None:
                return value
            return setup.book.called(value, lang)
        if isinstance(value, tuple | list | frozenset):
            items = sorted(value) if isinstance(value, frozenset) else value
            return ", ".join(self._name(item, setup, lang) for item in items)
        if type(value) is LateMessage:
            return word(value.id, value.args, setup, lang)
        if not self.is_seat or setup is None or not isinstance(value, int):
            return str(value)
        return setup.name(value) if value >= 0 else localise(REFEREE_WORDS["referee.table"], lang)


@lru_cache(maxsize=4096)
def _parts_of(text: str) -> tuple[str | _Placeholder, ...]:
    """A text as it is put together: plain parts and placeholders."""
    parts: list[str | _Placeholder] = []
    for plain, name, nouns, _ in Formatter().parse(text):
        if plain:
            parts.append(plain)
        if name:
            parts.append(_Placeholder(name, nouns or ""))
    return tuple(parts)
