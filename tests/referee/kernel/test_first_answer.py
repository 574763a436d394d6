"""A question of several seats of which one must answer: who holds the card that begins.

A game made for it keeps every promise, with real cards too, where nobody knows who that is.
"""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Move,
    Pass,
    Phase,
    Question,
    Trial,
    Zone,
    declare,
)
from pnp.referee.replay import Replay
from pnp.referee.view import view_of
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]


class Lead(Move, frozen=True):
    """`anna: lead red1`: who holds it begins with it."""

    card: Annotated[str, CARD]


class Play(Move, frozen=True):
    """`anna: play red1`: any card of the hand."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
OPEN = Zone("open")
STARTING = Question(RULE, "who_denounces", first=True)
TURN = Question(RULE, "land_or_stay")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 18 // len(t.seats))
    t.later(start)


def start(t: Trial) -> None:
    t.ask(STARTING, *t.seats, seat=0, colour="red")


@STARTING.answer(Lead, choices=lambda t, seat: [Lead(seat, "red1")] if t.can_lie("red1", HAND[seat]) else [])
def lead(t: Trial, m: Lead) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)
    t.pass_turn(after=m.seat)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)
    t.pass_turn()


def ending(t: Trial) -> None:
    if len(t[OPEN]) > 6:
        t.end((), RULE, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    seats_rule="COV-01",
    holds=(HAND, PILE, OPEN),
    phases=(Phase("turn", TURN),),
    questions=(STARTING,),
    begin=begin,
    ending=ending,
)


@pytest.fixture(scope="module", params=[2, 3])
def case(request: pytest.FixtureRequest) -> Case:
    return Case("first_answer", GAME, BOOK, request.param, 4)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


HANDS = (
    "anna green1 green1 green2 green2 green3 green3",
    "ben red1 red2 red2 red3 blue3 blue3",
    "carl red1 red3 blue1 blue1 blue2 blue2",
)


def table(deal: str) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben", "carl"), BOOK, {}, deal))
    for hand in HANDS if deal == DIGITAL else ():
        play_line(replay, f"table: deal {hand}")
    return replay


def test_only_seats_that_can_answer_are_waited_for() -> None:
    replay = table(DIGITAL)
    assert replay.to_act == (1, 2)
    assert {decision.seat for decision in GAME.pending(replay.state)} == {1, 2}
    assert {decision.seat for decision in replay.decisions} == {0, 1, 2}  # the public does not know who holds it
    assert GAME.to_act(view_of(replay, 0)) == (1, 2)
    assert GAME.to_act(view_of(replay, 1)) == (0, 1, 2)  # who has the other copy, ben does not know
    assert table(PHYSICAL).to_act == (0, 1, 2)


def test_the_first_answer_closes_the_question() -> None:
    replay = table(DIGITAL)
    play_line(replay, "carl: lead red1")
    assert replay.state.turn == 0 and not replay.state.stack
    assert not replay.read("ben: lead red1").accepted


def test_nobody_passes_and_no_other_line_is_silence() -> None:
    replay = table(PHYSICAL)
    assert Pass not in GAME.moves
    refused: Any = replay.read("anna: play green1").ruling
    assert refused.because.startswith("anna must answer first")
    play_line(replay, "ben: lead red1")
    assert replay.state.turn == 2


MAYBE = Question(RULE, "which_colour", may=True)


@MAYBE.answer(Lead, card_of=HAND)
def lead_if_you_like(t: Trial, m: Lead) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)


@MAYBE.all_passed
def ask_again(t: Trial) -> None:
    t.ask(MAYBE, *t.seats)


def deal_and_ask(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 3)
    t.later(ask_again)


ENDLESS = declare(
    load.__module__,  # this module holds the state of `GAME`
    slug="cove",
    version=1,
    players=(2, 3),
    holds=(HAND, PILE, OPEN),
    phases=(Phase("turn", TURN),),
    questions=(MAYBE,),
    begin=deal_and_ask,
)


def test_a_question_that_silence_asks_again_is_named_with_its_remedy() -> None:
    replay = Replay(ENDLESS, Setup(("anna", "ben"), BOOK, {}, PHYSICAL))
    with pytest.raises(ValueError, match=r"which_colour: .* without end; .* Question\(…, first=True\)"):
        replay.read("anna: play red1")
