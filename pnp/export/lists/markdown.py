"""Lists as Markdown. In: a CardBook. Out: tables for people, below each deck where its data come from."""

from __future__ import annotations

import re
from typing import Any

from pnp.base.csv_edit import write_cell
from pnp.export.lists.data import datum_of, is_words, show_source
from pnp.library.card import Card, CardBook, Deck
from pnp.library.words import localise

# What would divide a table, or be a link or an image that somebody else's text brings along.
_LIVE = re.compile(r"[\\|\[\]]")


def markdown_text(book: CardBook, lang: str = "") -> str:
    """The book for people: a table of each deck, below it where everything comes from, then constants and options."""
    lang = lang or (book.languages[0] if book.languages else "en")
    fewest, most = book.players
    seats = f"{fewest}" if fewest == most else f"{fewest}–{most}"
    lines = [f"# {_cell(localise(book.title, lang))}", "", f"Players: {seats} · card database {book.digest}"]
    for deck in book.decks.values():
        lines += _deck_lines(deck, lang)
    if book.constants:
        lines += ["", "## Constants", ""]
        rows = [[name, item.value, show_source(item.source)] for name, item in book.constants.items()]
        lines += _table(["constant", "value", "source"], rows)
    if book.options:
        lines += ["", "## Options", ""]
        rows = [
            [option.id, option.default, localise(option.words, lang), option.rule, show_source(option.source)]
            for option in book.options.values()
        ]
        lines += _table(["option", "default", "meaning", "rule", "source"], rows)
    if book.rulebook.rules:
        lines += ["", "## Rules", ""]
        rows = [
            [rule.id, localise(rule.words, lang), rule.enforced, rule.source] for rule in book.rulebook.rules.values()
        ]
        lines += _table(["rule", "words", "enforced by", "source"], rows)
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
        *("", f"## {_cell(localise(deck.title, lang))} ({deck.size})", ""),
        *_table(["id", *data], cells),
        *("", "Sources:", ""),
        *_table(["id", *data], origins),
    ]


def _shown(card: Card, datum: str, lang: str) -> Any:
    value = datum_of(card, datum)
    return localise(value, lang) if is_words(datum) else value


def _table(head: list[str], rows: list[list[Any]]) -> list[str]:
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def _cell(value: Any) -> str:
    """A value inside a Markdown table."""
    text = value if isinstance(value, str) else write_cell(value)
    return _LIVE.sub(r"\\\g<0>", " ".join(text.split())).replace("<", "&lt;")
