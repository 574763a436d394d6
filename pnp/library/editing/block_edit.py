"""Several cells of a deck changed at once. In: a folder of card files, what was typed into which cells. Out: the file
of the deck before and after, or all reasons why it stays as it is.

Invariant: all cells are changed or none; no byte changes but those of their values; a cell that holds something else
than it is thought to is a conflict with both values, and nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.files import decode_text, replace_file
from pnp.base.yaml.span_edit import ValueChange, replace_values
from pnp.library.card_folder import CardFolder
from pnp.library.editing.card_edit import format_cell, new_faults
from pnp.library.editing.cell import Cell, find_cell
from pnp.library.loader import LoadedBook, read_book

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
