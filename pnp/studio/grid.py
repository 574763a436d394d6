"""A deck as a table that is edited. In: a desk, what was typed into which cells. Out: the table; the file with the new
values; what was undone.

One thread uses it. Invariant: an edit changes the bytes of its cells, an undo gives all bytes back; neither ever
touches a file that somebody else changed meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import replace_file
from pnp.base.places import shown_path
from pnp.checking.fault_values import fault_values
from pnp.library.editing.card_edit import BlockEdit, CellEdit, edit_block, read_deck_table
from pnp.studio.desk import Desk

KEPT = 20_000_000  # bytes of files as they were


class _Step(Struct, frozen=True):
    """A file before an edit and after it."""

    path: str
    before: bytes
    after: bytes


class Grid:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    def table(self, deck: str) -> dict[str, Any] | None:
        """A deck as a table; None when there is no such deck."""
        loaded = self._desk.loaded
        found = read_deck_table(loaded, deck) if loaded is not None else None
        if found is None:
            return None
        return {**to_builtins(found), "undo": len(self._done), "redo": len(self._undone)}

    def edit(self, edits: Sequence[CellEdit]) -> dict[str, Any]:
        """Change cells; InputError or ConflictError when they stay as they are."""
        done = edit_block(self._desk.game.card_folder(), self._desk.game.cards, edits)
        if done.after != done.before:
            self._done.append(_Step(done.path, done.before, done.after))
            self._undone.clear()
            while sum(len(step.before) for step in self._done) > KEPT and len(self._done) > 1:
                del self._done[0]
        return self._answer(done)

    def undo(self) -> dict[str, Any]:
        """Take back the last edit; InputError when there is none, or when its file was changed since."""
        return self._move(self._done, self._undone, is_back=True)

    def redo(self) -> dict[str, Any]:
        """Do again what was taken back."""
        return self._move(self._undone, self._done, is_back=False)

    def _move(self, source: list[_Step], target: list[_Step], is_back: bool) -> dict[str, Any]:
        if not source:
            place = Span(self._desk.game.slug)
            raise InputError.single(place, f"there is nothing to {'undo' if is_back else 'redo'}", code="undo")
        step = source[-1]
        old, new = (step.after, step.before) if is_back else (step.before, step.after)
        try:
            replace_file(step.path, old, new)
        except InputError:
            self._done.clear()
            self._undone.clear()
            hint = "undo that change where it was made"
            what = f"{os.path.basename(step.path)} has changed elsewhere since; nothing was written"
            raise InputError.single(Span(shown_path(step.path)), what, hint, "changed-meanwhile") from None
        target.append(source.pop())
        return {"file": shown_path(step.path), "faults": [], "undo": len(self._done), "redo": len(self._undone)}

    def _answer(self, done: BlockEdit) -> dict[str, Any]:
        faults = [fault_values(item) for item in done.faults]
        return {"file": shown_path(done.path), "faults": faults, "undo": len(self._done), "redo": len(self._undone)}
