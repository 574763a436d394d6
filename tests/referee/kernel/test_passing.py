"""Hands that are passed on, as docs/rules.md says how: through a zone that nobody sees, and drawn from there.

A drafting game made for it keeps every promise.
"""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import CARD, EACH_SEAT, NOBODY, OWNER, Move, Question, Seat, Trial, Zone, declare
from pnp.referee.kernel.zone import kind_of
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.view import ReplayView, view_of
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]


class Pick(Move, frozen=True):
    """`anna: pick red1`: a card of the hand is kept, before the others go to the next."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PASSED = Zone("passed", of=EACH_SEAT, seen_by=NOBODY, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
KEPT_CARDS = Zone("open", of=EACH_SEAT)
PICKING = Question(RULE, "choose_a_colour", secret=True)
PICKING.answer(Pick, card_of=HAND)(lambda t, m: None)


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 3)
    t.later(pick)


def pick(t: Trial) -> None:
    if not t[HAND[0]]:
        t.end((), RULE, "rounds_over")
        return
    t.ask(PICKING, *t.seats)


@PICKING.all_answered
def pass_on(t: Trial, picks: dict[Seat, Pick]) -> None:
    for seat, picked in picks.items():
        t.move(picked.card, HAND[seat], KEPT_CARDS[seat])
    for seat in t.seats:
        t.move(t[HAND[seat]], HAND[seat], PASSED[(seat + 1) % len(t.seats)], unseen=True)
    for seat in t.seats:
        t.draw(PASSED[seat], HAND[seat], len(t[PASSED[seat]]))
    t.later(pick)


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 4),
    seats_rule="COV-01",
    holds=(HAND, PASSED, PILE, KEPT_CARDS),
    questions=(PICKING,),
    begin=begin,
)


@pytest.fixture(scope="module", params=[2, 3])
def case(request: pytest.FixtureRequest) -> Case:
    return Case("passing", GAME, BOOK, request.param, 4)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def table(deal: str, *lines: str) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben", "carl"), BOOK, {}, deal))
    for line in lines:
        play_line(replay, line)
    return replay


PICKS = ("anna: pick red1", "ben: pick green1", "carl: pick blue1")
HANDS = ("anna red1 red2 red3", "ben green1 green2 green3", "carl blue1 blue2 blue3")


def test_a_hand_that_is_passed_on_is_dealt_to_the_next_seat_at_a_digital_table() -> None:
    replay = table(DIGITAL, *(f"table: deal {hand}" for hand in HANDS), *PICKS, "table: deal anna blue2 blue3")
    play_line(replay, "table: deal ben red2 red3")
    lines = [ReplayView(replay, seat).entries[-1].text for seat in (0, 1, 2, None)]
    assert lines == ["table: deal ben ? ?", "table: deal ben red2 red3", "table: deal ben ? ?", "table: deal ben ? ?"]
    assert [card[:4] for card in view_of(replay, 1).hand[1]] == ["red2", "red3"]


def test_a_hand_that_is_passed_on_is_dealt_in_any_order_and_nothing_else() -> None:
    replay = table(DIGITAL, *(f"table: deal {hand}" for hand in HANDS), *PICKS)
    refused = replay.read("table: deal anna blue2 red2").ruling
    assert isinstance(refused, Illegal)
    assert refused.rule == RULE
    play_line(replay, "table: deal anna blue3 blue2")
    assert [kind_of(card) for card in replay.state.hand[0]] == ["blue2", "blue3"]


def test_with_real_cards_nobody_tells_what_is_passed_on() -> None:
    replay = table(PHYSICAL, *PICKS)
    assert replay.state.hand == (("?", "?"),) * 3
    play_line(replay, "anna: pick blue2")


def test_every_copy_of_a_card_may_be_chosen_in_secret_and_laid_down_when_all_have_chosen() -> None:
    replay = table(PHYSICAL, "anna: pick red1", "ben: pick red1", "carl: pick blue1")
    assert replay.state.open == (("red1",), ("red1",), ("blue1",))


def test_an_answer_that_is_opened_to_all_cannot_hide_a_field() -> None:
    secret = Question(RULE, "choose_a_colour", secret=True)
    with pytest.raises(TypeError, match="Pick cannot hide card: a secret question reveals its answers"):
        secret.answer(Pick, card_of=HAND, hides=("card",))


def declared(*zones: Zone, question: Question = PICKING) -> Any:
    return declare(__name__, slug="cove", version=1, players=(2, 4), holds=zones, questions=(question,))


@pytest.mark.parametrize(
    "zone", [Zone("passed", of=EACH_SEAT, seen_by=NOBODY), Zone("pile", seen_by=NOBODY, first=True)]
)
def test_what_nobody_sees_says_which_rule_a_refused_deal_cites(zone: Zone) -> None:
    with pytest.raises(ValueError, match=rf"^{zone.id}: expected Zone\(…, rule=…\)"):
        declared(HAND, zone)


def test_a_hand_that_answers_come_from_says_which_rule_a_refused_card_cites() -> None:
    hand, question = Zone("hand", of=EACH_SEAT, seen_by=OWNER), Question(RULE, "choose_a_colour")
    question.answer(Pick, card_of=hand)(lambda t, m: None)
    with pytest.raises(ValueError, match=r"^hand: "):
        declared(hand, PILE, question=question)
