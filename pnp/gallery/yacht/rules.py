"""Yacht: five dice, two more rolls of those one likes, and one box of the sheet each turn."""

from __future__ import annotations

from collections import Counter as Count

from pnp.referee.kernel import EACH_SEAT, Counter, Dice, Phase, Seat, Sheet, Trial, declare
from pnp.referee.parts import RollAndWrite

SEATS, ROLLS, WRITES, COUNTS, ENDS = (f"YAC-{n:02}" for n in range(1, 6))
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")

DICE = Dice("dice", "dice", rule=ROLLS)
SHEET = Sheet("sheet", "sheet", rule=WRITES)
POINTS = Counter("points", of=EACH_SEAT, scores=True)


def worth(t: Trial, seat: Seat, box: str) -> int:
    """What the dice are worth in a box."""
    dice, counts = t[DICE], Count(t[DICE])
    if box in NUMBERS:
        number = NUMBERS.index(box) + 1
        return number * counts[number]
    fits = {
        "full_house": sorted(counts.values()) == [2, 3],
        "four_alike": max(counts.values(), default=0) >= 4,
        "little_straight": dice == (1, 2, 3, 4, 5),
        "big_straight": dice == (2, 3, 4, 5, 6),
        "choice": True,
        "yacht": len(counts) == 1,
    }
    points = t.constant("fixed").get(box, sum(dice))
    if box == "four_alike":
        points = sum(4 * die for die, count in counts.items() if count >= 4)
    return int(points) if fits[box] else 0


def written(t: Trial, seat: Seat, box: str, points: int) -> None:
    t.add(POINTS[seat], points)
    t.note(COUNTS, "writes", box=box, points=points)
    t.pass_turn()
    if any(t.free(SHEET[each]) for each in t.seats):
        TURN.begin(t)
    else:
        t.end_by(POINTS, ENDS, "sheets_are_full")


TURN = RollAndWrite(DICE, SHEET, worth, written, rule=WRITES, rerolls=lambda t: t.constant("rerolls"))
GAME = declare(
    __name__,
    slug="yacht",
    version=1,
    players=(1, 4),
    seats_rule=SEATS,
    holds=(*TURN.holds, POINTS),
    phases=(Phase("turn", TURN.question),),
    begin=TURN.begin,
)
