"""A reader of a card book that records what was read. In: a CardBook. Out: its cards and decks on request, and the set
of those requested.

A face depends on its own card, on the facts of the whole game (`GameFacts`), and on the other cards it looks up. A
composer reads through a BookReader and returns the reads with the face. Invariant: every card read through a reader is
recorded; what a read finds has one digest, the same wherever it is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import msgpack

from pnp.base.digest import digest_bytes
from pnp.library.card import Card, CardBook, Component, Constant, DataTable, Deck, Option
from pnp.library.howto import HowTo
from pnp.library.rulebook import Rulebook
from pnp.library.words import Words

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
