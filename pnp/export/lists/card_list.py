"""Card lists. In: a CardBook. Out: csv, json or md text with every datum and where it comes from.

Invariant: nothing is left out and nothing is invented: `tests/export/lists/test_card_list.py` reads the lists back and
compares them with the book. A csv holds one list of rows (cards, constants, options or rules), json and md hold them
all.
"""

from __future__ import annotations

from pnp.library.card import CardBook

FORMATS = ("csv", "json", "md")


def list_text(book: CardBook, to: str, lang: str = "", rows: str = "cards") -> str:
    """The list in a format; `lang` keeps one language, `rows` chooses what a csv holds."""
    if to == "csv":
        from pnp.export.lists.csv import csv_text

        return csv_text(book, rows, lang)
    if to == "json":
        from pnp.export.lists.json import json_text

        return json_text(book, lang)
    from pnp.export.lists.markdown import markdown_text

    return markdown_text(book, lang)
