"""Cards that some know and others do not: looked at, given unseen, put back on the pile, stashed; seen by card, not by
zone. A game made for it keeps every promise, at tables of three where one never knows what two others do.
"""

from __future__ import annotations

from itertools import permutations
from typing import Annotated, Any

import pytest
from msgspec.structs import replace

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    SEAT,
    TABLE,
    Counter,
    ListParam,
    Move,
    OrUnknown,
    Pass,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.view import ReplayView, view_of
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]


class Give(Move, frozen=True):
    """`anna: give red1 ben`: a card goes into another hand, and only these two see which."""

    card: Annotated[str, OrUnknown(CARD)]
    to: Annotated[Seat, SEAT]


class Peek(Move, frozen=True):
    """`anna: peek`: looks at the two top cards of the pile, and may put one on top of it."""


class Cover(Move, frozen=True):
    """`anna: cover red1`: a card of the hand goes on top of the pile, unseen."""

    card: Annotated[str, OrUnknown(CARD)]


class Stash(Move, frozen=True):
    """`anna: stash red1`: a card lies face down before its owner."""

    card: Annotated[str, OrUnknown(CARD)]


class Show(Move, frozen=True):
    """`anna: show red1`: everybody sees a card of the hand, which stays there."""

    card: Annotated[str, CARD]


class Whisper(Move, frozen=True):
    """`anna: whisper ben red1 red2`: another seat is shown two cards of the hand, and nobody else hears which."""

    to: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], ListParam(CARD, unknown=True)]


class Spy(Move, frozen=True):
    """`anna: spy ben`: looks at a whole hand."""

    on: Annotated[Seat, SEAT]


class Play(Move, frozen=True):
    """`anna: play red1`: a card lies open."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
STASH = Zone("stash", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
OPEN = Zone("open")
LEFT = Counter("left", first=18)
TURN = Question(RULE, "land_or_stay")
COVER = Question(RULE, "discard_down", may=True)


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 3)


def gives(t: Trial, seat: Seat) -> list[Move]:
    return [Give(seat, kind, other) for kind in t.may_lie(HAND[seat]) for other in t.others(seat)]


@TURN.answer(Give, choices=gives, hides=("card",), shown_to="to")
def give(t: Trial, m: Give) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], HAND[m.to], unseen=True)
    done(t)


@TURN.answer(Stash, card_of=HAND, hides=("card",))
def stash(t: Trial, m: Stash) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], STASH[m.seat], unseen=True)
    done(t)


@TURN.answer(Show, card_of=HAND)
def show(t: Trial, m: Show) -> None:
    t.agreed()
    t.reveal(m.card, HAND[m.seat])
    done(t)


def whispers(t: Trial, seat: Seat) -> list[Move]:
    pairs = permutations(t[HAND[seat]], 2)
    return [Whisper(seat, other, pair) for pair in pairs for other in t.others(seat)]


@TURN.answer(Whisper, offers=whispers, hides=("cards",), shown_to="to")
def whisper(t: Trial, m: Whisper) -> None:
    t.agreed()
    t.reveal(m.cards, HAND[m.seat], to=m.to)
    done(t)


@TURN.answer(Spy, choices=lambda t, seat: [Spy(seat, other) for other in t.others(seat)])
def spy(t: Trial, m: Spy) -> None:
    t.agreed()
    t.look(HAND[m.on], m.seat, len(t[HAND[m.on]]))
    done(t)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)
    t.draw(PILE, HAND[m.seat])
    done(t)


@TURN.answer(Peek)
def peek(t: Trial, m: Peek) -> None:
    if not t[PILE]:
        t.refuse(RULE, "kernel.too_few")
    t.agreed()
    t.look(PILE, m.seat, 2)
    t.later(cover_or_not, m.seat)


def cover_or_not(t: Trial, seat: Seat) -> None:
    t.ask(COVER, seat, seat=seat, limit=2)


@COVER.answer(Cover, card_of=HAND, hides=("card",))
def cover(t: Trial, m: Cover) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], PILE, top=True, unseen=True)
    done(t)


@COVER.all_passed
def no_cover(t: Trial) -> None:
    done(t)


def done(t: Trial) -> None:
    t.add(LEFT, -1)
    t.pass_turn()


def ending(t: Trial) -> None:
    if not t[LEFT] or any(not t[HAND[seat]] for seat in t.seats):
        t.end((), RULE, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 4),
    seats_rule="COV-01",
    holds=(HAND, PILE, STASH, OPEN, LEFT),
    phases=(Phase("turn", TURN),),
    questions=(COVER,),
    begin=begin,
    ending=ending,
    looks=True,
)


@pytest.fixture(scope="module", params=[2, 3])
def case(request: pytest.FixtureRequest) -> Case:
    return Case("stashes", GAME, BOOK, request.param, 4)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def table(*lines: str, deal: str = DIGITAL) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben", "carl"), BOOK, {}, deal))
    deals = ("anna red1 red2 red3", "ben green1 green2 green3", "carl blue1 blue2 blue3")
    for line in ([f"table: deal {each}" for each in deals] if deal == DIGITAL else []) + list(lines):
        play_line(replay, line)
    return replay


def seen(replay: Replay[Any], seat: int | None, zone: str) -> Any:
    return getattr(view_of(replay, seat), zone)


def test_a_card_given_unseen_is_known_to_two() -> None:
    replay = table("anna: give red1 ben")
    assert seen(replay, 0, "hand")[1] == ("red1@0", "*", "*", "*")
    assert seen(replay, 1, "hand")[1] == ("green1", "green2", "green3", "red1@0")
    assert seen(replay, 2, "hand")[1] == ("*", "*", "*", "*")
    lines = [ReplayView(replay, seat).entries[-1].text for seat in (0, 1, 2, None)]
    assert lines == ["anna: give red1 ben", "anna: give red1 ben", "anna: give ? ben", "anna: give ? ben"]


def test_who_looked_knows_the_card_until_it_is_shuffled_or_hidden_among_others() -> None:
    replay = table("anna: peek", "table: look anna red1 blue1", "anna: cover red2")
    assert seen(replay, 0, "pile")[:3] == ("red2@0", "red1@0", "blue1@0")
    assert seen(replay, 1, "pile")[:3] == ("*", "*", "*")
    play_line(replay, "ben: play green1")
    play_line(replay, "table: deal ben red2")
    assert seen(replay, 0, "hand")[1] == ("red2@0", "*", "*")
    play_line(replay, "carl: play blue1")
    play_line(replay, "table: deal carl red1")
    play_line(replay, "anna: show red1")
    play_line(replay, "ben: give green2 anna")
    assert seen(replay, 0, "hand")[1] == ("red2@0", "*")
    assert seen(replay, 2, "hand")[1] == ("*", "*")


def test_a_shown_card_may_be_the_one_that_was_given_unseen() -> None:
    replay = table("anna: show red1", "ben: peek", "table: look ben blue1 red1", "ben: pass", "carl: play blue1")
    play_line(replay, "table: deal carl blue1")
    assert seen(replay, 2, "hand")[0] == ("red1@!", "*", "*")
    play_line(replay, "anna: give red2 ben")
    assert seen(replay, 2, "hand")[0] == ("*", "*")
    assert seen(replay, 1, "hand")[0] == ("red1@1", "*")
    assert seen(replay, 0, "hand")[0] == ("red1@1", "red3")


def test_with_real_cards_nobody_tells_what_goes_unseen() -> None:
    replay = table("anna: show red1", "ben: stash ?", "carl: give blue1 anna", "anna: give ? ben", deal=PHYSICAL)
    assert replay.state.hand[0] == ("?", "?", "?")
    knowledge = replay.state.knowledge
    assert knowledge.can_hold(("hand", 1), "red1") and knowledge.can_hold(("hand", 0), "red1")
    assert knowledge.size(("stash", 1)) == 1
    play_line(replay, "ben: play red1")
    assert GAME.conceals(replay.entries[-3].state, replay.entries[-2].state)


def test_looking_is_not_told_with_real_cards() -> None:
    replay = table("anna: peek", "anna: cover ?", deal=PHYSICAL)
    assert (len(replay.state.pile), len(replay.state.hand[0])) == (10, 2)
    assert not replay.read("table: look anna red1 red2").accepted


def test_only_those_cards_are_shown_that_can_lie_there() -> None:
    replay = table("anna: peek")
    assert not replay.read("table: look anna red1 red1").accepted
    assert not replay.read("table: look ben red1 blue1").accepted
    assert not replay.read("table: deal anna red1 blue1").accepted
    assert replay.decisions[0].why == "show 2 cards to anna"
    state = replace(replay.state, turn=2)
    assert GAME.to_act(state) == (TABLE,)


def test_what_somebody_saw_on_top_is_what_is_dealt() -> None:
    replay = table("anna: peek", "table: look anna red1 blue1", "anna: pass", "ben: play green1")
    refused = replay.read("table: deal ben blue2").ruling
    assert isinstance(refused, Illegal)
    assert refused.because == "Blue 2 is not on top: the cards there are known"
    assert replay.read("table: deal ben red1").accepted


def test_silence_passes_after_a_look() -> None:
    assert Pass in GAME.moves
    replay = table("anna: peek", "ben: play green1", deal=PHYSICAL)
    assert replay.state.turn == 2


def test_two_equal_cards_that_are_shown_to_one_are_both_known() -> None:
    replay = Replay(GAME, Setup(("anna", "ben", "carl"), BOOK, {}, DIGITAL))
    for line in ("anna red1 red1 red3", "ben green1 green2 green3", "carl blue1 blue2 blue3"):
        play_line(replay, f"table: deal {line}")
    play_line(replay, "anna: whisper ben red1 red1")
    assert seen(replay, 1, "hand")[0] == ("red1@1", "red1@1", "*")
    assert seen(replay, 2, "hand")[0] == ("*", "*", "*")
    assert [ReplayView(replay, seat).entries[-1].text for seat in (1, 2)] == [
        "anna: whisper ben red1 red1",
        "anna: whisper ben ? ?",
    ]


def test_a_hand_that_is_looked_at_tells_nobody_in_which_order_its_cards_came() -> None:
    replay = table("anna: spy carl", "table: look anna blue3 blue1 blue2")
    assert replay.state.hand[2] == ("blue1@0", "blue2@0", "blue3@0")
    assert GAME.redact_event(replay.entries[-1].ruling.events[-1], 0).cards == ("blue1", "blue2", "blue3")  # type: ignore


def test_cards_shown_and_not_told_leave_a_real_hand_as_it_is() -> None:
    replay = table("anna: whisper ben ? ?", deal=PHYSICAL)
    assert replay.state.hand[0] == ("?", "?", "?")
    play_line(replay, "ben: whisper carl red1 ?")
    assert replay.state.hand[1] == ("red1@2", "?", "?")


def test_a_view_that_knows_a_part_of_a_pile_draws_its_first_card() -> None:
    replay = table("anna: peek", "table: look anna red1 blue1", "anna: cover red2", "ben: peek")
    play_line(replay, "table: look ben red2 red1")
    play_line(replay, "ben: cover green1")
    play_line(replay, "carl: play blue1")
    play_line(replay, "table: deal carl green1")
    assert seen(replay, 0, "pile")[:2] == ("red2@0,1", "red1@0,1")
