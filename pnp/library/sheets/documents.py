"""The sheets of a game's decks. In: the card files that were read, the sheets beside them. Out: a SheetDeck for each
deck that says `from:`, and every fault of what it says.

Invariant: a deck that says where its cards stand, and whose sheet cannot be read, has a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report
from pnp.base.suggest import hint_nearest
from pnp.library.card import Field
from pnp.library.card_folder import SHEETS, STOCK, CardFolder, stock_sheet, stock_sheets
from pnp.library.importing.table import ImportedTable, header_row, show
from pnp.library.importing.table_reader import parse_table
from pnp.library.reading.deck import CARD_KEYS
from pnp.library.reading.node import Languages, Node, read_fields
from pnp.library.sheets.sheet_deck import DeckShape, SheetDeck, read_sheet_deck

FROM_KEYS = ("file", "sheet", "columns")
REPLACES = "replaces"  # the card of the extended game in whose place one stands


class GameDeck(Struct, frozen=True):
    """What the game that a folder extends declares of one of its decks; nothing may be added to it."""

    fields: Mapping[str, Field]
    texts: tuple[str, ...]


def read_all_sheets(
    folder: CardFolder, documents: Mapping[str, Node], added: Mapping[str, Node], languages: Languages, report: Report
) -> dict[str, SheetDeck]:
    """The sheets of a game, and of the folder that extends it, which has the files `added`."""
    found = read_sheets(folder.base or folder, documents, languages, report)
    if added:
        found |= read_added_sheets(folder, added, game_decks(documents, found), languages, report)
    return found


def game_decks(documents: Mapping[str, Node], sheets: Mapping[str, SheetDeck]) -> dict[str, GameDeck]:
    """What the decks of a game declare, by their ids."""
    found: dict[str, GameDeck] = {}
    for name, node in documents.items():
        if isinstance(node.value, dict) and isinstance(id_ := node.value.get("deck"), str):
            sheet = sheets.get(name)
            more: list[str] = sheet.cards.value["texts"] if sheet is not None else []
            fields = sheet.fields if sheet is not None else _fields(node)
            found[id_] = GameDeck(fields, (*_texts(node), *more))
    return found


def read_added_sheets(
    folder: CardFolder,
    documents: Mapping[str, Node],
    decks: Mapping[str, GameDeck],
    languages: Languages,
    report: Report,
) -> dict[str, SheetDeck]:
    """The same of a folder that extends a game: its columns are what the game's decks declare, and `replaces`."""
    found = read_sheets(folder, documents, languages, report, decks)
    for name, sheet in found.items():
        deck = decks.get(str(documents[name].value["deck"]))
        if deck is None:  # the deck itself is a fault
            continue
        top = header_row(sheet.table)
        for kind, more in (("field", sheet.cards.value["fields"]), ("text", sheet.cards.value["texts"])):
            for column in more:
                at = next(at for named, at in sheet.columns.items() if column in (named, *named.split(".")[1:2]))
                hint = hint_nearest(column, (*deck.fields, *deck.texts)) or "rename the column to note to leave it out"
                what = f"the game's deck has no {kind} “{column[:40]}”"
                report.error(sheet.table.place(top, at), what, hint, "unknown-field")
    return {f"{folder.slug}/{name}": sheet for name, sheet in found.items()}


def read_sheets(
    folder: CardFolder,
    documents: Mapping[str, Node],
    languages: Languages,
    report: Report,
    decks: Mapping[str, GameDeck] = MappingProxyType({}),
) -> dict[str, SheetDeck]:
    """The cards of decks that stand in sheets, by the name of the deck's file; `decks`: of a game that is extended."""
    found: dict[str, SheetDeck] = {}
    for name, node in documents.items():
        if isinstance(node.value, dict) and "deck" in node.value and node.value.get("from") is not None:
            try:
                sheet = _read(folder, node, languages, report, decks)
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
                what = f"there is no deck “{named[:40]}”" if named else "expected the name of a deck, got nothing"
                report.error(sheet.table.place(row, column), what, hint_nearest(named, decks), "unknown-deck")


def _read(
    folder: CardFolder, node: Node, languages: Languages, report: Report, decks: Mapping[str, GameDeck]
) -> SheetDeck | None:
    source = node.child("from")
    of_file = source
    if isinstance(source.value, dict):
        if not source.check_keys(FROM_KEYS, ("file",)) or source.value.get("file") is None:
            return None
        of_file = source.child("file")
    file = of_file.text()
    if not file:
        return None
    stock = stock_sheets() if file.startswith(STOCK) else ()
    if file not in folder.sheets and file not in stock:
        hint = hint_nearest(file, (*folder.sheets, *stock)) or f"{', '.join(SHEETS)}, beside the deck's own file"
        of_file.error(f"there is no spreadsheet “{file}” in the cards folder", hint, "no-sheet")
        return None
    sheet = source.get("sheet") if source is not of_file else None
    if stock:
        table = _in_languages(parse_table(stock_sheet(file), f"cards/{file}.csv"), languages)
    else:
        table = parse_table(folder.sheets[file], folder.shown(file), sheet.text() if sheet else "")
    name = node.value["deck"]
    declared = decks.get(str(name))
    fields = {**declared.fields, REPLACES: Field("text")} if declared is not None else _fields(node)
    shape = DeckShape(
        id=str(name),
        fields=fields,
        texts=declared.texts if declared is not None else _texts(node),
        mapped=_columns(source.get("columns") if source is not of_file else None),
        languages=languages,
        needed=_needed(node) if declared is None else (),  # an extension need not use all that the game declares
    )
    return read_sheet_deck(table, node.spans, shape, report)


def _in_languages(table: ImportedTable, languages: Languages) -> ImportedTable:
    """A sheet of this program without the columns of languages that the game does not have; English if it has none."""
    spoken = {*languages.complete, *languages.drafts}
    told = {str(header).partition(" ")[2] for header in table.rows[0]} - {""}
    kept = spoken & told or {"en"}
    columns = [at for at, header in enumerate(table.rows[0]) if str(header).partition(" ")[2] in ("", *kept)]
    rows = [[row[at] for at in columns] for row in table.rows]
    if not spoken & told:
        rows[0] = [str(header).partition(" ")[0] for header in rows[0]]
    return replace(table, rows=rows)


def _fields(node: Node) -> dict[str, Field]:
    return read_fields(Node(node.value.get("fields"), node.spans, Report(), ("fields",)), CARD_KEYS)


def _texts(node: Node) -> tuple[str, ...]:
    texts = node.value.get("texts")
    return tuple(slot for slot in texts if isinstance(slot, str)) if isinstance(texts, list) else ()


def _needed(node: Node) -> tuple[str, ...]:
    """The fields that have no default, and the texts."""
    defaults = node.value.get("defaults")
    given = defaults if isinstance(defaults, dict) else {}
    return (*(name for name in _fields(node) if name not in given), *(f"text.{slot}" for slot in _texts(node)))


def _columns(node: Node | None) -> dict[str, str]:
    """What the deck's file says of columns: a header → what it holds; "" leaves the column out."""
    if node is None or not node.is_map("a mapping from headers to what the columns hold"):
        return {}
    found: dict[str, Any] = {header: child.value for header, child in node.children()}
    return {header: "" if value is None else str(value) for header, value in found.items()}
