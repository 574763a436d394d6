"""An edit of a card: one value written anew in its file. In: a folder of card files, a card, a field, what was typed.
Out: a CardEdit, written to disk: what it was and is, where, and the faults that come with it.

Invariant: no byte of the file changes but those of the value; a value that its cell cannot hold changes nothing, and
neither does an edit of a file that somebody else changed meanwhile. What another place contradicts then (a total) is
told.
"""

from __future__ import annotations

import os
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.files import decode_text, replace_file
from pnp.base.yaml.span_edit import SpanEdit, replace_value
from pnp.base.yaml.text import dump_inline
from pnp.library.card_folder import CardFolder
from pnp.library.editing.cell import find_cell
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
    value = cell.parse(typed)
    if was is not None and was != format_cell(cell.value):
        message = f"this is {_quoted(cell.value)} now, not “{was}”; nothing was written"
        raise InputError.single(cell.place, message, "look at it, and try again", "changed-meanwhile")
    shown, data = folder.shown(cell.name), folder.files[cell.name]
    edit = replace_value(decode_text(data, shown), cell.path, cell.written(value), shown, cell.behind)
    changed = edit.text.encode()
    after = read_book(replace(folder, files={**folder.files, cell.name: changed}))
    faults = _new_faults(before.report, after.report)
    place = _place(edit, shown)
    if own := [item for item in faults if item.severity == "error" and _is_in(item.span, edit, place)]:
        raise InputError(Report(own))
    if changed != data:
        replace_file(os.path.join(path, cell.name), data, changed)
    return CardEdit(cell.card, field, cell.value, value, place, faults)


def format_cell(value: Any) -> str:
    """A value as people type it."""
    if isinstance(value, str):
        return value
    return "" if value is None else dump_inline(value)


def _quoted(value: Any) -> str:
    return "empty" if value is None else f"“{format_cell(value)}”"


def _new_faults(before: Report, after: Report) -> list[Diagnostic]:
    """What is wrong since; a fault that only moved to another line is not new."""
    known = [(item.span.file, item.message) for item in before]
    return [item for item in after.by_place() if (item.span.file, item.message) not in known]


def _place(edit: SpanEdit, shown: str) -> Span:
    """Where the new words stand, past the line break and the blanks of a new entry."""
    at = edit.start + len(edit.written) - len(edit.written.lstrip(", \r\n"))
    head = edit.text[:at].removeprefix("\ufeff")
    return Span(shown, head.count("\n") + 1, len(head) - head.rfind("\n"))


def _is_in(span: Span, edit: SpanEdit, place: Span) -> bool:
    """Whether a fault stands in the lines that were written."""
    last = place.line + edit.written.strip().count("\n")
    return span.file == place.file and place.line <= span.line <= last
