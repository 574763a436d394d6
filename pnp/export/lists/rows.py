"""Lists as rows. In: a CardBook. Out: a row for each card, constant, option or rule, for tables of any kind.

Invariant: every datum has its column, and a column `source:<datum>` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.export.lists.data import datum_of, is_words, show_source
from pnp.library.card import CardBook
from pnp.library.words import ANY, Words

LISTS = ("cards", "constants", "options", "rules")

Row = dict[str, Any]


def list_rows(book: CardBook, rows: str, lang: str = "") -> tuple[list[str], list[Row]]:
    """The names of the columns, and the rows; `lang` keeps one language."""
    made = _ROWS[rows](book, (lang,) if lang else (*book.languages, *book.drafts))
    return list(dict.fromkeys(name for row in made for name in row)), made


def _card_rows(book: CardBook, languages: Sequence[str]) -> list[Row]:
    rows: list[Row] = []
    for card in book.cards.values():
        row: Row = {"game": book.slug, "deck": card.deck, "id": card.id}
        for datum in card.data:
            value = datum_of(card, datum)
            if is_words(datum):
                row.update({f"{datum}:{code}": _text_in(value, code) for code in languages})
            else:
                row[datum] = value
            row[f"source:{datum}"] = show_source(card.source_of(datum))
        rows.append(row)
    return rows


def _constant_rows(book: CardBook, languages: Sequence[str]) -> list[Row]:
    return [
        {"game": book.slug, "id": name, "value": constant.value, "source": show_source(constant.source)}
        for name, constant in book.constants.items()
    ]


def _option_rows(book: CardBook, languages: Sequence[str]) -> list[Row]:
    return [
        {
            "game": book.slug,
            "id": option.id,
            "default": option.default,
            "values": list(option.values),
            **{f"words:{code}": _text_in(option.words, code) for code in languages},
            "rule": option.rule,
            "source": show_source(option.source),
        }
        for option in book.options.values()
    ]


def _rule_rows(book: CardBook, languages: Sequence[str]) -> list[Row]:
    return [
        {
            "game": book.slug,
            "id": rule.id,
            "section": rule.section,
            **{f"words:{code}": _text_in(rule.words, code) for code in languages},
            "enforced": rule.enforced,
            "source": rule.source,
        }
        for rule in book.rulebook.rules.values()
    ]


_ROWS: dict[str, Callable[[CardBook, Sequence[str]], list[Row]]] = {
    "cards": _card_rows,
    "constants": _constant_rows,
    "options": _option_rows,
    "rules": _rule_rows,
}


def _text_in(words: Words, code: str) -> str | None:
    return words.get(code, words.get(ANY))
