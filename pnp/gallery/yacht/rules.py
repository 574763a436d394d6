"""Yacht: five dice, two more rolls of those one likes, and one box of the sheet each turn."""

from __future__ import annotations

from collections import Counter as Count
from itertools import combinations
from typing import Annotated

from pnp.referee.kernel import (
    EACH_SEAT,
    Counter,
    Dice,
    IntParam,
    ListParam,
    Move,
    Phase,
    Question,
    Seat,
    Sheet,
    Trial,
    WordParam,
    declare,
)  # fmt: skip

SEATS, ROLLS, KEEPS, WRITES, ENDS = (f"YAC-{n:02}" for n in range(1, 6))
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")

DICE = Dice("dice", "dice", rule=ROLLS)
SHEET = Sheet("sheet", "sheet", rule=WRITES)
POINTS = Counter("points", of=EACH_SEAT, scores=True)
LEFT = Counter("rolls_left")

CHOOSING = Question(WRITES, "keep_or_write")


class Keep(Move, frozen=True):
    """`anna: keep 6 6`: these stay, and the others are rolled again."""

    dice: Annotated[tuple[int, ...], ListParam(IntParam(least=1, most=6))]


class Again(Move, frozen=True):
    """`anna: again`: all dice are rolled again."""


class Write(Move, frozen=True):
    """`anna: write sixes`: the points of these dice, in a free box."""

    box: Annotated[str, WordParam()]


def turn(t: Trial) -> None:
    t.put(LEFT, t.constant("rerolls"))
    t.roll(DICE)


def worth(t: Trial, box: str) -> int:
    """What the dice are worth in a box."""
    dice, counts = t[DICE], sorted(Count(t[DICE]).values())
    if box in NUMBERS:
        return sum(die for die in dice if die == NUMBERS.index(box) + 1)
    if box == "four_alike":
        return sum(4 * face for face, count in Count(dice).items() if count >= 4)
    points = t.constant("fixed")
    fits = {
        "choice": True,
        "full_house": counts == [2, 3],
        "little_straight": dice == (1, 2, 3, 4, 5),
        "big_straight": dice == (2, 3, 4, 5, 6),
        "yacht": counts == [5],
    }
    return points.get(box, sum(dice)) if fits[box] else 0


def keeps(t: Trial, seat: Seat) -> list[Keep]:
    dice = t[DICE] if t[LEFT] else ()
    return [Keep(seat, some) for n in range(1, len(dice)) for some in dict.fromkeys(combinations(dice, n))]


@CHOOSING.answer(Keep, offers=keeps)
def keep(t: Trial, m: Keep) -> None:
    if not t[LEFT]:
        t.refuse(KEEPS, "no_roll_left")
    if Count(m.dice) - Count(t[DICE]) or len(m.dice) >= len(t[DICE]):
        t.bar(KEEPS, "not_these")
    t.agreed()
    roll_again(t, m.dice)


@CHOOSING.answer(Again)
def again(t: Trial, m: Again) -> None:
    if not t[LEFT]:
        t.refuse(KEEPS, "no_roll_left")
    t.agreed()
    roll_again(t, ())


def roll_again(t: Trial, kept: tuple[int, ...]) -> None:
    t.add(LEFT, -1)
    t.roll(DICE, keep=kept)


@CHOOSING.answer(Write, choices=lambda t, seat: [Write(seat, box) for box in t.free(SHEET[seat])])
def write(t: Trial, m: Write) -> None:
    t.agreed()
    points = worth(t, m.box)
    t.fill_in(SHEET[m.seat], m.box, points)
    t.add(POINTS[m.seat], points)
    t.note(WRITES, "writes", box=m.box, points=points)
    t.pass_turn()
    if any(t.free(SHEET[seat]) for seat in t.seats):
        turn(t)
    else:
        t.end_by(POINTS, ENDS, "sheets_are_full")


GAME = declare(
    __name__,
    slug="yacht",
    version=1,
    players=(1, 4),
    seats_rule=SEATS,
    holds=(DICE, LEFT, SHEET, POINTS),
    phases=(Phase("turn", CHOOSING),),
    begin=turn,
)
