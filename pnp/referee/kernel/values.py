"""Steps that change counters, facts, dice and sheets. In: a place and a value. Out: events, or a question to the table.

Invariant: a change of a value that not everybody sees is an event also where nothing changes, for that would tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.referee.kernel import untold
from pnp.referee.kernel.counter import Counter, Fact, Sheet
from pnp.referee.kernel.events import CounterChanged, FactChanged, TableEvent, ValueTold
from pnp.referee.kernel.line_trial import LineTrial
from pnp.referee.kernel.place import ALL, Place
from pnp.referee.kernel.question import Question
from pnp.referee.kernel.reader import TableReader
from pnp.referee.kernel.untold import Dice
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


class ValueSteps(TableReader, LineTrial):
    """The part of a trial that changes values. A trial says what `happen` and `ask` do."""

    __slots__ = ()

    def happen(self, event: TableEvent) -> None:
        """An event happens."""
        raise NotImplementedError

    def ask(self, question: Question, *seats: Seat, **about: Any) -> None:
        """A question is asked."""
        raise NotImplementedError

    def add(self, where: Counter | Place[int], by: int, rule: str = "") -> None:
        """A counter goes up, or down, within its bounds. One that is not told (`?`) stays so.

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
        """A value changes that not everybody sees; also to the same one, for whether it changes would tell of it."""
        if isinstance(place.field, Counter):
            now = place.read(self.values)
            by = UNKNOWN if UNKNOWN in (now, value) else value - now
            self.happen(CounterChanged(place.where, value, by, rule))
        else:
            self.happen(FactChanged(place.where, value, rule))

    def roll(self, dice: Dice | Place[Any], *, keep: Sequence[Any] = (), count: int | None = None) -> None:
        """Dice are rolled: the table tells what they show, a digital table rolls them. What reads them is said `later`.

        keep: faces of dice that are not rolled again · count: how many dice there are now, if not all
        With real dice under a cup nobody tells; they are `?`.
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
            self._ask_table(untold.ROLL, place, keep=tuple(keep), count=number)

    def assign(self, what: Fact | Place[Any]) -> None:
        """A hidden fact gets one of its `values` that no other seat has, by chance: a role, a goal.

        what: the fact of one seat, or a fact of which each seat gets its own. With real cards or slips nobody tells.
        """
        field = what.field if isinstance(what, Place) else what
        for place in (what,) if isinstance(what, Place) else field.places(len(self.seats)):
            if self.is_digital:
                self._ask_table(untold.ASSIGN, place)
            else:
                self.put(place, UNKNOWN)

    def tell(self, what: Counter | Fact | Place[Any]) -> None:
        """What only some seats see is told to everybody: the table says it, a digital table knows it. What reads it is
        said `later`.
        """
        self._ask_table(untold.TELL, what.place)

    def tells(self, what: Counter | Fact | Place[Any], value: Any, rule: str = "") -> None:
        """A line says what a hidden value is, and everybody hears it: `anna: guess 37` of her own number."""
        self.happen(ValueTold(what.place.where, value, rule))

    def _ask_table(self, prompt: str, place: Place[Any], **about: Any) -> None:
        self.ask(self.game.questions[prompt], zone=place.name, seat=place.key, **about)

    def fill_in(self, sheet: Sheet | Place[Any], box: str, value: Any = True, rule: str = "") -> None:
        """A box of a sheet is written into; the line is barred where it is full. KeyError for a box that it lacks."""
        place = sheet.place
        field, now = place.field, place.read(self.values)
        assert isinstance(field, Sheet)
        if box not in field.boxes_of(self.setup.book):
            raise KeyError(f"{field.id} has no box {box!r}")
        if box in now:
            self.bar(rule or field.rule, "kernel.box_is_full", what=box, zone=field.id)
        self.put(place, {**now, box: value}, rule or field.rule)

    def free(self, sheet: Sheet | Place[Any]) -> tuple[str, ...]:
        """The boxes of a sheet that are not written into, in their order."""
        place = sheet.place
        field, now = place.field, place.read(self.values)
        assert isinstance(field, Sheet)
        return tuple(box for box in field.boxes_of(self.setup.book) if box not in now)
