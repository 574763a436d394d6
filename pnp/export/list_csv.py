"""Lists as csv. In: a CardBook. Out: one row for each card, constant, option or rule, for a spreadsheet.

Invariant: no cell is taken for a formula, and `read_cell` gives back every text as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.export.data import datum_of, is_words, show_source
from pnp.library.card import CardBook
from pnp.library.words import ANY, Words

LISTS = ("cards", "constants", "options", "rules")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Row = dict[str, Any]


def csv_text(book: CardBook, rows: str = "cards", lang: str = "") -> str:
    """One row for each card (constant, option, rule); every datum has a column `source:<datum>` beside it."""
    import csv
    import io

    made = _ROWS[rows](book, (lang,) if lang else (*book.languages, *book.drafts))
    names = list(dict.fromkeys(name for row in made for name in row))
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(names)
    for row in made:
        writer.writerow([write_cell(row.get(name)) for name in names])
    return buffer.getvalue()


def write_cell(value: Any) -> str:
    """A value as a cell. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        from msgspec import json

        return json.encode(value).decode()
    return f"'{value}" if value.lstrip("'").startswith(_FORMULA) else value


def read_cell(cell: str) -> str:
    """The text that `write_cell` was given."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell


def _card_rows(book: CardBook, languages: Sequence[str]) -> list[Row]:
    rows: list[Row] = []
    for card in book.cards.values():
        row: Row = {"game": book.slug, "deck": card.deck, "id": card.id}
        for datum in card.data:
            value = datum_of(card, datum)
            if is_words(datum):
                row.update({f"{datum}:{code}": _said(value, code) for code in languages})
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
            **{f"words:{code}": _said(option.words, code) for code in languages},
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
            **{f"words:{code}": _said(rule.words, code) for code in languages},
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


def _said(words: Words, code: str) -> str | None:
    return words.get(code, words.get(ANY))
