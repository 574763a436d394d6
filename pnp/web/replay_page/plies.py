"""The lines of a game as the page tells them. In: a replay, whose knowledge it is told with, a language. Out: plies.

Invariant: of a game that is not over nothing is told but what its viewer knows, each line as it was known then; a game
that is over has no secrets, and is told as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pnp.library.words import in_language
from pnp.referee.game import counters_of
from pnp.referee.replay import Entry, Replay
from pnp.referee.scene import Piece
from pnp.referee.seat import Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.messages import format_new_irregularities, format_undone
from pnp.table.plain_values import changed_counters, counter_name, line_news
from pnp.table.story.line_sentence import move_sentence
from pnp.table.story.past import reason_values, reasons_of
from pnp.table.wording import phrase


class Why(Struct, frozen=True):
    """A reason of a line: its rule, the rule's words, and what follows."""

    rule: str
    words: str
    because: str


class Ply(Struct, frozen=True):
    """A line, what came of it, and the table after it. The first is the table before the first line, number 0."""

    number: int
    seat: str
    label: str  # as people say it
    line: str  # as it is typed
    news: tuple[str, ...]
    why: tuple[Why, ...]
    scene: tuple[Piece, ...]
    counters: dict[str, tuple[int, ...]]
    to_act: tuple[str, ...]


def list_plies(replay: Replay[Any], viewer: Seat | None, has_secrets: bool, lang: str) -> list[Ply]:
    """Every accepted line. has_secrets: tell what `viewer` knows, else everything."""
    known = ReplayView(replay, viewer) if has_secrets else replay
    return list(_PlyMaker(known, has_secrets, lang).plies())


class _PlyMaker:
    """One table in one language."""

    def __init__(self, table: Replay[Any], has_secrets: bool, lang: str) -> None:
        self.table, self.has_secrets, self.lang = table, has_secrets, lang

    def plies(self) -> Iterator[Ply]:
        """The table before the first line, and after each that was accepted."""
        table, start = self.table, self.table.positions[0]
        truth = table.truth if isinstance(table, ReplayView) else table
        yield Ply(0, "", "", "", (), (), *self._table(start.state, False))
        for entry in truth.entries:
            if entry.accepted:
                yield self._ply(table.redacted(entry) if isinstance(table, ReplayView) else entry)

    def _ply(self, entry: Entry) -> Ply:
        line = self.table.format(entry)
        seat, _, move = line.partition(": ")
        after = self._table(entry.state, entry.outcome is not None)
        label = move if entry.move is None else move_sentence(entry.move, self.table.notation, self.lang)
        return Ply(entry.ply, seat, label, line, tuple(self._news(entry)), self._why(entry), *after)

    def _table(
        self, state: Any, is_over: bool
    ) -> tuple[tuple[Piece, ...], dict[str, tuple[int, ...]], tuple[str, ...]]:
        game, seats = self.table.game, self.table.setup.seats
        counters = {
            counter_name(self.table.setup.book, what, self.lang): tuple(numbers)
            for what, numbers in counters_of(game, state).items()
        }
        acting = () if is_over else tuple(seat_name(seats, seat) for seat in game.to_act(state))
        return game.scene(state), counters, acting

    def _news(self, entry: Entry) -> Iterator[str]:
        """What came of a line, in sentences."""
        if entry.comment:
            yield f"“{entry.comment}”"
        for line in format_undone(entry, self.table, self.lang):
            yield phrase("undone", self.lang, line=line.strip())
        for text in line_news(entry, self.table):
            yield in_language(text, self.lang)
        for name, changed in changed_counters(entry, self.table):
            pairs = ((counter_name(self.table.setup.book, what, self.lang), *pair) for what, pair in changed.items())
            yield f"{name}: {', '.join(f'{what} {old} → {new}' for what, old, new in pairs)}"
        yield from format_new_irregularities(entry, self.table, self.lang)

    def _why(self, entry: Entry) -> tuple[Why, ...]:
        """Why the line was allowed and does what it does."""
        reasons = reasons_of(self.table, entry)
        return tuple(Why(**reason_values(self.table, reason, self.lang)) for reason in reasons)
