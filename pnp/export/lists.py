"""Card lists. In: a CardBook. Out: csv, json or md text that says every datum and where it comes from.

Invariant: nothing is left out and nothing is invented: `tests/export/test_lists.py` reads the lists back and compares
them with the book. A csv holds one list of rows (cards, constants, options or rules), json and md hold them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.library.card import Card, CardBook, Deck, Source
from pnp.library.words import ANY, Words, say

FORMATS = ("csv", "json", "md")
LISTS = ("cards", "constants", "options", "rules")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Row = dict[str, Any]


def list_text(book: CardBook, to: str, lang: str = "", rows: str = "cards") -> str:
    """The list in a format; `lang` keeps one language, `rows` chooses what a csv holds."""
    if to == "csv":
        return csv_text(book, rows, lang)
    return json_text(book, lang) if to == "json" else markdown_text(book, lang)


# csv


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
            value = _datum(card, datum)
            if datum == "name" or datum.startswith("text."):
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


def _datum(card: Card, datum: str) -> Any:
    own = {"name": card.name, "copies": card.copies, "code": card.code, "faces": list(card.faces)}
    if datum in own:
        return own[datum]
    head, _, slot = datum.partition(".")
    return card.texts[slot] if head == "text" and slot in card.texts else card.fields[datum]


def _said(words: Words, code: str) -> str | None:
    return words.get(code, words.get(ANY))


def show_source(source: Source) -> str:
    """`public P1 P2`."""
    return f"{source.kind} {source.note}".strip()


# json


def json_text(book: CardBook, lang: str = "") -> str:
    """The whole book as one object; words are maps by language, or texts when one language is asked for."""
    from msgspec import json

    return json.format(json.encode(book_values(book, lang)), indent=2).decode() + "\n"


def book_values(book: CardBook, lang: str = "") -> Row:
    """The book as plain values, with the source of every datum."""

    def words(value: Words) -> Any:
        return say(value, lang) if lang else value

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


def _deck_values(deck: Deck, words: Callable[[Words], Any]) -> Row:
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


# Markdown


def markdown_text(book: CardBook, lang: str = "") -> str:
    """The book for people: a table of each deck, below it where everything comes from, then constants and options."""
    lang = lang or (book.languages[0] if book.languages else "en")
    fewest, most = book.players
    seats = f"{fewest}" if fewest == most else f"{fewest}-{most}"
    lines = [f"# {_cell(say(book.title, lang))}", "", f"Players: {seats} · card database {book.digest}"]
    for deck in book.decks.values():
        lines += _deck_lines(deck, lang)
    if book.constants:
        lines += ["", "## Constants", ""]
        rows = [[name, item.value, show_source(item.source)] for name, item in book.constants.items()]
        lines += _table(["constant", "value", "source"], rows)
    if book.options:
        lines += ["", "## Options", ""]
        rows = [
            [option.id, option.default, say(option.words, lang), option.rule, show_source(option.source)]
            for option in book.options.values()
        ]
        lines += _table(["option", "default", "meaning", "rule", "source"], rows)
    if book.rulebook.rules:
        lines += ["", "## Rules", ""]
        rows = [[rule.id, say(rule.words, lang), rule.enforced, rule.source] for rule in book.rulebook.rules.values()]
        lines += _table(["rule", "words", "seen to by", "source"], rows)
    if book.references:
        lines += ["", "## References", ""]
        lines += [f"- {name}: {_cell(text)}" for name, text in book.references.items()]
    return "\n".join(lines) + "\n"


def _deck_lines(deck: Deck, lang: str) -> list[str]:
    data = list(dict.fromkeys(datum for card in deck.cards for datum in card.data))
    cells: list[list[Any]] = []
    origins: list[list[Any]] = []
    for card in deck.cards:
        values = [_shown(card, datum, lang) if datum in card.data else "" for datum in data]
        cells.append([card.id, *values])
        origins.append([card.id, *(show_source(card.source_of(datum)) if datum in card.data else "" for datum in data)])
    return [
        *("", f"## {_cell(say(deck.title, lang))} ({deck.size})", ""),
        *_table(["id", *data], cells),
        *("", "Where it comes from:", ""),
        *_table(["id", *data], origins),
    ]


def _shown(card: Card, datum: str, lang: str) -> Any:
    value = _datum(card, datum)
    return say(value, lang) if datum == "name" or datum.startswith("text.") else value


def _table(head: list[str], rows: list[list[Any]]) -> list[str]:
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def _cell(value: Any) -> str:
    """A value inside a Markdown table."""
    text = value if isinstance(value, str) else write_cell(value)
    return " ".join(text.split()).replace("<", "&lt;").replace("|", "\\|")
