"""The texts of a game's cards, made from their abilities. In: a book and the nodes of its cards. Out: the book with the
slots `rule` and `kind` filled in every language, by the phrases of its `effects.yaml`.

Invariant: a text that somebody wrote is left alone; what the phrases cannot word is a fault at the card.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.base.files import read_text
from pnp.base.suggest import hint_nearest
from pnp.library.card import Card, CardBook, Deck
from pnp.library.effect.vocabulary import Effect, Vocabulary
from pnp.library.reading.node import Node
from pnp.library.words import Words

if TYPE_CHECKING:
    from pnp.library.reading.node import Languages


Slots = Mapping[str, Callable[[str], str]]  # slot name → function from the form in {slot:form} to the text


class NoPhrase(Exception):
    """The phrases of the game have no words for this; `where` is the place that is missing."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Wording:
    """The phrases of a game in one language."""

    def __init__(self, phrases: dict[str, Any], lang: str) -> None:
        self.phrases, self.lang = phrases, lang

    def find(self, *path: str) -> Any:
        """A part of the phrases."""
        value: Any = self.phrases
        for step in path:
            if not isinstance(value, dict) or step not in value:
                raise NoPhrase(".".join(path))
            value = value[step]
        return value

    def frame(self, name: str) -> str:
        """One of the frames that join words: `join` is `a and b`, `comma` is `a, b`."""
        return str(self.find("frames", self.lang, name))

    def cased(self, entry: Any, form: str, place: str) -> str:
        """An entry in a grammatical case; a plain text is the same in all."""
        if isinstance(entry, str):
            return entry
        if not isinstance(entry, dict) or form not in entry:
            raise NoPhrase(f"{place}.{form}")
        return str(entry[form])

    def fill(self, template: str, slots: Slots) -> str:
        """The template with its slots filled from left to right."""
        parts: list[str] = []
        rest = template
        while "{" in rest:
            before, _, after = rest.partition("{")
            slot, _, rest = after.partition("}")
            name, _, form = slot.partition(":")
            if name not in slots:
                raise NoPhrase(f"{{{slot}}} in “{template}”")
            parts += (before, slots[name](form))
        return "".join(parts) + rest

    def joined(self, clauses: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(clauses) < 2:
            return "".join(clauses)
        return self.frame("comma").join(clauses[:-1]) + self.frame("join") + clauses[-1]

    def template(self, effect: Effect, infinitive: bool = False) -> str:
        """The words of the first matching row of the verb: as an imperative, or as an infinitive after “you may”."""
        for row in self.find(VERBS, effect.verb):
            if all(self.parameter(effect, key) == value for key, value in (row.get("for") or {}).items()):
                if self.lang not in row:
                    break
                return str(row.get(f"{self.lang}_inf", row[self.lang]) if infinitive else row[self.lang])
        raise NoPhrase(f"{VERBS}.{effect.verb}")

    def parameter(self, effect: Effect, key: str) -> Any:
        """A parameter as a row's `for` names it; None for one that the verb lacks."""
        fields = dict(zip(effect.__struct_encode_fields__, effect.__struct_fields__, strict=True))
        return getattr(effect, fields[key]) if key in fields else None


def capitalised(text: str) -> str:
    """The text with its first letter capitalised; bold marks stay before it."""
    for at, letter in enumerate(text):
        if letter != "*":
            return text[:at] + letter.upper() + text[at + 1 :]
    return text


RULE, KIND = "rule", "kind"


def add_texts(book: CardBook, vocabulary: Vocabulary, node_of: Callable[[str], Node]) -> CardBook:
    """The book with all texts that its effects give; `node_of` finds the node of a card by its id."""
    languages = (*book.languages, *book.drafts)
    word_card, word_kind = vocabulary.word_card, vocabulary.word_kind

    def worded(card: Card, slots: tuple[str, ...]) -> Card:
        texts = dict(card.texts)
        try:
            if word_card and card.abilities and RULE in slots and RULE not in texts:
                abilities = vocabulary.abilities_of(card.abilities)
                texts[RULE] = {lang: word_card(card, abilities, book, lang) for lang in languages}
            if word_kind and KIND in slots and KIND not in texts:
                kinds: Words = {lang: word_kind(card, book, lang) for lang in languages}
                texts.update({KIND: kinds} if any(kinds.values()) else {})
        except NoPhrase as missing:
            node = node_of(card.id)
            place = node.get("abilities") or node
            place.error(f"the phrases have no words for {missing.where}", "add them to phrases:", "no-phrase")
        return replace(card, texts=texts)

    def filled(deck: Deck) -> Deck:
        return replace(deck, cards=tuple(worded(card, deck.texts) for card in deck.cards))

    return replace(book, decks={id_: filled(deck) for id_, deck in book.decks.items()})


PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
VERBS = "verbs"
ROW_KEYS = ("for", "note")


def phrase_parts(vocabulary: Vocabulary) -> tuple[str, ...]:
    """All parts that the file may have."""
    return (VERBS, *vocabulary.phrases.needed, *vocabulary.phrases.optional)


def read_phrases(node: Node, languages: Languages, vocabulary: Vocabulary) -> dict[str, Any]:
    """The parts of the file; faults are reported."""
    parts = phrase_parts(vocabulary)
    needed = (*(() if vocabulary.usual else (VERBS,)), *vocabulary.phrases.needed)
    node.check_keys(("phrases", "source", "note", *parts), ("phrases", *needed))
    verbs = node.get(VERBS)
    for verb, rows in verbs.children() if verbs else []:
        if verb not in vocabulary.verbs:
            rows.error_at_key(f"there is no verb “{verb}”", hint_nearest(verb, vocabulary.verbs), "unknown-verb")
            continue
        for row in rows.items():
            _check_row(row, languages)
    for part in vocabulary.phrases.rows:
        block = node.get(part)
        for _, row in block.children() if block else []:
            _check_row(row, languages)
    return {part: node.value[part] for part in parts if isinstance(node.value.get(part), dict)}


@lru_cache(maxsize=4)
def usual_phrases(file: str) -> Mapping[str, Any]:
    """The phrases that come with a vocabulary; none where no file is named."""
    if not file:
        return {}
    from pnp.base.yaml.spans import load_yaml

    value: dict[str, Any] = load_yaml(read_text(os.path.join(PACKAGE, file)), file)[0]
    return value


def laid_over(usual: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Phrases with a game's own over them: entry by entry, and of a verb its rows before the others."""
    found = dict(usual)
    for key, value in own.items():
        below = usual.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            found[key] = laid_over(below, value)
        elif isinstance(value, list) and isinstance(below, list):
            found[key] = [*value, *below]
        else:
            found[key] = value
    return found


def _check_row(row: Node, languages: Languages) -> None:
    known = (*languages.complete, *languages.drafts)
    row.check_keys((*ROW_KEYS, *known, *(f"{code}_inf" for code in known)), languages.complete)
