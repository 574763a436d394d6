"""The rulebook on a page. In: a card book, what somebody typed, a language. Out: rules and cards that speak of it.

Looked up are rules by id or number, by the words they have, and cards by name. Invariant: only the book is read, never
a table, so a page says the same to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.base.suggest import fold_name
from pnp.games.sandbox.rulebook import sandbox_rulebook
from pnp.library.card import Card, CardBook
from pnp.library.rulebook import Rule
from pnp.library.words import localise

ALL = "*"  # asks for the whole rulebook
MOST_CARDS = 12


class FoundRule(Struct, frozen=True):
    """A rule in a language; `section` where a new one begins."""

    id: str
    words: str
    examples: tuple[str, ...] = ()
    section: str = ""


class FoundCard(Struct, frozen=True):
    """A card, what stands on it."""

    name: str
    texts: tuple[str, ...]


class Found(Struct, frozen=True):
    """What was found."""

    typed: str
    rules: tuple[FoundRule, ...]
    cards: tuple[FoundCard, ...] = ()


def look_up(book: CardBook, typed: str, lang: str) -> Found:
    """Rules and cards for a word, an id, a number; all rules for nothing."""
    rulebook = book.rulebook if book.rulebook.rules else sandbox_rulebook()
    titles = {section.id: localise(section.title, lang) for section in rulebook.sections}
    typed = "" if typed == ALL else typed.strip()
    exact = rulebook.find(typed)
    if exact is not None:
        return Found(typed, (_rule(exact, titles, lang),))
    wanted = [fold_name(word) for word in typed.split() if fold_name(word)]
    cards = list(_cards(book, wanted)) if wanted else []
    last, rules = "", []
    for rule in rulebook.rules.values():
        words = fold_name(" ".join((localise(rule.words, lang), titles.get(rule.section, ""))))
        if all(word in words for word in wanted):
            rules.append(_rule(rule, titles if rule.section != last else {}, lang))
            last = rule.section
    return Found(typed, tuple(rules), tuple(_card(card, lang) for card in cards[:MOST_CARDS]))


def _cards(book: CardBook, wanted: list[str]) -> Iterator[Card]:
    """The cards whose name, in any language, has all these words."""
    for card in book.cards.values():
        name = fold_name(" ".join((*card.name.values(), card.code)))
        if all(word in name for word in wanted):
            yield card


def _rule(rule: Rule, titles: dict[str, str], lang: str) -> FoundRule:
    examples = tuple(localise(example, lang) for example in rule.examples)
    return FoundRule(rule.id, localise(rule.words, lang), examples, titles.get(rule.section, ""))


def _card(card: Card, lang: str) -> FoundCard:
    return FoundCard(localise(card.name, lang), tuple(localise(words, lang) for words in card.texts.values()))
