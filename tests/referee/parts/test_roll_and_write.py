"""Roll and write: dice are kept, rolled again, and written down."""

from __future__ import annotations

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.kernel import EACH_SEAT, Counter, Dice, Phase, Seat, Sheet, Trial, declare
from pnp.referee.parts import RollAndWrite
from tests.referee.parts.tables import RULE, broken_promises, table_of

DICE = Dice("dice", 3, rule=RULE)
SHEET = Sheet("sheet", ("sum", "most"), rule=RULE)
POINTS = Counter("points", of=EACH_SEAT, scores=True)


def worth(t: Trial, seat: Seat, box: str) -> int:
    return sum(t[DICE]) if box == "sum" else max(t[DICE], default=0)


def written(t: Trial, seat: Seat, box: str, points: int) -> None:
    t.add(POINTS[seat], points)
    t.pass_turn()
    if any(t.free(SHEET[each]) for each in t.seats):
        TURN.begin(t)
    else:
        t.end_by(POINTS, RULE, "over", ranks={0: "weak", 12: "good"})


TURN = RollAndWrite(DICE, SHEET, worth, written, rule=RULE)
GAME = declare(
    __name__,
    slug="parts",
    version=1,
    players=(1, 4),
    holds=(POINTS, *TURN.holds),
    phases=(Phase("turn", TURN.question),),
    begin=TURN.begin,
)


def test_a_game_of_dice_and_sheets_keeps_the_promises() -> None:
    assert broken_promises(GAME, 2) == []


def test_dice_are_kept_and_the_others_rolled_again() -> None:
    table = table_of(GAME, PHYSICAL, 2, "table: roll 1 6 6", "anna: keep 6 6", "table: roll 5")
    assert table.state.dice == (5, 6, 6) and table.state.rolls_left == 1
    assert not table.read("anna: keep 1").accepted
    assert not table.read("anna: keep 5 6 6").accepted
    assert table.read("anna: again").accepted and not table.read("table: roll 1 2").accepted
    assert table.read("table: roll 1 2 3").accepted
    refused = table.read("anna: again")
    assert not refused.accepted, "no roll is left"
    assert table.read("anna: write sum").accepted
    assert table.state.sheet == ({"sum": 6}, {}) and table.state.points == (6, 0)


def test_a_table_of_one_ends_with_a_rank() -> None:
    table = table_of(GAME, DIGITAL, 1, "table: roll 1 1 1", "anna: write most", "table: roll 6 6 6", "anna: write sum")
    assert table.outcome is not None and table.outcome.kind == "good"
