"""Cards. In: what `library/loader.py` read. Out: the CardBook, the one source for printing and for play.

Invariant: values only and never changed. `digest` (8 hexadecimal characters, see `digest_book`) is equal exactly when
everything the referee reads is equal: players, ids, copies, fields that are not only for print, constants, switches and
tables, each in the order of the database. Names, words, codes, sources and appearance are left out, so that correcting
a typo never invalidates an old record.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.library.rulebook import HowTo, Rulebook
from pnp.library.words import Words, localise, short_name, spellings_of

SOURCES = ("seed", "public", "house")
CARD_KINDS = ("cards", "chits", "standees", "dice")  # components whose faces are those of a deck's cards


class Source(Struct, frozen=True):
    """Where a datum comes from: `seed` (the founding document), `public` (found elsewhere) or `house` (ours)."""

    kind: str = "house"
    note: str = ""


class Card(Struct, frozen=True):
    """One kind of card, tile or token.

    fields:  what the judge and the layouts read: numbers, ids, lists (types declared by the deck's `fields`).
    texts:   what people read, by slot (`rule`, `flavour` …).
    code:    short code printed on the card (`KV7`): game letters and number, no hyphen.
    faces:   for a card whose copies are printed differently: the fields that differ, one map per copy; else empty.
    abilities: what the card does, as plain values of the vocabulary in `library/effect`; its text is made from them.
    sources: datum (`name`, `copies`, `value` …) → where it comes from; "" is the card's default.
    """

    id: str
    deck: str
    name: Words
    copies: int = 1
    code: str = ""
    fields: dict[str, Any] = {}
    texts: dict[str, Words] = {}
    faces: tuple[dict[str, Any], ...] = ()
    sources: dict[str, Source] = {}
    abilities: tuple[dict[str, Any], ...] = ()

    @property
    def data(self) -> tuple[str, ...]:
        """The names of this card's data: everything on it that came from somewhere."""
        code = ("code",) if self.code else ()
        faces = ("faces",) if self.faces else ()
        abilities = ("abilities",) if self.abilities else ()
        return ("name", "copies", *code, *self.fields, *(f"text.{slot}" for slot in self.texts), *faces, *abilities)

    @property
    def first_copy(self) -> Card:
        """This card as its first copy is printed."""
        return replace(self, fields={**self.fields, **self.faces[0]}) if self.faces else self

    def source_of(self, datum: str) -> Source:
        """The provenance of one datum: `name`, `copies`, `code`, a field, or `text.<slot>`."""
        return self.sources.get(datum) or self.sources.get("") or Source()


class Field(Struct, frozen=True):
    """A field's declared type: `int`, `number`, `text`, `bool`, `list`, `map`, `any`; or one of `values`.

    of: type of a list's items and a map's values · only_print: the judge never reads it, so it is not in the digest.
    """

    type: str = "any"
    values: tuple[Any, ...] = ()
    required: bool = False
    of: str = "any"
    only_print: bool = False


class Duty(Struct, frozen=True):
    """What every card of a type must do: at least one effect of these verbs; the rule that requires it."""

    any_of: tuple[str, ...]
    rule: str = ""


class Deck(Struct, frozen=True):
    """Cards printed and shuffled together, in database order. must_do: the duties of cards by their type.

    called: what the referee calls these cards instead of their names, `{colour} {value}`: fields in braces, `{name}`,
        and `{short}`, which is what the name has in brackets, else the name
    """

    id: str
    title: Words
    cards: tuple[Card, ...] = ()
    total: int = 0
    fields: dict[str, Field] = {}
    texts: tuple[str, ...] = ()
    kind: str = "cards"  # or `tokens`: markers and the like, printed but never dealt, drawn or played
    must_do: dict[str, Duty] = {}
    called: str = ""

    @property
    def size(self) -> int:
        """Number of physical cards."""
        return sum(card.copies for card in self.cards)


class Constant(Struct, frozen=True):
    """A number (or other value) of the rules, with its provenance: hand size, longest line.

    only_print: people are told it, the referee never reads it, so it is not in the digest.
    """

    value: Any
    source: Source = Source()
    only_print: bool = False


class Option(Struct, frozen=True):
    """A switch a table may set when the game begins.

    choices: what a value means, for people: `{"always": {"en": "in every game"}}`; other values need no words.
    unused: why it changes nothing with these cards: it is for cards that people add.
    """

    id: str
    default: Any
    values: tuple[Any, ...] = ()
    words: Words = {}
    rule: str = ""
    source: Source = Source()
    choices: dict[str, Words] = {}
    unused: str = ""


class DataTable(Struct, frozen=True):
    """Plain data other than cards: a map, a price list, a track. `rows` is the value in the YAML."""

    id: str
    rows: Any
    source: Source = Source()


class Component(Struct, frozen=True):
    """One thing to print.

    kind: `cards`, `chits`, `standees` and `dice` print the cards of `deck`, `page`, `pad` and `board` one layout,
          `rules` and `booklet` the summary, `tuckbox` a box.
    face, back: names of layouts; back may be empty · copies: times the whole component is printed, where it is one
          for each player (`is_for_each_player`) for the most who may play.
    by, faces: where the layout of the face depends on a card's field: the field, and layouts by its value; back_by and
               backs are the same for the back.
    counted: what it is called behind a number: `tiles` in “60 tiles”.
    options: what only this kind knows, complete (see `reading/component.py`).
    """

    id: str
    title: Words
    kind: str = "cards"
    deck: str = ""
    face: str = ""
    back: str = ""
    copies: int = 1
    is_for_each_player: bool = False
    note: Words = {}
    counted: Words = {}
    by: str = ""
    faces: dict[str, str] = {}
    back_by: str = ""
    backs: dict[str, str] = {}
    options: dict[str, Any] = {}

    @property
    def has_cards(self) -> bool:
        """True when its faces are those of a deck's cards."""
        return self.kind in CARD_KINDS

    @property
    def is_one_piece(self) -> bool:
        """True when its faces are parts of one thing."""
        return self.kind in ("tuckbox", "booklet")

    def face_of(self, card: Card) -> str:
        """The layout of a card's face."""
        return self.faces.get(_value_of(card, self.by), self.face) if self.by else self.face

    def back_of(self, card: Card) -> str:
        """The layout of a card's back; "" when it has none."""
        return self.backs.get(_value_of(card, self.back_by), self.back) if self.back_by else self.back


def _value_of(card: Card, field: str) -> str:
    """What a choice by this field goes by: `id` is the card itself."""
    return card.id if field == "id" else str(card.fields.get(field))


class OwnDeck(Struct, frozen=True):
    """What a game requires of a deck that people build themselves, see `own_deck.py`.

    least, most: cards in the deck · each: copies of one card at most, 0 for any number · rule: the id of its rule.
    """

    deck: str
    least: int
    most: int
    each: int = 0
    rule: str = ""


class CardBook(Struct, frozen=True, dict=True):
    """All data of a game. Built by `library.loader` only; all words are final, placeholders filled.

    slug: folder name · letters: of rule ids (`KAL`) · codes: of card codes (`KV`) · players: (fewest, most)
    minutes: length of a game, (shortest, longest) · age: of the youngest players; 0 when the game does not say it
    languages: complete ones, the first is the game's own · drafts: languages still being translated
    names: other words the layouts and the referee print, by key · tables: of `table:` files
    phrases: rows that put effects into words, of the file with `phrases:`
    messages: the referee's messages, by id, of the file with `messages:`
    references: what the notes of sources name (`P1`) · sandbox: settings of the referee for games without rules
    own_deck: the limits of decks that people build; None where nobody may
    howto: what teaches the game on paper, of the file with `howto:`
    extends: the game whose cards these are with others, `own_cards`; "" for a game of its own.
    """

    slug: str
    title: Words
    players: tuple[int, int]
    languages: tuple[str, ...] = ("en",)
    drafts: tuple[str, ...] = ()
    letters: str = ""
    codes: str = ""
    about: Words = {}
    decks: dict[str, Deck] = {}
    tables: dict[str, DataTable] = {}
    constants: dict[str, Constant] = {}
    options: dict[str, Option] = {}
    components: tuple[Component, ...] = ()
    names: dict[str, Words] = {}
    phrases: dict[str, Any] = {}
    messages: dict[str, Words] = {}
    references: dict[str, str] = {}
    sandbox: dict[str, Any] = {}
    own_deck: OwnDeck | None = None
    rulebook: Rulebook = Rulebook()
    howto: HowTo = HowTo()
    version: str = "1"
    digest: str = ""
    extends: str = ""
    own_cards: tuple[str, ...] = ()
    minutes: tuple[int, int] = (0, 0)
    age: int = 0

    @cached_property
    def cards(self) -> dict[str, Card]:
        """All cards by id, in the order of the decks."""
        return {card.id: card for deck in self.decks.values() for card in deck.cards}

    @cached_property
    def playing_cards(self) -> dict[str, Card]:
        """The cards that are dealt, drawn and played: those of all decks but tokens."""
        return {card.id: card for deck in self.decks.values() if deck.kind == "cards" for card in deck.cards}

    @property
    def own_deck_components(self) -> tuple[str, ...]:
        """The components that print a deck of one's own."""
        if self.own_deck is None:
            return ()
        return tuple(part.id for part in self.components if part.has_cards and part.deck == self.own_deck.deck)

    def constant(self, name: str) -> Any:
        """The value of a constant; KeyError is our bug, the loader checked the YAML."""
        return self.constants[name].value

    def name(self, key: str, lang: str = "en") -> str:
        """One of `names` in a language; the key itself when the game has no such word."""
        return localise(self.names[key], lang) if key in self.names else key

    def called(self, id: str, lang: str = "en") -> str:
        """What people call a card, or another of `names`, in a language: `white 7`, `Artillery`."""
        card = self.cards.get(id)
        if card is None:
            return self.name(id, lang)
        pattern = self.decks[card.deck].called
        if not pattern:
            return localise(card.name, lang)
        fields = {name: self.name(str(value), lang) for name, value in card.fields.items()}
        name = localise(card.name, lang)
        return pattern.format_map({**fields, "name": name, "short": short_name(name)})

    def spellings(self, keys: Iterable[str]) -> list[tuple[str, str]]:
        """What people may type for some `names`, in any language, each with its key."""
        return [(name, key) for key in keys if key in self.names for name in spellings_of(self.names[key])]


def for_players(book: CardBook, count: int) -> CardBook:
    """The book for `count` players. Raises InputError when the game is not for that many."""
    fewest, most = book.players
    if not fewest <= count <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        what = f"expected {wanted} players for {book.slug}, got {count}"
        raise InputError.single(Span("--players"), what, code="players")
    components = tuple(
        replace(component, copies=count) if component.is_for_each_player else component for component in book.components
    )
    return replace(book, components=components)


def format_value(value: object) -> str:
    """One value."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_values(values: Iterable[object]) -> str:
    """Values joined by commas; three or more whole numbers in a row are shown as the first and the last."""
    runs: list[list[object]] = []
    for value in values:
        last = runs[-1][-1] if runs else None
        if type(value) is int and type(last) is int and value == last + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    shown = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(format_value, run) for run in runs]
    return ", ".join(word for words in shown for word in words)
