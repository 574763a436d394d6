"""A book that records what is read of it. In: a CardBook. Out: the same book, its data, and who read which.

A datum is a path: `("card", "ukko", "value")`, `("constant", "gates", "hit_song")`, `("option", "tie_result")`,
`("table", "map", "nodes", "x")`, `("name", "points")`, `("card", "ukko", "text", "rule")`. Maps are followed down to
their values, lists are passed through: what stands in any item of a list is one datum.

Invariant: the recording book equals its original, and only what is asked for by its name counts as read. Who goes
through all constants, or copies all fields of a card, has read none of them; below that level going through a map reads
its values. What is read of one card is read of all cards of its deck: which cards come up says nothing of the reader.
What a card can do (`abilities`) is no datum here: the types of a vocabulary leave nothing over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pnp.library.card import Card, CardBook

Datum = tuple[str, ...]


class ReadLog:
    """See the module. `who`: who reads now; `readers`: every datum of the book, and who read it; `unread`: the rest."""

    def __init__(self, book: CardBook) -> None:
        self.who = ""
        self.noted: set[Datum] = set()  # what was read since somebody cleared it
        self.alike: dict[Datum, list[Datum]] = {}  # the data of a deck that differ only in their card
        self._original = book
        for datum in data_of(book):
            self.alike.setdefault(self._kind(datum), []).append(datum)
        self._readers: dict[Datum, set[str]] = {kind: set() for kind in self.alike}
        self.readers = {datum: self._readers[kind] for kind, data in self.alike.items() for datum in data}
        self.unread = set(self.readers)
        self.book = self._recording(book)

    def note(self, datum: Datum) -> None:
        """Record that somebody reads a datum."""
        self.noted.add(datum)
        kind = self._kind(datum)
        if (readers := self._readers.get(kind)) is not None:
            if not readers:
                self.unread.difference_update(self.alike[kind])
            readers.add(self.who)

    def _kind(self, datum: Datum) -> Datum:
        """The same datum on whatever card of its deck."""
        return ("card", self._original.cards[datum[1]].deck, *datum[2:]) if datum[0] == "card" else datum

    def copies_of(self, id_: str) -> Iterator[Card]:
        """A recording card, or its copies where they are printed differently."""
        card = self.book.cards[id_]
        if not card.faces:
            yield card
        plain = self._original.cards[id_]
        for face in plain.faces:
            yield replace(card, fields=self._listed(("card", id_), {**plain.fields, **face}))

    def recording_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The switches of a table."""
        return _ReadMap(self, ("option",), options)

    def _recording(self, book: CardBook) -> CardBook:
        decks = {id_: replace(deck, cards=tuple(map(self._card, deck.cards))) for id_, deck in book.decks.items()}
        constants = {
            name: replace(each, value=self._kept(("constant", name), each.value))
            for name, each in book.constants.items()
        }
        tables = {
            name: replace(each, rows=self._kept(("table", name), each.rows)) for name, each in book.tables.items()
        }
        return replace(
            book,
            decks=decks,
            constants=_ReadMap(self, ("constant",), constants),
            tables=_ReadMap(self, ("table",), tables),
            options=_ReadMap(self, ("option",), book.options),
            names=_ReadMap(self, ("name",), book.names),
        )

    def _card(self, card: Card) -> Card:
        at = ("card", card.id)
        faces = tuple(self._listed(at, face) for face in card.faces)
        texts = _ReadMap(self, (*at, "text"), card.texts)
        return replace(card, fields=self._listed(at, card.fields), faces=faces, texts=texts)

    def _listed(self, at: Datum, values: dict[str, Any]) -> dict[str, Any]:
        return _ReadMap(self, at, {name: self._kept((*at, name), value) for name, value in values.items()})

    def _kept(self, at: Datum, value: Any) -> Any:
        if isinstance(value, dict):
            return _InnerMap(self, at, {key: self._kept((*at, str(key)), item) for key, item in value.items()})
        if isinstance(value, list | tuple):
            return type(value)(self._kept(at, item) for item in value)
        return value


class _ReadMap(dict[Any, Any]):
    """A map that tells its log which keys are asked for."""

    def __init__(self, log: ReadLog, at: Datum, values: dict[Any, Any]) -> None:
        super().__init__(values)
        self.log, self.at = log, at

    def __getitem__(self, key: Any) -> Any:
        self.log.note((*self.at, str(key)))
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.log.note((*self.at, str(key)))
        return super().get(key, default)


class _InnerMap(_ReadMap):
    """A map inside a datum: who goes through it reads it, and who asks whether there is a key reads that key."""

    def __contains__(self, key: Any) -> bool:
        self.log.note((*self.at, str(key)))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Any]:
        self._note_all()
        return super().__iter__()

    def _note_all(self) -> None:
        for key in dict.keys(self):
            self.log.note((*self.at, str(key)))


def _through(name: str) -> Callable[[Any], Any]:
    plain = getattr(dict, name)

    def method(self: _InnerMap) -> Any:
        self._note_all()
        return plain(self)

    return method


for _name in ("keys", "values", "items"):
    setattr(_InnerMap, _name, _through(_name))


def data_of(book: CardBook) -> Iterator[Datum]:
    """Every datum of a book that holds something."""
    for card in book.cards.values():
        for fields in (card.fields, *card.faces):
            for name, value in fields.items():
                yield from _leaves(("card", card.id, name), value)
        yield from (("card", card.id, "text", slot) for slot, words in card.texts.items() if words)
    for name, constant in book.constants.items():
        yield from _leaves(("constant", name), constant.value)
    for name, table in book.tables.items():
        yield from _leaves(("table", name), table.rows)
    yield from (("option", name) for name in book.options)
    yield from (("name", name) for name in book.names)


def _leaves(at: Datum, value: Any) -> Iterator[Datum]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves((*at, str(key)), item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(at, item)
    elif value is not None:
        yield at
