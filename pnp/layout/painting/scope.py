"""Scope: what the placeholders of a layout mean for one card, one cell, one page. In: a Placeholder. Out: its value.

Invariant: looking up never changes anything; a name that means nothing gives None, and a hint can be had for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pnp.base.suggest import nearest_names
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.name_template import word_of
from pnp.layout.template.template import Template
from pnp.layout.text.markup import Placeholder
from pnp.library.book_reader import BookReader, GameFacts, look_up
from pnp.library.card import Card
from pnp.library.words import ANY, Words, localise

_OF_CARD = ("id", "name", "code", "copies", "deck")  # what every card has
_LIKELY, _LIKE = 0.55, 0.7  # how much a name is like another that may be meant: where none is sure, where fields are
SECOND = "second"  # after @: the second language of a bilingual print


class Marked(Struct, frozen=True):
    """A text with markup of its own; datum: which text of the card it is."""

    text: str
    datum: str = ""


class Cell(Struct, frozen=True):
    """One round of a repeat."""

    item: Any = None
    key: str = ""
    index: int = 0
    count: int = 1
    mark: str = ""


class Scope(Struct, frozen=True):
    """The names that hold for one face, or one cell of it. book: all of it that a face may read, read through this ·
    own: the card, for who says no more of it than where a fault is.
    """

    resources: LayoutResources
    book: BookReader
    template: Template
    own: Card | None = None
    cell: Cell | None = None
    given: dict[str, Any] = {}
    page: int = 1
    pages: int = 1
    lang: str = ""  # of the texts here, where it is not that of the resources

    @property
    def card(self) -> Card | None:
        """The card; a face for which nobody asks is the same for every card."""
        self.book.is_of_card = True
        return self.own

    def value(self, placeholder: Placeholder) -> Any:
        """The raw value: a scalar, a list, a map, or Marked; None when the name means nothing."""
        head, _, rest = placeholder.name.partition(".")
        lang = placeholder.lang or self.lang or self.resources.lang
        if lang == SECOND:
            second = self.resources.second
            found = self.value(Placeholder(placeholder.name, second or self.resources.lang))
            return found if second or found is None else Marked("")
        found = self._special(head, rest, lang) if rest else self._single(head, lang)
        if found is None and (card := self.card) is not None and head in card.fields:
            found = descend(card.fields[head], rest)
        if found is None and not rest and head in self.book.facts.constants:
            found = self.book.facts.constants[head].value
        if found is None:
            found = look_up(placeholder.name, self.book, self.card, lang)
        return self._localised(found, lang)

    def text(self, placeholder: Placeholder) -> str | None:
        """The value as plain characters; None when the name means nothing."""
        value = self.value(placeholder)
        if value is None:
            return None
        return value.text if isinstance(value, Marked) else plain(value)

    def number(self, name: str) -> float:
        """The value of a name in a length; LookupError with a sentence when it is none."""
        value = self.value(Placeholder(name))
        if isinstance(value, Marked):
            value = value.text
        if isinstance(value, int | float):
            return float(value)
        if isinstance(value, str):
            try:
                return float(value)
            except ValueError:
                raise LookupError(f"expected a number for “{name}”, got “{value[:40]}”") from None
        near = nearest_names(name, self.names(), 1)
        raise LookupError(f"unknown name “{name}”" + (f"; did you mean “{near[0]}”?" if near else ""))

    def hint(self, name: str) -> str:
        """The nearest name that would mean something, a field of the card's deck before others; else those fields. Of a
        map without this card that it needs an entry.
        """
        if name.startswith("map.") and name[4:] in self.template.maps:
            return f"the map {name[4:]} has no entry for this card and none for “*”"
        deck = self.book.facts.decks.get(self.own.deck) if self.own is not None else None
        fields = list(deck.fields) if deck is not None else []
        others = [*self.names(), *self.resources.icon_names()]
        near = nearest_names(name, fields, 1) or nearest_names(name, others, 1, _LIKE if fields else _LIKELY)
        if near:
            return f"did you mean “{{{near[0]}}}”?"
        return f"fields of the deck: {', '.join(fields[:12])}" if fields else ""

    def names(self) -> Iterable[str]:
        """All names that mean something here, for hints."""
        facts, template = self.book.facts, self.template
        names = ["game", "lang", SECOND, "theme", "version", "page", "pages"]
        if self.own is not None:
            names += [*_OF_CARD, *self.own.fields]
            names += [f"text.{slot}" for slot in self.own.texts]
        if self.cell is not None:
            names += ["item", "key", "index", "number", "count", "mark"]
        names += [f"word.{key}" for key in (*template.words, *facts.names)]
        names += [f"value.{key}" for key in (*template.values, *self.resources.theme.values)]
        names += [f"constant.{key}" for key in facts.constants]
        names += [f"map.{key}" for key in template.maps]
        names += [f"with.{key}" for key in self.given]
        return names

    def _single(self, name: str, lang: str) -> Any:
        cell, facts = self.cell, self.book.facts
        if cell is not None:
            if name == "item":
                return cell.item
            if name == "index":
                return cell.index
            if name == "number":
                return cell.index + 1
            if name == "count":
                return cell.count
            if name == "mark":
                return cell.mark or None
            if name == "key":
                return cell.key
        if name in _OF_CARD and (card := self.card) is not None:
            if name == "id":
                return card.id
            if name == "name":
                return localise(card.name, lang)
            if name == "code":
                return card.code
            if name == "copies":
                return card.copies
            return localise(facts.decks[card.deck].title, lang) if card.deck in facts.decks else card.deck
        if name == "game":
            return localise(facts.title, lang)
        if name == "lang":
            return self.lang or self.resources.lang
        if name == SECOND:
            return self.resources.second
        if name == "theme":
            return self.resources.theme.name
        if name == "version":
            return facts.version
        if name == "page":
            return self.page
        return self.pages if name == "pages" else None

    def _special(self, head: str, rest: str, lang: str) -> Any:
        facts, template = self.book.facts, self.template
        if head == "text" and (card := self.card) is not None:
            words = card.texts.get(rest)
            if words:
                return Marked(localise(words, lang), f"text.{rest}")
            deck = facts.decks.get(card.deck)
            return Marked("") if deck is not None and rest in deck.texts else None
        if head == "word":
            words = template.words.get(rest) or facts.names.get(rest)
            return Marked(localise(words, lang)) if words else None
        if head == "map" and rest in template.maps:
            table = template.maps[rest]
            is_of_all = table.entries.keys() == {"*"}
            key = "*" if is_of_all else self.text(Placeholder(table.by)) or ""
            entry = self._localised(table.entries.get(key, table.entries.get("*")), lang)
            return Marked(entry) if isinstance(entry, str) and "{" in entry else entry
        if head == "constant":
            name, _, more = rest.partition(".")
            return descend(facts.constants[name].value, more) if name in facts.constants else None
        if head == "item" and self.cell is not None:
            return descend(self.cell.item, rest)
        if head == "with":
            return descend(self.given, rest)
        if head == "rule" and rest in facts.rulebook.rules:
            return Marked(localise(facts.rulebook.rules[rest].words, lang))
        if head == "section":
            found = [section for section in facts.rulebook.sections if section.id == rest]
            return localise(found[0].title, lang) if found else None
        if head == "howto" and rest in ("opening", "goal"):
            return Marked(localise(getattr(facts.howto, rest), lang)) if facts.howto else None
        if head == "value":
            value = template.values.get(rest, self.resources.theme.values.get(rest))
            return value if isinstance(value, float) else None
        return None

    def _localised(self, value: Any, lang: str) -> Any:
        """Words of several languages as the text of one."""
        if isinstance(value, dict) and value and all(isinstance(text, str) for text in value.values()):
            languages = (*self.book.facts.languages, ANY)
            if all(code in languages for code in value):
                words: Words = value
                return localise(words, lang)
        return value


def plain(value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(plain(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(part)}" for key, part in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return word_of(value)


def signed(number: str) -> str:
    """A number as it is set: with a true minus."""
    return f"\N{MINUS SIGN}{number[1:]}" if number.startswith("-") else number


def descend(value: Any, path: str) -> Any:
    """Go into maps and lists: `blue`, `0.name`."""
    if not path:
        return value
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step, value.get(int(step)) if step.isdigit() else None)
        elif isinstance(value, list | tuple) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def table_value(facts: GameFacts, path: str) -> Any:
    """The rows of a table, or what is inside them; LookupError with a sentence when there is nothing."""
    name, _, rest = path.partition(".")
    if name not in facts.tables:
        near = nearest_names(name, facts.tables, 1)
        raise LookupError(f"there is no table “{name}”" + (f"; did you mean “{near[0]}”?" if near else ""))
    value = descend(facts.tables[name].rows, rest)
    if value is None:
        raise LookupError(f"the table “{name}” has no “{rest}”" if rest else f"the table “{name}” is empty")
    return value


def table_rows(facts: GameFacts, path: str) -> list[Any]:
    """A list in a table; LookupError when it is something else."""
    value = table_value(facts, path)
    if not isinstance(value, list):
        raise LookupError(f"expected a list in “{path}”")
    return value


def coordinates(row: Any, names: tuple[str, str], where: str) -> tuple[float, float]:
    """Two numbers of a row: `[1, 2]`, or under these names; LookupError with the row's place when they are missing."""
    pair: list[Any] = row if isinstance(row, list) else []
    if isinstance(row, dict):
        pair = [row.get(name) for name in names]
    if len(pair) < 2 or any(isinstance(part, bool) or not isinstance(part, int | float) for part in pair[:2]):
        raise LookupError(f"{where}: expected the numbers “{names[0]}” and “{names[1]}”")
    if max(abs(pair[0]), abs(pair[1])) > 1e5:
        raise LookupError(f"{where}: expected coordinates up to 100,000")
    return float(pair[0]), float(pair[1])
