"""A deck as a table. In: what was read of a game's files, a deck. Out: its columns, and for each card a row of what its
cells hold, as people type it.

Invariant: a column has the name by which `pnp set` and `find_cell` know it, and a cell holds what `find_cell` finds.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.editing.card_edit import format_cell
from pnp.library.loader import LoadedBook

FIXED = ("id",)  # what other files may name is not changed here


class TableColumn(Struct, frozen=True):
    """A column: `field` as `pnp set` knows it; what it may hold; its language, where it has one."""

    field: str
    kind: str = "text"
    lang: str = ""
    values: tuple[str, ...] = ()
    is_fixed: bool = False


class TableRow(Struct, frozen=True):
    """A card and its cells; line: where it stands."""

    card: str
    line: int
    cells: list[str]


class DeckTable(Struct, frozen=True):
    """A deck; source: the sheet that it comes from, where it is changed · file: where its cards stand."""

    deck: str
    file: str
    columns: list[TableColumn]
    rows: list[TableRow]
    source: str = ""


def read_deck_table(loaded: LoadedBook, deck_id: str) -> DeckTable | None:
    """The table of a deck; None when the game has no such deck, or cannot be read."""
    book = loaded.book
    deck = book.decks.get(deck_id) if book is not None else None
    if book is None or deck is None:
        return None
    langs = book.languages
    columns = [TableColumn("id", is_fixed=True), *(TableColumn(f"name.{lang}", lang=lang) for lang in langs)]
    columns += [TableColumn("code"), TableColumn("copies", "int")]
    for name, field in deck.fields.items():
        columns.append(TableColumn(name, field.type, values=tuple(format_cell(value) for value in field.values)))
    columns += [TableColumn(f"text.{slot}.{lang}", lang=lang) for slot in deck.texts for lang in langs]
    rows, file, source = [], "", ""
    for card in deck.cards:
        node = loaded.nodes[f"card {card.id}"]
        place = node.span
        file = file or place.file
        values = node.value if isinstance(node.value, dict) else {}
        rows.append(TableRow(card.id, place.line, [format_cell(_held(values, column.field)) for column in columns]))
    named = loaded.nodes.get(f"deck {deck_id}")
    for sheet in loaded.sheets.values():
        if named is not None and sheet.deck is named.spans:
            source = sheet.table.file
    return DeckTable(deck_id, file, columns, rows, source)


def _held(values: dict[Any, Any], field: str) -> Any:
    """What stands in the file: words that are one text for all languages stand in the column of each."""
    found: Any = values
    for step in field.split("."):
        if not isinstance(found, dict):
            return found
        found = found.get(step)
    return found
