"""A game whose state keeps things in its own way: steps, trials and questions work over it through `get` and `put`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from msgspec.structs import replace

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, Setup
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Move,
    Phase,
    Question,
    Trial,
    WordParam,
    Zone,
    declare,
)
from pnp.referee.kernel.table import Draft, Table
from pnp.referee.replay import Replay
from tests.referee.kernel.tables import load, play_line

RULE, VOTE_RULE, END = "COV-05", "COV-06", "COV-11"
BOOK = load("cove")[1]
SEATS = ("anna", "ben", "carl")


class Market(Table, frozen=True, gc=False):
    """Cards by whom they belong to, coins in one text: nothing as the kernel would keep it."""

    owned: tuple[tuple[str, str], ...] = ()  # (place, card), in the order in which they came
    coins: str = "0,0,0"
    sold: tuple[str, ...] = ()


def cards_in(state: Market, place: str) -> tuple[str, ...]:
    return tuple(card for where, card in state.owned if where == place)


def put_cards(state: Market, place: str, cards: tuple[str, ...]) -> Market:
    others = tuple(pair for pair in state.owned if pair[0] != place)
    return replace(state, owned=(*others, *((place, card) for card in cards)))


def put_coins(state: Market, seat: Any, value: int) -> Market:
    numbers = state.coins.split(",")
    numbers[seat] = str(value)
    return replace(state, coins=",".join(numbers))


class Sell(Move, frozen=True):
    """`anna: sell red1`: a card of the hand for a coin."""

    card: Annotated[str, CARD]


class Vote(Move, frozen=True):
    """`anna: vote yes`: whether the market goes on."""

    word: Annotated[str, WordParam(("yes", "no"))]


HAND = Zone(
    "hand",
    EACH_SEAT,
    OWNER,
    rule=RULE,
    get=lambda s, seat: cards_in(s, f"hand{seat}"),
    put=lambda s, seat, cards: put_cards(s, f"hand{seat}", cards),
)
PILE = Zone(
    "pile",
    seen_by=NOBODY,
    first=True,
    rule=RULE,
    get=lambda s, key: cards_in(s, "pile"),
    put=lambda s, key, cards: put_cards(s, "pile", cards),
)
SOLD = Zone("sold")  # as the kernel keeps it
COINS = Counter("wealth", EACH_SEAT, scores=True, get=lambda s, seat: int(s.coins.split(",")[seat]), put=put_coins)
TURN = Question(RULE, "land_or_stay")
VOTE = Question(VOTE_RULE, "which_colour", secret=True)


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 3)


@TURN.answer(Sell, card_of=HAND)
def sell(t: Trial, m: Sell) -> None:
    if t[COINS[m.seat]] >= 4:
        t.refuse(RULE, "watched", colour="red")
    t.agreed()
    t.move(m.card, HAND[m.seat], SOLD)
    t.add(COINS[m.seat], 1)
    t.add(COINS[m.seat], t[COINS[m.seat]] // 3)  # of what it has become
    if not t[HAND[m.seat]]:
        t.ask(VOTE, *t.seats)
    t.pass_turn()


@VOTE.answer(Vote, choices=lambda t, seat: [Vote(seat, word) for word in ("yes", "no")])
def vote(t: Trial, m: Vote) -> None:
    t.agreed()


@VOTE.all_answered
def voted(t: Trial, votes: Mapping[int, Vote]) -> None:
    if all(vote.word == "no" for vote in votes.values()) or not any(t[HAND[seat]] for seat in t.seats):
        t.end_by(COINS, END, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(3, 3),
    seats_rule="COV-01",
    holds=(HAND, PILE, SOLD, COINS),
    state=Market,
    exact=False,
    phases=(Phase("turn", TURN),),
    questions=(VOTE,),
    begin=begin,
)


@pytest.fixture(scope="module")
def case() -> Case:
    return Case("market", GAME, BOOK, 3, 3)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def table(*lines: str, deal: str = "physical") -> Replay[Any]:
    replay = Replay(GAME, Setup(SEATS, BOOK, {}, deal))
    for line in lines:
        play_line(replay, line)
    return replay


def test_a_step_reads_what_it_has_just_written() -> None:
    sold = ("anna: sell red1", "ben: sell red2", "carl: sell blue1", "anna: sell red1", "ben: sell red2")
    state = table(*sold, "carl: sell blue1", "anna: sell green1").state
    assert (state.coins, state.sold[-1]) == ("4,2,2", "green1")
    assert cards_in(state, "hand0") == ()


def test_a_question_is_asked_over_it() -> None:
    first = ("anna: sell red1", "ben: sell blue1", "carl: sell green1")
    replay = table(*first, *first, "anna: sell red2")
    assert (GAME.phase(replay.state), replay.to_act) == ("which_colour", (0, 1, 2))
    for line in ("anna: vote no", "ben: vote no", "carl: vote no"):
        play_line(replay, line)
    assert replay.outcome is not None and replay.outcome.winners == (0,)


def test_a_refused_line_leaves_no_trace_and_a_seat_sees_its_own_hand() -> None:
    deals = ("anna red1 red1 red2", "ben blue1 blue1 blue2", "carl green1 green1 green2")
    replay = table(*(f"table: deal {deal}" for deal in deals), deal=DIGITAL)
    before = replay.state
    assert not replay.read("anna: sell blue1").accepted and replay.state == before
    seen = GAME.project(before, 1)
    assert (cards_in(seen, "hand0"), cards_in(seen, "hand1")) == (("*",) * 3, ("blue1", "blue1", "blue2"))


def test_a_draft_goes_its_own_way_and_forgets() -> None:
    state: Any = table().state
    d = Draft(state, {place.where: place for zone in (HAND, PILE, SOLD, COINS) for place in zone.places(3)})
    d.write(COINS[1], 7)
    other = d.copy()
    other.write(COINS[2], 5)
    assert (d.done().coins, other.done().coins) == ("0,7,0", "0,7,5")
    d.clear()
    assert d.done() == state
