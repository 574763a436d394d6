"""Cards. In: what `library/loader.py` read. Out: the CardBook, the one source both wings read.

Invariant: values only and never changed; `digest` is equal exactly when everything the referee reads is equal
(ids, copies, fields, constants, switches), so a mended typo never makes an old record foreign.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.rulebook import Rulebook
from pnp.library.words import Words

SOURCES = ("seed", "public", "house")


class Source(Struct, frozen=True):
    """Where a datum comes from: `seed` (the founding document), `public` (found elsewhere) or `house` (ours)."""

    kind: str = "house"
    note: str = ""


class Card(Struct, frozen=True):
    """One kind of card, tile or token.

    fields:  what the judge and the layouts read: numbers, ids, lists (types declared by the deck's `fields`).
    texts:   what people read, by slot (`rule`, `flavour` …).
    code:    short code printed on the card (`KV7`): game letters and number, no hyphen.
    sources: datum (`name`, `copies`, `value` …) → where it comes from; "" is the card's default.
    """

    id: str
    deck: str
    name: Words
    copies: int = 1
    code: str = ""
    fields: dict[str, Any] = {}
    texts: dict[str, Words] = {}
    sources: dict[str, Source] = {}

    def source_of(self, datum: str) -> Source:
        """The provenance of one datum of this card."""
        return self.sources.get(datum) or self.sources.get("") or Source()


class Field(Struct, frozen=True):
    """A field's declared type: `int`, `text`, `bool`, `list`, `map`, `any`, or one of `values`."""

    type: str = "any"
    values: tuple[Any, ...] = ()
    required: bool = False


class Deck(Struct, frozen=True):
    """Cards printed and shuffled together, in database order."""

    id: str
    title: Words
    cards: tuple[Card, ...] = ()
    total: int = 0
    fields: dict[str, Field] = {}
    texts: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of physical cards."""
        return sum(card.copies for card in self.cards)


class Constant(Struct, frozen=True):
    """A number (or other value) of the rules, with its provenance: hand size, longest line."""

    value: Any
    source: Source = Source()


class Option(Struct, frozen=True):
    """A switch a table may set when the game begins."""

    id: str
    default: Any
    values: tuple[Any, ...] = ()
    words: Words = {}
    rule: str = ""
    source: Source = Source()


class Component(Struct, frozen=True):
    """One thing to print.

    kind: `cards` (the cards of `deck`, face and back), `page` (one layout, no card) or `rules` (the summary).
    face, back: names of layouts; copies: times the whole component is printed.
    """

    id: str
    title: Words
    kind: str = "cards"
    deck: str = ""
    face: str = ""
    back: str = ""
    copies: int = 1
    note: Words = {}


class CardBook(Struct, frozen=True):
    """Everything a game says. Built by `library.loader.load_book` only.

    slug: folder name · letters: rule-id and code letters · players: (fewest, most) · names: other words the layouts
    and the referee print, by key · digest: see the module's docstring.
    """

    slug: str
    title: Words
    players: tuple[int, int]
    languages: tuple[str, ...] = ("en",)
    about: Words = {}
    decks: dict[str, Deck] = {}
    cards: dict[str, Card] = {}
    constants: dict[str, Constant] = {}
    options: dict[str, Option] = {}
    components: tuple[Component, ...] = ()
    names: dict[str, Words] = {}
    sandbox: dict[str, Any] = {}
    rulebook: Rulebook = Rulebook()
    version: str = "1"
    digest: str = ""

    def constant(self, name: str) -> Any:
        """The value of a constant; KeyError is our bug, the loader checked the YAML."""
        return self.constants[name].value
