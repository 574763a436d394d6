"""An edit of a card: one value written anew in its file. In: a folder of card files, a card, a field, what was typed.
Out: a CardEdit, written to disk: what it was and is, where, and the faults that come with it.

Invariant: no byte of the file changes but those of the value; a value that its cell cannot hold changes nothing, and
neither does an edit of a file that somebody else changed meanwhile. What another place contradicts then (a total) is
told.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.files import decode_text, replace_file
from pnp.base.yaml.span_edit import SpanEdit, replace_value
from pnp.base.yaml.text import dump_inline
from pnp.library.card_folder import CardFolder
from pnp.library.editing.cell import Cell, find_cell
from pnp.library.loader import read_book


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
    from pnp.library.editing.sheet_edit import edit_sheet

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
