"""A reader of a card book that records what was read. In: a CardBook. Out: its cards and decks on request, and the set
of those requested. Also what placeholders in the texts of cards mean (`fill_text`).

A face depends on its own card, on the facts of the whole game (`GameFacts`), and on the other cards it looks up. A
composer reads through a BookReader and returns the reads with the face. Invariant: every card read through a reader is
recorded; what a read finds has one digest, the same wherever it is computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar

from msgspec import msgpack
from msgspec.structs import replace

from pnp.base.digest import digest_bytes
from pnp.library.card import Card, CardBook, Component, Constant, DataTable, Deck, Option
from pnp.library.rulebook import CallOut, ExampleStep, HowTo, Note, Rule, Rulebook, Section
from pnp.library.words import ANY, Words, localise

Read = str  # what was read: `card ukko`, `deck tiles`


class DeckFacts(Protocol):
    """The facts of a deck that do not depend on its cards."""

    @property
    def title(self) -> Words: ...

    @property
    def texts(self) -> tuple[str, ...]: ...

    @property
    def fields(self) -> Mapping[str, Any]: ...


class GameFacts(Protocol):
    """The facts of a book apart from its cards: every face may use them, so a change of them invalidates all faces."""

    @property
    def title(self) -> Words: ...

    @property
    def version(self) -> str: ...

    @property
    def players(self) -> tuple[int, int]: ...

    @property
    def minutes(self) -> tuple[int, int]: ...

    @property
    def age(self) -> int: ...

    @property
    def languages(self) -> tuple[str, ...]: ...

    @property
    def names(self) -> dict[str, Words]: ...

    @property
    def constants(self) -> dict[str, Constant]: ...

    @property
    def options(self) -> dict[str, Option]: ...

    @property
    def tables(self) -> dict[str, DataTable]: ...

    @property
    def own_cards(self) -> tuple[str, ...]: ...

    @property
    def rulebook(self) -> Rulebook: ...

    @property
    def howto(self) -> HowTo: ...

    @property
    def components(self) -> tuple[Component, ...]: ...

    @property
    def decks(self) -> Mapping[str, DeckFacts]: ...


class BookReader:
    """See the module. `reads`: what was read so far · `is_of_card`: whether the composer looked at its own card."""

    def __init__(self, book: CardBook) -> None:
        self._book = book
        self.reads: set[Read] = set()
        self.is_of_card = False

    @property
    def facts(self) -> GameFacts:
        """The facts of the book apart from its cards."""
        return self._book

    def card(self, id_: str) -> Card | None:
        """A card of any deck."""
        self.reads.add(f"card {id_}")
        return self._book.cards.get(id_)

    def deck(self, id_: str) -> Deck | None:
        """A deck with all its cards."""
        self.reads.add(f"deck {id_}")
        return self._book.decks.get(id_)

    def fresh(self) -> BookReader:
        """A reader of the same book that has read nothing yet."""
        return BookReader(self._book)


class ReadDigests(dict[Read, str]):
    """The digest of what each read finds in a book now, computed once; "" for what does not exist."""

    def __init__(self, book: CardBook) -> None:
        super().__init__()
        self._book = book

    def __missing__(self, read: Read) -> str:
        kind, _, id_ = read.partition(" ")
        found = self._book.cards.get(id_) if kind == "card" else self._book.decks.get(id_)
        digest = self[read] = digest_bytes(msgpack.encode(found), 16) if found is not None else ""
        return digest


AnyNote = TypeVar("AnyNote", Note, CallOut, ExampleStep)


def fill(words: Words, book: CardBook, card: Card | None = None) -> Words:
    """The words in every language with their placeholders filled."""
    return {lang: fill_text(text, book, card, lang) for lang, text in words.items()}


def fill_text(text: str, book: CardBook, card: Card | None = None, lang: str = "en") -> str:
    """One text with its placeholders filled."""
    if "{" not in text:
        return text
    reader = BookReader(book)
    parts: list[str] = []
    end = 0
    for start, stop, key in placeholders(text):
        value = look_up(key, reader, card, lang)
        if value is not None:
            parts += (text[end:start], value)
            end = stop
    return "".join(parts) + text[end:]


def placeholders(text: str) -> Iterator[tuple[int, int, str]]:
    """Every `{key}` of a text: where it begins and ends, and its key. `\\{` begins none."""
    start = text.find("{")
    while start >= 0:
        stop = text.find("}", start)
        if stop < 0:
            return
        if start == 0 or text[start - 1] != "\\":
            yield start, stop + 1, text[start + 1 : stop]
        start = text.find("{", start + 1)


def look_up(key: str, book: BookReader, card: Card | None, lang: str) -> str | None:
    """What a placeholder means, as text; None when it is no datum of the game."""
    if card is not None and (own := _own(key, card, lang)) is not None:
        return own
    head, _, rest = key.partition(".")
    if head == "constant" and rest:
        head, _, rest = rest.partition(".")
    facts = book.facts
    if head in facts.constants:
        return _plain(_walk(facts.constants[head].value, rest))
    datum, _, card_id = key.rpartition(".")
    if datum and (other := book.card(card_id)) is not None:
        return _own(datum, other, lang, copies_vary=False)
    if head == "size" and (deck := book.deck(rest)) is not None:
        return str(deck.size)
    if key in ("players", "minutes"):
        least, most = facts.players if key == "players" else facts.minutes
        return (str(least) if least == most else f"{least}–{most}") if most else None
    return str(facts.age) if key == "age" and facts.age else None


def _own(key: str, card: Card, lang: str, copies_vary: bool = True) -> str | None:
    if key == "name":
        return localise(card.name, lang)
    if key == "copies":
        return str(card.copies)
    if key == "code":
        return card.code or None
    head, _, rest = key.partition(".")
    if head not in card.fields or (copies_vary and any(head in face for face in card.faces)):
        return None
    return _plain(_walk(card.fields[head], rest))


def _walk(value: Any, path: str) -> Any:
    for step in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(step, value.get(int(step)) if step.isdecimal() else None)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _plain(value: Any) -> str | None:
    return str(value) if type(value) in (int, float, str) else None


def fill_book(book: CardBook) -> CardBook:
    """The same book with all its words final."""
    main = book.languages[0] if book.languages else "en"

    def final(words: Words, card: Card | None = None) -> Words:
        return {
            lang: fill_text(text, book, card, main if lang == ANY else lang) if "{" in text else text
            for lang, text in words.items()
        }

    def final_card(card: Card) -> Card:
        return replace(card, texts={slot: final(words, card) for slot, words in card.texts.items()})

    def final_deck(deck: Deck) -> Deck:
        return replace(deck, title=final(deck.title), cards=tuple(map(final_card, deck.cards)))

    def final_rule(rule: Rule) -> Rule:
        return replace(rule, words=final(rule.words), examples=tuple(map(final, rule.examples)))

    def final_section(section: Section) -> Section:
        return replace(section, title=final(section.title), intro=final(section.intro))

    def final_notes(notes: tuple[AnyNote, ...]) -> tuple[AnyNote, ...]:
        return tuple(replace(note, words=final(note.words)) for note in notes)

    def final_howto(howto: HowTo) -> HowTo:
        return replace(
            howto,
            opening=final(howto.opening),
            goal=final(howto.goal),
            box={key: replace(note, words=final(note.words)) for key, note in howto.box.items()},
            setup=final_notes(howto.setup),
            cards=tuple(replace(card, points=final_notes(card.points)) for card in howto.cards),
            turn=final_notes(howto.turn),
            example=replace(howto.example, steps=final_notes(howto.example.steps)),
            end=final_notes(howto.end),
            missed=final_notes(howto.missed),
        )

    rulebook = replace(
        book.rulebook,
        sections=tuple(map(final_section, book.rulebook.sections)),
        rules={id_: final_rule(rule) for id_, rule in book.rulebook.rules.items()},
        credits=final(book.rulebook.credits),
    )
    return replace(
        book,
        about=final(book.about),
        decks={id_: final_deck(deck) for id_, deck in book.decks.items()},
        options={
            id_: replace(
                option,
                words=final(option.words),
                choices={value: final(words) for value, words in option.choices.items()},
            )
            for id_, option in book.options.items()
        },
        components=tuple(replace(part, title=final(part.title), note=final(part.note)) for part in book.components),
        names={key: final(words) for key, words in book.names.items()},
        rulebook=rulebook,
        howto=final_howto(book.howto) if book.howto else book.howto,
    )
