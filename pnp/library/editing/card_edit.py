"""An edit of a card, or of several at once: values written again in their files. In: a folder of card files, cells.
Out: a CardEdit, written to disk: what it was and is, where, and the faults that come with it.

Invariant: no byte of the file changes but those of the value; a value that its cell cannot hold changes nothing, and
neither does an edit of a file that somebody else changed meanwhile. What another place contradicts then (a total) is
told.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.csv_edit import replace_cell
from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.files import decode_text, replace_file
from pnp.base.yaml.span_edit import SpanEdit, ValueChange, replace_value, replace_values
from pnp.base.yaml.text import dump_inline
from pnp.library.card_folder import CardFolder
from pnp.library.editing.cell import Cell, find_cell
from pnp.library.importing.table_reader import separator_of
from pnp.library.loader import LoadedBook, read_book


class CardEdit(Struct, frozen=True):
    """What was changed; `faults`: what is wrong with the game since."""

    card: str
    field: str
    before: Any
    after: Any
    place: Span
    faults: list[Diagnostic]


def edit_card(folder: CardFolder, path: str, card: str, field: str, typed: str, was: str | None = None) -> CardEdit:
    """Change one value of a card in the files of the folder at `path`; InputError with the reason when it cannot be.

    was: what the cell is thought to hold; when it holds something else by now, nothing is changed.
    """
    before = read_book(folder)
    cell = find_cell(before, card, field)
    value = None if cell.is_sheet and not typed else cell.parse(typed)  # a cell of a sheet may be emptied
    if was is not None and was != format_cell(cell.value):
        message = f"expected “{was}”, got {_quoted(cell.value)}; nothing was written"
        raise InputError.single(cell.place, message, "check the file and retry", "changed-meanwhile")
    change = _sheet_change(folder, cell, typed) if cell.is_sheet else _yaml_change(folder, cell, value)
    faults = new_faults(before.report, read_book(change.folder).report)
    own = [item for item in faults if item.severity == "error" and item.span.file == change.place.file]
    if own := [item for item in own if change.place.line <= item.span.line <= change.last]:
        raise InputError(Report(own))
    if change.after != change.before:
        replace_file(os.path.join(path, cell.name), change.before, change.after)
    return CardEdit(cell.card, field, cell.value, value, change.place, faults)


class _Change(NamedTuple):
    """Bytes of a file before and after; where the new value stands, to which line; the folder with it."""

    before: bytes
    after: bytes
    place: Span
    last: int
    folder: CardFolder


def _sheet_change(folder: CardFolder, cell: Cell, typed: str) -> _Change:
    data = folder.sheets[cell.name]
    changed = edit_sheet(data, cell.place, typed)
    with_it = replace(folder, sheets={**folder.sheets, cell.name: changed})
    return _Change(data, changed, cell.place, cell.place.line, with_it)


def _yaml_change(folder: CardFolder, cell: Cell, value: Any) -> _Change:
    data, shown = folder.files[cell.name], folder.shown(cell.name)
    edit = replace_value(decode_text(data, shown), cell.path, cell.written(value), shown, cell.behind)
    place = _place(edit, shown)
    changed = edit.text.encode()
    with_it = replace(folder, files={**folder.files, cell.name: changed})
    return _Change(data, changed, place, place.line + edit.written.strip().count("\n"), with_it)


def format_cell(value: Any) -> str:
    """A value as people type it."""
    if isinstance(value, str):
        return value
    return "" if value is None else dump_inline(value)


def _quoted(value: Any) -> str:
    return "empty" if value is None else f"“{format_cell(value)}”"


def new_faults(before: Report, after: Report) -> list[Diagnostic]:
    """What is wrong since; a fault that only moved to another line is not new."""
    known = [(item.span.file, item.message) for item in before]
    return [item for item in after.by_place() if (item.span.file, item.message) not in known]


def _place(edit: SpanEdit, shown: str) -> Span:
    """Where the new words stand, past the line break and the blanks of a new entry."""
    at = edit.start + len(edit.written) - len(edit.written.lstrip(", \r\n"))
    head = edit.text[:at].removeprefix("\ufeff")
    return Span(shown, head.count("\n") + 1, len(head) - head.rfind("\n"))


def edit_sheet(data: bytes, place: Span, typed: str) -> bytes:
    """The sheet with another value in the cell at `place` (row and column from 1); InputError when it cannot be."""
    if data.startswith(b"PK"):
        hint = f"edit row {place.line}, column {column_letters(place.column)} in a spreadsheet program"
        raise InputError.single(place, "pnp set cannot edit a workbook", hint, "edit")
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
        separator, head = separator_of(text)
        # The line `sep=;` is a row of the sheet, and no row of the table behind it.
        changed = replace_cell(text[head:], separator, place.line - 1 - (head > 0), place.column - 1, typed)
        return mark + (text[:head] + changed).encode()
    except (UnicodeError, ValueError, IndexError):
        hint = "change it in a spreadsheet program, or save it as UTF-8"
        raise InputError.single(place, "pnp set cannot edit this cell without changing others", hint, "edit") from None


def column_letters(number: int) -> str:
    """A column as spreadsheet programs call it: 1 is A, 28 is AB."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


MOST = 5000  # cells at once


class CellEdit(Struct, frozen=True):
    """What was typed into a cell, and what that cell was thought to hold."""

    card: str
    field: str
    typed: str
    was: str | None = None


class Conflict(Struct, frozen=True):
    """A cell that holds something else by now."""

    card: str
    field: str
    was: str
    now: str


class ConflictError(Exception):
    """Cells that somebody else changed meanwhile; nothing was written."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        super().__init__(f"{len(conflicts)} cell{'s' if len(conflicts) > 1 else ''} changed since they were read")
        self.conflicts = conflicts


class BlockEdit(Struct, frozen=True):
    """The path of the file that was changed, its bytes before and after, and what is wrong with the game since."""

    path: str
    before: bytes
    after: bytes
    faults: list[Diagnostic]


def edit_block(folder: CardFolder, path: str, edits: Sequence[CellEdit]) -> BlockEdit:
    """Change cells of one deck in its file in the folder at `path`; InputError with every reason when it cannot be,
    ConflictError when a cell is not what it was.
    """
    if not 0 < len(edits) <= MOST:
        raise InputError.single(Span(folder.root), f"expected 1 to {MOST} cells, got {len(edits)}", code="too-large")
    _refuse_twins(edits)
    loaded = read_book(folder)
    cells = _find_cells(loaded, edits)
    _refuse_conflicts(cells, edits)
    changes = _parse(cells, edits)
    name = _file_of(cells)
    before, shown = folder.files[name], folder.shown(name)
    after = replace_values(decode_text(before, shown), changes, shown).encode()
    changed = read_book(replace(folder, files={**folder.files, name: after}))
    faults = new_faults(loaded.report, changed.report)
    lines = {find_cell(changed, edit.card, edit.field).place.line for edit in edits}
    own = [item for item in faults if item.span.file == shown and item.span.line in lines]
    Report(own).raise_errors()
    file = os.path.join(path, name)
    if after != before:
        replace_file(file, before, after)
    return BlockEdit(file, before, after, faults)


def _refuse_twins(edits: Sequence[CellEdit]) -> None:
    """Two values for one cell: whichever were written, the other would be lost."""
    seen = set()
    for edit in edits:
        if (edit.card, edit.field) in seen:
            what = f"expected one value for {edit.field} of {edit.card}, got two"
            raise InputError.single(Span(edit.card), what, "leave one of them out", "edit")
        seen.add((edit.card, edit.field))


def _find_cells(loaded: LoadedBook, edits: Sequence[CellEdit]) -> list[Cell]:
    report, cells = Report(), []
    for edit in edits:
        try:
            cells.append(find_cell(loaded, edit.card, edit.field))
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    return cells


def _refuse_conflicts(cells: Sequence[Cell], edits: Sequence[CellEdit]) -> None:
    found = []
    for cell, edit in zip(cells, edits, strict=True):
        now = format_cell(cell.value)
        if edit.was is not None and edit.was != now:
            found.append(Conflict(edit.card, edit.field, edit.was, now))
    if found:
        raise ConflictError(found)


def _parse(cells: Sequence[Cell], edits: Sequence[CellEdit]) -> list[ValueChange]:
    report, changes = Report(), []
    for cell, edit in zip(cells, edits, strict=True):
        if cell.is_sheet:
            hint = "change it there, or with pnp set"
            report.error(cell.place, "the cards of this deck are in a spreadsheet", hint, "edit")
            continue
        if edit.field == "id":
            report.error(
                cell.place,
                "an id cannot be changed here: other files may refer to it",
                "change it in an editor",
                "edit",
            )
            continue
        try:
            changes.append(ValueChange(cell.path, cell.written(cell.parse(edit.typed)), cell.behind))
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    return changes


def _file_of(cells: Sequence[Cell]) -> str:
    names = {cell.name for cell in cells}
    if len(names) > 1:
        raise InputError.single(
            cells[0].place, "expected cells of one file, got cells of several", "change one deck at a time", "edit"
        )
    return names.pop()


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
