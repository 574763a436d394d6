"""Dice, sheets and values that some seats do not see, in a small game of a spy.

Everybody gets a role in secret, writes a number that the others do not hear, rolls dice under a cup, and fills a sheet.
"""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import (
    EACH_SEAT,
    NUMBER,
    OWNER,
    TABLE,
    Counter,
    Dice,
    Fact,
    Move,
    OrUnknown,
    Phase,
    Question,
    Sheet,
    Trial,
    WordParam,
    declare,
)
from pnp.referee.replay import Replay
from pnp.referee.view import view_of
from tests.referee.kernel.tables import load

RULE = "COV-09"
BOOK = load("cove")[1]
BOXES = ("low", "high")


class Think(Move, frozen=True):
    """`anna: think 3`: of a number, which the others do not hear."""

    number: Annotated[int | str, OrUnknown(NUMBER)]


class Tick(Move, frozen=True):
    """`anna: tick low`: a box of her sheet, or with the last one everything is told."""

    box: Annotated[str, WordParam(BOXES)]


ROLE = Fact("role", "", of=EACH_SEAT, seen_by=OWNER, values=("spy", "agent", "agent"), rule=RULE)
SECRET = Counter("secret", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
CUP = Dice("cup", 2, ("sun", "moon", "star"), of=EACH_SEAT, seen_by=OWNER, rule=RULE)
SHEET = Sheet("sheet", BOXES, rule=RULE)
THINKING, TICKING = Question(RULE, "who_denounces"), Question(RULE, "land_or_stay")


def begin(t: Trial) -> None:
    t.assign(ROLE)
    for seat in t.seats:
        t.roll(CUP[seat])
        t.ask(THINKING, seat)


@THINKING.answer(Think, choices=lambda t, seat: [Think(seat, number) for number in range(1, 6)], hides=("number",))
def think(t: Trial, m: Think) -> None:
    t.put(SECRET[m.seat], m.number)


@TICKING.answer(Tick, offers=lambda t, seat: [Tick(seat, box) for box in t.free(SHEET[seat])])
def tick(t: Trial, m: Tick) -> None:
    t.fill_in(SHEET[m.seat], m.box)
    t.add(SECRET[m.seat], 1)
    if any(t.free(SHEET[seat]) for seat in t.seats):
        t.pass_turn()
        return
    for seat in t.seats:
        t.reveal_value(ROLE[seat])
        t.reveal_value(SECRET[seat])
        t.reveal_value(CUP[seat])
    t.later(finish)


def finish(t: Trial) -> None:
    spies = [seat for seat in t.seats if t[ROLE[seat]] == "spy"]
    t.end(spies or t.seats, RULE, "who_denounces")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    holds=(ROLE, SECRET, CUP, SHEET),
    phases=(Phase("tick", TICKING),),
    questions=(THINKING,),
    begin=begin,
)


def table_of(deal: str, *lines: str) -> Replay[Any]:
    table = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))
    for line in lines:
        entry = table.read(line)
        assert entry.accepted, (line, entry.ruling)
    return table


DEALT = (
    "table: assign role anna spy",
    "table: assign role ben agent",
    "table: roll cup anna star sun",
    "anna: think 3",
    "table: roll cup ben moon moon",
    "ben: think 4",
)


@pytest.fixture(scope="module", params=(2, 3))
def case(request: pytest.FixtureRequest) -> Case:
    return Case("cove", GAME, BOOK, request.param, 4)


@pytest.mark.parametrize("promise", [p for p in PROMISES if p.__module__.endswith(("secrets", "rulings", "records"))])
def test_a_game_of_hidden_values_keeps_the_promises(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def test_a_value_is_known_to_those_who_see_it_until_it_is_told() -> None:
    table = table_of(DIGITAL, *DEALT)
    mine, theirs = view_of(table, 0), view_of(table, 1)
    assert (mine.role, mine.secret, mine.cup) == (("spy", "?"), (3, "?"), (("sun", "star"), ("?", "?")))
    assert (theirs.role, theirs.secret, theirs.cup) == (("?", "agent"), ("?", 4), (("?", "?"), ("moon", "moon")))
    assert GAME.redact(table.entries[0].move, None).value == "?"  # type: ignore[attr-defined]
    ticked = table_of(DIGITAL, *DEALT, "anna: tick low", "ben: tick low", "anna: tick high", "ben: tick high")
    assert ticked.to_act == (TABLE,)
    for _ in range(6):
        told = ticked.apply_move(GAME.chance(ticked.state, None))  # type: ignore[arg-type]  # it only tells the truth
        assert told.accepted
    public = view_of(ticked, None)
    assert (public.role, public.secret) == (("spy", "agent"), (5, 6))
    assert ticked.outcome is not None and ticked.outcome.winners == (0,)


def test_with_real_dice_and_slips_nobody_tells_until_it_is_asked() -> None:
    lines = ("anna: think ?", "ben: think 4", "anna: tick low", "ben: tick low", "anna: tick high", "ben: tick high")
    table = table_of(PHYSICAL, *lines)
    assert table.state.role == ("?", "?") and table.state.cup == (("?", "?"), ("?", "?"))
    assert [GAME.redact(move, 1) for move in GAME.legal_moves(table.state, TABLE)] == list(
        GAME.legal_moves(table.state, TABLE)
    )
    assert table.read("table: reveal role anna spy").accepted
    assert not table.read("table: reveal secret anna").accepted
    assert table.read("table: reveal secret anna 9").accepted
    assert not table.read("table: reveal cup anna sun rain").accepted
    assert not table.read("table: reveal cup anna sun").accepted
    assert not table.read("table: reveal cup ben sun sun").accepted, "anna is asked first"
    assert table.read("table: reveal cup anna sun star").accepted
    assert table.read("table: reveal role ben agent").accepted
    refused = table.read("table: reveal secret ben 3")
    assert not refused.accepted and "another" in str(refused.ruling.because)  # type: ignore[attr-defined]  # 4, and two boxes


def test_a_hidden_value_that_nobody_has_left_is_not_dealt_twice() -> None:
    table = table_of(DIGITAL, DEALT[0])
    assert not table.read("table: assign role ben spy").accepted
    assert not table.read("table: assign role ben king").accepted


def test_a_box_is_filled_in_once() -> None:
    table = table_of(PHYSICAL, "anna: think ?", "ben: think ?", "anna: tick low", "ben: tick low")
    assert not table.read("anna: tick low").accepted
    assert table.state.sheet[0] == {"low": True}


def test_what_cannot_be_declared_is_told() -> None:
    for wrong, words in (
        (lambda: Dice("d", 0), "at least one die with two faces"),
        (lambda: Dice("d", 1, 1), "at least one die with two faces"),
        (lambda: Dice("d", 1, ("sun", "sun")), "faces that differ"),
        (lambda: Dice("d", of=("north", "south")), "of=TABLE or of=EACH_SEAT"),  # type: ignore[arg-type]
        (lambda: Sheet("s", ("a", "a")), "boxes that differ"),
        (lambda: Counter("c", of=EACH_SEAT, seen_by=OWNER, scores=True), "a score that everybody sees"),
        (lambda: Fact("f", "", seen_by=OWNER), "seen_by=OWNER needs of=EACH_SEAT"),
        (lambda: declare(__name__, slug="x", version=1, players=(1, 2), holds=(Dice("d"),)), "expected rule="),
    ):
        with pytest.raises(ValueError, match=words):
            wrong()
