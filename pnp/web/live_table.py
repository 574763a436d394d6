"""The record of a hosted table, followed. In: a session into whose record others may write, the seats' keys. Out: the
table as it is now, and a version that rises when screens may show something else.

Invariant: the record is the only truth: every request reads it first, so that lines of the command line count at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.base.diagnostics import InputError
from pnp.referee.seat import Seat
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session

if TYPE_CHECKING:
    from pnp.playtest.advice.hint import Hint


class LiveTable:
    """See the module. hints: those given, by line and seat, None where nobody may ask · trouble: why the record cannot
    be read · on_change: called with every new version.
    """

    def __init__(self, session: Session, keys: SeatKeys) -> None:
        self.session, self.keys = session, keys
        self.version, self.trouble = 0, ""
        self.hints: dict[tuple[int, Seat], Hint] | None = None
        self.on_change: list[Callable[[], None]] = []

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.session.record.header.seats

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its game, the first one for whoever asks for none."""
        return (*self.session.book.languages, *self.session.book.drafts)

    def refresh(self) -> None:
        """Read the record; what cannot be read is named on every screen, and the table stays as it was."""
        trouble = ""
        try:
            if self.session.refresh():
                self.changed()
            if self.session.is_owed:
                self.session.settle()
                self.changed()
            fault = self.session.fault_diagnostic
            trouble = fault.message if fault is not None else ""
        except InputError as error:
            trouble = "; ".join(item.message for item in error.report.items)
        if trouble != self.trouble:
            self.trouble = trouble
            self.changed()

    def changed(self) -> None:
        """Screens may show something else from now on."""
        self.version += 1
        for tell in self.on_change:
            tell()
