"""Cards that lie face down: columns that nobody has seen, whole hands that are passed on, hands that are shuffled away.
A game made for them keeps every promise.
"""

from __future__ import annotations

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
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)
from pnp.referee.kernel.events import CardsMoved
from pnp.referee.kernel.zone import kinds_of
from pnp.referee.replay import Replay
from pnp.referee.view import view_of
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
GREEN = ("green1", "green2", "green3")
BOOK = load("cove")[1]


class Turn(Move, frozen=True):
    """`anna: turn`: the top card of a column."""


class Spy(Move, frozen=True):
    """`anna: spy ben`: looks at a whole hand."""

    on: Annotated[Seat, SEAT]


class Around(Move, frozen=True):
    """`anna: around`: all hands go to the left, face down."""


class Afresh(Move, frozen=True):
    """`anna: afresh`: the own hand is shuffled into the pile, and as many cards are drawn."""


class Take(Move, frozen=True):
    """`anna: take red1`: an open card into the hand."""

    card: Annotated[str, CARD]


class Land(Move, frozen=True):
    """`anna: land red1`: a card is laid open; a green one, unless the hand has none."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
COLUMN = Zone("column", of=("left", "right"), seen_by=NOBODY, rule=RULE)
PASSED = Zone("passed", of=EACH_SEAT, seen_by=NOBODY, rule=RULE)
OPEN = Zone("open", rule=RULE)
LEFT = Counter("left", first=12)
TURN = Question(RULE, "land_or_stay")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 3)
    t.draw(PILE, COLUMN["left"], 2)
    t.draw(PILE, COLUMN["right"], 2)


@TURN.answer(Turn, choices=lambda t, seat: [Turn(seat)] if t[COLUMN["left"]] else [])
def turn(t: Trial, m: Turn) -> None:
    t.agreed()
    t.draw(COLUMN["left"], OPEN)
    done(t)


@TURN.answer(Spy, choices=lambda t, seat: [Spy(seat, other) for other in t.others(seat)])
def spy(t: Trial, m: Spy) -> None:
    t.agreed()
    t.look(HAND[m.on], m.seat, len(t[HAND[m.on]]))
    done(t)


@TURN.answer(Around)
def around(t: Trial, m: Around) -> None:
    t.agreed()
    sizes = [len(t[HAND[seat]]) for seat in t.seats]
    for seat in t.seats:
        t.move(t[HAND[seat]], HAND[seat], PASSED[(seat + 1) % len(t.seats)], unseen=True)
    for seat in t.seats:
        t.draw(PASSED[seat], HAND[seat], max(sizes))
    done(t)


@TURN.answer(Take, card_of=OPEN)
def take(t: Trial, m: Take) -> None:
    t.agreed()
    t.move(m.card, OPEN, HAND[m.seat])
    done(t)


@TURN.answer(Afresh)
def afresh(t: Trial, m: Afresh) -> None:
    t.agreed()
    size = len(t[HAND[m.seat]])
    t.shuffle(t[HAND[m.seat]], HAND[m.seat], PILE)
    t.draw(PILE, HAND[m.seat], size)
    done(t)


@TURN.answer(Land, card_of=HAND)
def land(t: Trial, m: Land) -> None:
    if m.card not in GREEN:
        t.claim(HAND[m.seat], GREEN, RULE, "has_others", seat=m.seat, colour="red")
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)
    t.draw(PILE, HAND[m.seat])
    done(t)


def done(t: Trial) -> None:
    t.add(LEFT, -1)
    t.pass_turn()


def ending(t: Trial) -> None:
    if not t[LEFT]:
        t.end((), RULE, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 4),
    seats_rule="COV-01",
    holds=(HAND, PILE, COLUMN, PASSED, OPEN, LEFT),
    phases=(Phase("turn", TURN),),
    begin=begin,
    ending=ending,
    looks=True,
)


@pytest.fixture(scope="module", params=[2, 3])
def case(request: pytest.FixtureRequest) -> Case:
    return Case("face_down", GAME, BOOK, request.param, 4)


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


@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
def test_cards_drawn_to_where_nobody_sees_them_are_in_no_line_and_no_view(deal: str) -> None:
    replay = table(deal=deal)
    assert GAME.to_act(replay.state) == (0,)
    assert not [entry for entry in replay.entries if entry.text.startswith("table: deal table")]
    for seat in (None, 0, 1, 2):
        assert view_of(replay, seat).column == (("?", "?"), ("?", "?"))
    assert len(replay.state.pile) == 5


def test_a_face_down_card_is_told_when_it_is_turned_up() -> None:
    replay = table("anna: turn")
    assert GAME.to_act(replay.state) == (TABLE,)
    play_line(replay, "table: deal table blue1")
    assert (replay.state.open, replay.state.column) == (("blue1",), (("?",), ("?", "?")))


def test_a_pile_deals_in_its_order_what_is_due_and_what_comes_at_once() -> None:
    state = replace(table().state, pile=("red1@0", "red2@0", "red3@0"))
    t = Trial(GAME.declared, state)
    t.draw(PILE, HAND[0], 1)
    t.draw(PILE, COLUMN["left"], 2)
    assert t[PILE] == ("red1",)


def test_real_cards_laid_face_down_leave_what_was_claimed_as_it_was() -> None:
    """Columns laid out later in a game do not wipe out the evidence of earlier lines."""
    replay = table("anna: land red1", deal=PHYSICAL)
    knowledge = replay.state.knowledge
    laid = GAME.apply(replay.state, CardsMoved(("?", "?"), ("pile", -1), ("column", "left"))).knowledge
    assert knowledge.evidence.claims and laid.evidence.claims == knowledge.evidence.claims
    assert (laid.pile_size("pile"), laid.pile_size("column left")) == (knowledge.pile_size("pile") - 2, 4)


WITH_A_SHOWN_CARD = (
    "anna: spy carl",
    "table: look anna blue3 blue1 blue2",
    "ben: turn",
    "table: deal table green1",
    "carl: take green1",
)


def test_who_knew_a_whole_hand_knows_where_it_went() -> None:
    replay = table(*WITH_A_SHOWN_CARD, "anna: around")
    for seat in (0, 2):
        assert kinds_of(view_of(replay, seat).passed[0]) == ("blue1", "blue2", "blue3", "green1")


def test_who_knew_one_card_of_a_hand_is_not_told_where_it_is_in_a_pile() -> None:
    """Its position among hidden cards would tell how it ranks among them."""
    replay = table(*WITH_A_SHOWN_CARD, "anna: around")
    assert view_of(replay, 1).passed[0] == ("*", "*", "*", "*")


def test_the_order_in_which_cards_came_into_a_hand_is_in_no_event() -> None:
    happened = []
    for dealt in ("red1 red2 red3", "red3 red1 red2"):
        replay = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, DIGITAL))
        for line in (f"table: deal anna {dealt}", "table: deal ben green1 green2 green3", "anna: afresh"):
            play_line(replay, line)
        happened.append(replay.entries[-1].ruling.events)  # type: ignore[attr-defined]
    assert happened[0] == happened[1]


def test_a_view_in_which_a_hand_is_only_sorted_keeps_what_the_lines_prove() -> None:
    replay = table("anna: land red1", "ben: take red1", deal=PHYSICAL)
    assert replay.state.hand[1] == ("?", "?", "?", "red1@!")
    for seat in (None, 0, 1, 2):
        view = view_of(replay, seat)
        assert view.hand[1] in (("red1@!", "?", "?", "?"), ("?", "?", "?", "red1@!"))
        assert view.knowledge == replay.state.knowledge
