"""Steps that change counters, facts, dice and sheets. In: a place and a value. Out: events, or a question to the table.

Invariant: setting a hidden value is always an event, also to the same value: otherwise the event would leak the change.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pnp.referee.kernel import hidden_values
from pnp.referee.kernel.counter import Counter, Dice, Fact, Sheet
from pnp.referee.kernel.events import CounterChanged, FactChanged, TableEvent, ValueRevealed
from pnp.referee.kernel.line_trial import LineTrial
from pnp.referee.kernel.place import ALL, Place
from pnp.referee.kernel.question import Question
from pnp.referee.kernel.reader import TableReader
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


class ValueSteps(TableReader, LineTrial):
    """The part of a trial that changes values. A trial says what `happen` and `ask` do."""

    __slots__ = ()

    @abstractmethod
    def happen(self, event: TableEvent) -> None:
        """An event happens."""

    @abstractmethod
    def ask(self, question: Question, *seats: Seat, **about: Any) -> None:
        """A question is asked."""

    def add(self, where: Counter | Place[int], by: int, rule: str = "") -> None:
        """Add to a counter, within its bounds. An unknown one (`?`) stays unknown.

        >>> t.add(POINTS[1], 3)
        >>> t.add(POINTS[1], -1)
        >>> t[POINTS[1]]
        2
        """
        place = where.place
        counter: Counter = place.field  # type: ignore[assignment]
        now = place.read(self.values)
        if place.seers != ALL:
            value = UNKNOWN if UNKNOWN in (now, by) else counter.bounded(now + by)
            self._put_unseen(place, value, rule)
            return
        value = counter.bounded(now + by)
        if value != now:
            self.happen(CounterChanged(place.where, value, value - now, rule))

    def put(self, where: Counter | Fact | Place[Any], value: Any, rule: str = "") -> None:
        """A counter or fact becomes what is said, whatever its bounds.

        >>> t.put(POINTS[0], 7)
        >>> t[POINTS[0]]
        7
        """
        place = where.place
        if place.seers != ALL:
            self._put_unseen(place, value, rule)
            return
        now = place.read(self.values)
        if value == now:
            return
        if isinstance(place.field, Counter):
            self.happen(CounterChanged(place.where, value, value - now, rule))
        else:
            self.happen(FactChanged(place.where, value, rule))

    def _put_unseen(self, place: Place[Any], value: Any, rule: str) -> None:
        """Set a hidden value."""
        if isinstance(place.field, Counter):
            now = place.read(self.values)
            by = UNKNOWN if UNKNOWN in (now, value) else value - now
            self.happen(CounterChanged(place.where, value, by, rule))
        else:
            self.happen(FactChanged(place.where, value, rule))

    def roll(self, dice: Dice | Place[Any], *, keep: Sequence[Any] = (), count: int | None = None) -> None:
        """Roll dice. With real dice players type the faces; a digital table rolls. Read the faces in a step that you
        queue with `t.later`.

        keep: faces of dice that are not rolled again · count: how many dice there are now, if not all
        Real dice under a cup need no line: they are `?`.
        """
        place = dice.place
        field = place.field
        assert isinstance(field, Dice)
        if count is None:
            count = self.constant(field.count) if isinstance(field.count, str) else field.count
        number = count - len(keep)
        if place.is_private and not self.is_digital:
            self.put(place, (*keep, *(UNKNOWN,) * number), field.rule)
        else:
            self._ask_table(hidden_values.ROLL, place, keep=tuple(keep), count=number)

    def assign(self, what: Fact | Place[Any]) -> None:
        """Assign one of the `values` of a hidden fact by chance, none twice: roles, goals.

        what: the place of one seat, or the fact, for all seats. Real cards or slips need no line: the value is `?`.
        """
        field = what.field if isinstance(what, Place) else what
        for place in (what,) if isinstance(what, Place) else field.places(len(self.seats)):
            if self.is_digital:
                self._ask_table(hidden_values.ASSIGN, place)
            else:
                self.put(place, UNKNOWN)

    def reveal_value(self, what: Counter | Fact | Place[Any], value: Any = None, rule: str = "") -> None:
        """Make a hidden value public.

        value: what it is, if this line says so. Without it the table reports the value, and a digital table knows it:
        read it in a step that you queue with `t.later`.
        """
        if value is None:
            self._ask_table(hidden_values.REVEAL, what.place)
        else:
            self.happen(ValueRevealed(what.place.where, value, rule))

    def _ask_table(self, prompt: str, place: Place[Any], **about: Any) -> None:
        self.ask(self.game.questions[prompt], zone=place.name, seat=place.key, **about)

    def fill_in(self, sheet: Sheet | Place[Any], box: str, value: Any = True, rule: str = "") -> None:
        """Write into a box of a sheet. Bars the line if the box is full; KeyError if the sheet has no such box."""
        place = sheet.place
        field, now = place.field, place.read(self.values)
        assert isinstance(field, Sheet)
        if box not in field.boxes_of(self.setup.book):
            raise KeyError(f"{field.id} has no box {box!r}")
        if box in now:
            self.bar(rule or field.rule, "kernel.box_is_full", what=box, zone=field.id)
        self.put(place, {**now, box: value}, rule or field.rule)

    def free(self, sheet: Sheet | Place[Any]) -> tuple[str, ...]:
        """Return the free boxes of a sheet, in their order."""
        place = sheet.place
        field, now = place.field, place.read(self.values)
        assert isinstance(field, Sheet)
        return tuple(box for box in field.boxes_of(self.setup.book) if box not in now)
