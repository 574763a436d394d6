"""Lists as json. In: a CardBook. Out: the whole book as one object, for programs; every datum with its source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.export.lists.data import show_source
from pnp.library.card import CardBook, Deck
from pnp.library.words import Words, localise


def json_text(book: CardBook, lang: str = "") -> str:
    """The whole book as one object; words are maps by language, or texts when one language is asked for."""
    from msgspec import json

    return json.format(json.encode(book_values(book, lang)), indent=2).decode() + "\n"


def book_values(book: CardBook, lang: str = "") -> dict[str, Any]:
    """The book as plain values, with the source of every datum."""

    def words(value: Words) -> Any:
        return localise(value, lang) if lang else value

    return {
        "game": book.slug,
        "title": words(book.title),
        "version": book.version,
        "digest": book.digest,
        "players": list(book.players),
        "languages": list(book.languages),
        "references": book.references,
        "decks": [_deck_values(deck, words) for deck in book.decks.values()],
        "tables": {
            table.id: {"rows": table.rows, "source": show_source(table.source)} for table in book.tables.values()
        },
        "constants": {
            name: {"value": constant.value, "source": show_source(constant.source)}
            for name, constant in book.constants.items()
        },
        "options": {
            option.id: {
                "default": option.default,
                "values": list(option.values),
                "words": words(option.words),
                "rule": option.rule,
                "source": show_source(option.source),
            }
            for option in book.options.values()
        },
        "rules": [
            {
                "id": rule.id,
                "section": rule.section,
                "words": words(rule.words),
                "enforced": rule.enforced,
                "source": rule.source,
                "examples": [words(example) for example in rule.examples],
            }
            for rule in book.rulebook.rules.values()
        ],
    }


def _deck_values(deck: Deck, words: Callable[[Words], Any]) -> dict[str, Any]:
    return {
        "id": deck.id,
        "kind": deck.kind,
        "title": words(deck.title),
        "total": deck.size,
        "cards": [
            {
                "id": card.id,
                "name": words(card.name),
                "copies": card.copies,
                "code": card.code,
                "fields": card.fields,
                "texts": {slot: words(text) for slot, text in card.texts.items()},
                "faces": list(card.faces),
                "sources": {datum: show_source(card.source_of(datum)) for datum in card.data},
            }
            for card in deck.cards
        ],
    }
