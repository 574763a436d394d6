"""Roll and write: dice are rolled, some kept, the others rolled again; then one box of the sheet is filled in."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable
from itertools import combinations
from typing import Annotated, Any

from pnp.referee.kernel import Counter, Dice, ListParam, Move, Question, Seat, Sheet, Trial, WordParam


class Keep(Move, frozen=True):
    """`anna: keep 6 6`: these stay, and the others are rolled again."""

    dice: Annotated[tuple[str, ...], ListParam(WordParam())]


class Again(Move, frozen=True):
    """`anna: again`: all dice are rolled again."""


class Write(Move, frozen=True):
    """`anna: write sixes`: what the dice are worth, into a free box."""

    box: Annotated[str, WordParam()]


class RollAndWrite:
    """A turn, begun by `TURN.begin(t)`; `question` is what the phase asks, `holds` goes into `declare`.

    dice: of the table · sheet: of each seat · rule: cited for it · rerolls: (t) -> how often dice are rolled again
    worth: (t, seat, box) -> what the dice are worth there, which is written · written: step(t, seat, box, worth)
    """

    def __init__(
        self,
        dice: Dice,
        sheet: Sheet,
        worth: Callable[[Trial, Seat, str], Any],
        written: Callable[[Trial, Seat, str, Any], None],
        *,
        rule: str,
        rerolls: Callable[[Trial], int] = lambda t: 2,
        prompt: str = "kernel.keep_or_write",
    ) -> None:
        self.dice, self.sheet, self.worth, self.written = dice, sheet, worth, written
        self.rule, self.rerolls = rule, rerolls
        self.left = Counter("rolls_left", least=0)
        self.holds = (dice, self.left, sheet)
        self.question = Question(rule, prompt)
        self.question.answer(Keep, offers=self._keeps)(self.keep)
        self.question.answer(Again)(self.again)
        self.question.answer(Write, choices=self._boxes)(self.write)

    def begin(self, t: Trial) -> None:
        """All dice are rolled for the first time."""
        t.put(self.left, self.rerolls(t))
        t.roll(self.dice)

    def _keeps(self, t: Trial, seat: Seat) -> list[Keep]:
        dice = tuple(map(str, t[self.dice])) if t[self.left] else ()
        return [Keep(seat, some) for n in range(1, len(dice)) for some in dict.fromkeys(combinations(dice, n))]

    def keep(self, t: Trial, m: Keep) -> None:
        """Some dice stay, and the others are rolled again."""
        self._check_left(t)
        lying = tuple(map(str, t[self.dice]))
        if Count(m.dice) - Count(lying) or len(m.dice) >= len(lying):
            t.bar(self.rule, "kernel.keep_some")
        t.agreed()
        self._roll(t, m.dice)

    def again(self, t: Trial, m: Again) -> None:
        """All dice are rolled again."""
        self._check_left(t)
        t.agreed()
        self._roll(t, ())

    def _check_left(self, t: Trial) -> None:
        if not t[self.left]:
            t.refuse(self.rule, "kernel.no_roll_left")

    def _roll(self, t: Trial, kept: tuple[str, ...]) -> None:
        faces = {str(face): face for face in self.dice.faces}
        t.add(self.left, -1)
        t.roll(self.dice, keep=tuple(faces[die] for die in kept))

    def _boxes(self, t: Trial, seat: Seat) -> list[Write]:
        return [Write(seat, box) for box in t.free(self.sheet[seat])]

    def write(self, t: Trial, m: Write) -> None:
        """What the dice are worth is written into a free box."""
        t.agreed()
        worth = self.worth(t, m.seat, m.box)
        t.fill_in(self.sheet[m.seat], m.box, worth)
        self.written(t, m.seat, m.box, worth)
