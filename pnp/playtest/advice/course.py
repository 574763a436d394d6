"""A game gone through again, line by line. In: a table. Out: the table as it was before each line that stands.

Invariant: it is one table that grows, so what its seats know (`view_of`) is folded on and never anew; nothing of a
later line is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE, Seat


class Stretch(Struct, frozen=True):
    """Lines one after another: a decision of a seat, or all that came of itself until somebody had to decide."""

    seat: Seat  # TABLE: nobody decided
    lines: tuple[Entry, ...]

    @property
    def ply(self) -> int:
        """Of the first line."""
        return self.lines[0].ply

    def news_for(self, table: Replay[Any], seat: Seat | None) -> tuple[Entry, ...]:
        """Lines of which a seat saw everything: what was dealt to others in secret tells it nothing."""
        redact = table.game.redact
        return tuple(line for line in self.lines if line.move is not None and redact(line.move, seat) == line.move)


def stretches_of(table: Replay[Any]) -> list[Stretch]:
    """The lines that stand, in order."""
    found: list[Stretch] = []
    for position in table.positions[1:]:
        entry = table.entries[position.ply - 1]
        seat = TABLE if _goes_by_itself(table, entry) else entry.seat
        if seat == TABLE and found and found[-1].seat == TABLE:
            found[-1] = Stretch(TABLE, (*found[-1].lines, entry))
        else:
            found.append(Stretch(seat, (entry,)))
    return found


def _goes_by_itself(table: Replay[Any], entry: Entry) -> bool:
    return entry.seat == TABLE or type(entry.move) not in table.game.moves or _is_forced(table, entry)


def _is_forced(table: Replay[Any], entry: Entry) -> bool:
    state = entry.state_before
    return TABLE not in table.game.to_act(state) and table.game.forced(state) == entry.move


def tables_before(table: Replay[Any], stretches: Sequence[Stretch]) -> Iterator[Replay[Any]]:
    """The table before each of these, and in the end as it is now; the same object, which has grown."""
    then = Replay(table.game, table.setup)
    at = 0
    for stretch in stretches:
        yield then
        at += len(stretch.lines)
        then.entries = table.entries[: stretch.lines[-1].ply]
        then.positions.extend(table.positions[len(then.positions) : at + 1])
    yield then
