"""Columns of sheets that nothing reads. In: a catalog entry of a game without rules, its cards. Out: a Diagnostic for
each column of a sheet that no layout and no text asks for: most likely it was renamed.

Invariant: whatever might be the name of a column counts as read, so what is reported may go without a change in print.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import LOST, Diagnostic, Span
from pnp.catalog import CatalogEntry
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.resources import LayoutResources
from pnp.library.book_reader import placeholders
from pnp.library.importing.table import header_row, is_blank, read_copies
from pnp.library.loader import LoadedBook, read_book
from pnp.library.sheets.sheet_deck import SheetDeck, mapping_hint

_WORD = re.compile(r"\w+")
_PROSE = ("text", "words")  # options whose texts hold names only in braces
_UNNAMED = ("span", "spans", "id", "kind", "note")


def lost_columns(entry: CatalogEntry) -> list[Diagnostic]:
    """The same, and the fields that no column holds any more, of a game whose files can be read."""
    folder = entry.card_folder()
    if not folder.sheets:
        return []
    loaded = read_book(folder)
    return [*(item for item in loaded.report if item.code in LOST), *unread_columns(entry, loaded)]


def unread_columns(entry: CatalogEntry, loaded: LoadedBook) -> list[Diagnostic]:
    """The columns that nothing reads; none of a game with rules, whose data are looked at by `unread_data`."""
    if entry.rules or loaded.book is None or not loaded.sheets:
        return []
    names = {*_in_layouts(entry, loaded), *_in_cards(loaded)}
    return [fault for sheet in loaded.sheets.values() for fault in _unread(sheet, names)]


def _unread(sheet: SheetDeck, names: set[str]) -> Iterator[Diagnostic]:
    table = sheet.table
    for column, at in sheet.columns.items():
        kind, _, rest = column.partition(".")
        is_text = kind == "text"
        if kind in ("name", "id", "code", "copies", "deck", "source", "faces"):
            continue
        cells = [row[at] if at < len(row) else None for row in (table.rows[number] for number in sheet.rows)]
        if (rest.split(".")[0] if is_text else kind) in names or all(map(is_blank, cells)):
            continue
        top = header_row(table)
        header = str(table.rows[top][at])
        hint = f"show {{{column}}} in a layout, or skip it in {os.path.basename(sheet.deck.file)}: "
        hint += mapping_hint(table.file, header, "", sheet.mapped)
        if "copies" not in sheet.columns and all(is_blank(cell) or read_copies(cell) is not None for cell in cells):
            counted = mapping_hint(table.file, header, "copies", sheet.mapped)
            hint = f"if it counts copies: {counted}; else {hint}"
        message = f"nothing reads the column “{header}”: no layout and no text of a card names it"
        yield Diagnostic(table.place(top, at), message, hint, "warning", "unread")


def _in_layouts(entry: CatalogEntry, loaded: LoadedBook) -> Iterator[str]:
    """What the layouts name, under every theme."""
    book = loaded.book
    assert book is not None
    usual = LayoutResources(DiskShelf(games=entry.shelves), book, lang=book.languages[0])
    for theme in usual.theme_names or ("",):
        resources = usual.in_theme(theme) if theme else usual
        for name in resources.layout_names():
            yield from _names(resources.template(name))


def _in_cards(loaded: LoadedBook) -> Iterator[str]:
    """What the texts of cards and rules name in braces, and all that the components are made of."""
    for name, node in loaded.documents.items():
        yield from _names(node.value.get("components") if name == "game.yaml" and isinstance(node.value, dict) else ())
        yield from _names(node.value, "text")
    for sheet in loaded.sheets.values():
        yield from _names(sheet.cards.value, "text")


def _names(value: Any, option: str = "") -> Iterator[str]:
    """All words in the texts of a value; of prose those in braces."""
    if isinstance(value, str):
        found = [key for _, _, key in placeholders(value)] if option in _PROSE else [value]
        yield from (word for text in found for word in _WORD.findall(text))
    elif isinstance(value, Struct) and not isinstance(value, Span):
        for name in value.__struct_fields__:
            if name not in _UNNAMED:
                yield from _names(getattr(value, name), name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _names(str(key), "text" if option in _PROSE else "")
            yield from _names(item, option)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item, option)
