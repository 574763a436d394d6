"""The sheets of a game's decks. In: the card files that were read, the sheets beside them. Out: a SheetDeck for each
deck that says `from:`, and every fault of what it says.

Invariant: a deck that says where its cards stand, and whose sheet cannot be read, has a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.base.diagnostics import InputError, Report
from pnp.base.suggest import hint_nearest
from pnp.library.card_folder import SHEETS, CardFolder
from pnp.library.importing.columns import header_row
from pnp.library.importing.table_reader import parse_table
from pnp.library.importing.values import show
from pnp.library.reading.deck import CARD_KEYS
from pnp.library.reading.fields import read_fields
from pnp.library.reading.node import Languages, Node
from pnp.library.sheets.sheet_deck import DeckShape, SheetDeck, read_sheet_deck

FROM_KEYS = ("file", "sheet", "columns")


def read_sheets(
    folder: CardFolder, documents: Mapping[str, Node], languages: Languages, report: Report
) -> dict[str, SheetDeck]:
    """The cards of decks that stand in sheets, by the name of the deck's file."""
    found: dict[str, SheetDeck] = {}
    for name, node in documents.items():
        if isinstance(node.value, dict) and "deck" in node.value and node.value.get("from") is not None:
            try:
                sheet = _read(folder, node, languages, report)
            except InputError as fault:
                report.extend(fault.report)
            else:
                if sheet is not None:
                    found[name] = sheet
    _check_decks(found.values(), documents, report)
    return found


def _check_decks(sheets: Iterable[SheetDeck], documents: Mapping[str, Node], report: Report) -> None:
    """Where a column names decks, each row is of one."""
    decks = [
        str(node.value["deck"]) for node in documents.values() if isinstance(node.value, dict) and "deck" in node.value
    ]
    taken: dict[tuple[str, int], set[int]] = {}
    last: dict[tuple[str, int], SheetDeck] = {}
    for sheet in sheets:
        if sheet.by_deck is not None:
            key = (sheet.table.file, sheet.by_deck)
            taken.setdefault(key, set()).update(sheet.rows)
            last[key] = sheet
    for (_, column), sheet in last.items():
        rows = taken[sheet.table.file, column]
        for row in range(header_row(sheet.table) + 1, len(sheet.table.rows)):
            cells = sheet.table.rows[row]
            if row not in rows and any(value not in (None, "") for value in cells):
                named = show(cells[column]) if column < len(cells) else ""
                what = f"there is no deck “{named[:40]}”" if named else "this card names no deck"
                report.error(sheet.table.place(row, column), what, hint_nearest(named, decks), "unknown-deck")


def _read(folder: CardFolder, node: Node, languages: Languages, report: Report) -> SheetDeck | None:
    source = node.child("from")
    of_file = source
    if isinstance(source.value, dict):
        if not source.check_keys(FROM_KEYS, ("file",)) or source.value.get("file") is None:
            return None
        of_file = source.child("file")
    file = of_file.text()
    if not file:
        return None
    if file not in folder.sheets:
        hint = hint_nearest(file, folder.sheets) or f"{', '.join(SHEETS)}, beside the deck's own file"
        of_file.error(f"there is no sheet “{file}” in the cards folder", hint, "no-sheet")
        return None
    sheet = source.get("sheet") if source is not of_file else None
    table = parse_table(folder.sheets[file], folder.shown(file), sheet.text() if sheet else "")
    name = node.value["deck"]
    texts = node.value.get("texts")
    shape = DeckShape(
        id=str(name),
        fields=read_fields(Node(node.value.get("fields"), node.spans, Report(), ("fields",)), CARD_KEYS),
        texts=tuple(slot for slot in texts if isinstance(slot, str)) if isinstance(texts, list) else (),
        mapped=_columns(source.get("columns") if source is not of_file else None),
        languages=languages,
    )
    return read_sheet_deck(table, node.spans, shape, report)


def _columns(node: Node | None) -> dict[str, str]:
    """What the deck's file says of columns: a header → what it holds; "" leaves the column out."""
    if node is None or not node.is_map("headers with what their columns hold"):
        return {}
    found: dict[str, Any] = {header: child.value for header, child in node.children()}
    return {header: "" if value is None else str(value) for header, value in found.items()}
