"""Phases, several seats asked at once, places with keys, bounds of counters: a game made for it, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.games.sandbox import sandbox_game
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    TABLE,
    Counter,
    Fact,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    WordParam,
    Zone,
    declare,
)
from pnp.referee.kernel.events import Answered, CardsMoved, FactChanged, PhaseBegan, Settled
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.replay import Replay
from tests.referee.kernel.tables import load, play_line

RULE, PIERS_RULE, END = "COV-05", "COV-06", "COV-11"
COLOURS = ("red", "green", "blue")
BOOK = load("cove")[1]


class Bid(Move, frozen=True):
    """`anna: bid red`: the colour that a seat wants, openly and in any order."""

    colour: Annotated[str, WordParam(COLOURS)]


class Ship(Move, frozen=True):
    """`anna: ship red1`: an open card goes to the pier of its colour."""

    card: Annotated[str, CARD]


class Rest(Move, frozen=True):
    """`anna: rest`: nothing more in this round."""


QUAY = Zone("quay", first=True, rule=RULE)
PIER = Zone("pier", of=COLOURS)
HEIGHT = Counter("height", of=COLOURS, most=3)
COINS = Counter("coins", of=EACH_SEAT, first=2, least=0, scores=True)
WANTED = Fact("wanted", (), of=EACH_SEAT)
ROUND = Counter("round")

BIDS = Question(RULE, "which_colour")
SHIPS = Question(PIERS_RULE, "land_or_stay")
RESTS = Question(RULE, "discard_down")


def seats_that_bid(t: Trial) -> tuple[Seat, ...]:
    return tuple(seat for seat in t.seats if t[WANTED[seat]])


SHIPPING = Phase("shipping", SHIPS)
RESTING = Phase("resting", RESTS, whom=lambda t: tuple(reversed(seats_that_bid(t))) or (t.turn,))


def begin(t: Trial) -> None:
    t.ask(BIDS, *t.seats)


@BIDS.answer(Bid, choices=lambda t, seat: [Bid(seat, colour) for colour in COLOURS])
def bid(t: Trial, m: Bid) -> None:
    if m.colour in [t[WANTED[seat]] for seat in t.others(m.seat)]:
        t.refuse(RULE, "watched", colour=m.colour)
    t.agreed()
    t.put(WANTED[m.seat], m.colour)


@BIDS.all_answered
def all_bid(t: Trial, bids: Mapping[Seat, Bid]) -> None:
    assert {seat: bid.colour for seat, bid in bids.items()} == {seat: t[WANTED[seat]] for seat in t.seats}
    t.enter(SHIPPING)


@SHIPS.answer(Ship, card_of=QUAY)
def ship(t: Trial, m: Ship) -> None:
    colour = t.field(m.card, "colour")
    if t[HEIGHT[colour]] == 3:
        t.refuse(PIERS_RULE, "watched", colour=colour)
    # Without `t.agreed()`: to list what may be shipped, each is shipped and taken back.
    t.move(m.card, QUAY, PIER[colour])
    t.add(HEIGHT[colour], 1)
    t.add(COINS[m.seat], 1 if colour == t[WANTED[m.seat]] else -1)
    t.pass_turn(after=m.seat)
    t.add(ROUND, 1)
    if t[ROUND] % 4 == 0:
        t.enter(RESTING)


@RESTS.answer(Rest)
def rest(t: Trial, m: Rest) -> None:
    t.agreed()
    t.put(WANTED[m.seat], "")
    if not seats_that_bid(t):
        t.later(next_round)


def next_round(t: Trial) -> None:
    if t[ROUND] >= 8:
        t.end_by(COINS, END, "rounds_over")
    else:
        t.ask(BIDS, *t.seats)


@SHIPS.answer(Rest)
def idle(t: Trial, m: Rest) -> None:
    if any(t[HEIGHT[colour]] < 3 for colour in COLOURS):
        t.refuse(PIERS_RULE, "which_colour")
    t.agreed()
    t.end_by(COINS, END, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    seats_rule="COV-01",
    holds=(QUAY, PIER, HEIGHT, COINS, WANTED, ROUND),
    phases=(SHIPPING, RESTING),
    questions=(BIDS,),
    begin=begin,
)


@pytest.fixture(scope="module")
def case() -> Case:
    return Case("phases", GAME, BOOK, 3, 3)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def table(*lines: str) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben", "carl"), BOOK, {}, PHYSICAL))
    for line in lines:
        play_line(replay, line)
    return replay


BID = ("carl: bid red", "anna: bid green", "ben: bid blue")


def test_several_seats_answer_in_any_order() -> None:
    replay = table("carl: bid red")
    assert replay.to_act == (0, 1)
    assert [decision.seat for decision in replay.decisions] == [0, 1]
    assert not replay.read("carl: bid blue").accepted and not replay.read("anna: bid red").accepted
    for line in BID[1:]:
        play_line(replay, line)
    now: Any = (replay.to_act, GAME.phase(replay.state))
    assert now == ((0,), "shipping")


def test_a_phase_says_whom_it_asks() -> None:
    replay = table(*BID, "anna: ship red1", "ben: ship red1", "carl: ship red2", "anna: ship green1")
    assert (GAME.phase(replay.state), replay.to_act) == ("resting", (2, 1, 0))
    assert not replay.read("anna: ship green2").accepted
    for line in ("ben: rest", "carl: rest", "anna: rest"):
        play_line(replay, line)
    assert (GAME.phase(replay.state), replay.to_act) == ("which_colour", (0, 1, 2))


def test_what_happened_says_phases_and_facts() -> None:
    replay = table(*BID[:2])
    ruling: Any = replay.read(BID[2]).ruling
    assert [type(event) for event in ruling.events] == [Answered, Settled, FactChanged, PhaseBegan]
    ruling = replay.read("anna: ship red1").ruling
    assert [type(event) for event in ruling.events][:2] == [Answered, CardsMoved]


def test_places_with_keys_count_and_hold_by_themselves() -> None:
    replay = table(*BID, "anna: ship red1", "ben: ship blue2")
    assert replay.state.pier == (("red1",), (), ("blue2",))
    assert (replay.state.height, replay.state.coins) == ((1, 0, 1), (1, 3, 2))
    page = GAME.show(replay.state, None, "en")
    assert "pier red: Red 1" in page and "height blue: 1" in page


def test_a_page_prints_words_and_no_ids() -> None:
    """The heading is the phase, also while a question lies open; what a fact holds is worded like everything else."""
    assert GAME.show(table().state, None, "en").splitlines()[0] == "Cove · shipping"
    page = GAME.show(table(*BID[:2]).state, None, "fi")
    assert "carl: kolikot 2 · wanted punainen" in page and "ben: kolikot 2 · wanted –" in page


def test_who_is_to_answer_first_is_named() -> None:
    refused: Any = table().read("anna: rest").ruling
    assert refused.because.startswith("anna must answer first: vote in secret")


def test_a_counter_keeps_its_bounds_and_a_correction_too() -> None:
    replay = table(*BID, "anna: ship red1", "ben: ship red1", "carl: ship red2", "anna: ship blue1")
    assert replay.state.coins == (0, 1, 3)
    (
        play_line(replay, "table: adjust turn anna"),
        play_line(replay, "anna: rest"),
        play_line(replay, "ben: rest"),
        play_line(replay, "carl: rest"),
    )
    for line in ("anna: bid green", "ben: bid blue", "carl: bid red", "anna: ship blue1"):
        play_line(replay, line)
    assert replay.state.coins == (0, 1, 3)  # none was left to pay
    assert not replay.read("table: adjust height red 4").accepted
    assert not replay.read("table: adjust coins anna -1").accepted
    play_line(replay, "table: adjust height red 1")
    play_line(replay, "table: adjust pier red red1 red2 red1")
    assert not replay.read("table: adjust pier red red1").accepted  # no pile could take the others


def test_overruled_a_seat_speaks_out_of_turn_and_the_table_never_for_it() -> None:
    replay = table(*BID)
    assert not replay.read("carl: ship red1").accepted
    assert replay.read("carl: ship red1", overruled=True).accepted
    assert replay.to_act == (0,)
    assert not replay.read("table: ship red1", overruled=True).accepted
    assert replay.entries[-1].ruling.rule == REF_SEAT  # type: ignore[attr-defined]
    assert GAME.to_act(replay.state) != (TABLE,)


def test_two_declarations_of_one_name_are_a_fault_of_the_author() -> None:
    with pytest.raises(ValueError, match="two declarations have the same id"):
        declare(__name__, slug="x", version=1, players=(1, 2), holds=(Zone("turn"),))
    with pytest.raises(ValueError, match="seen_by=OWNER needs of=EACH_SEAT"):
        Zone("hand", seen_by="owner")
    with pytest.raises(ValueError, match="hand: expected seen_by to be EVERYBODY, OWNER, OTHERS or NOBODY, got 'all'"):
        Zone("hand", seen_by="all")
    with pytest.raises(ValueError, match="who: secret, may and first are mutually exclusive"):
        Question(RULE, "who", may=True, first=True)
    with pytest.raises(TypeError, match="Bid needs a field `card`"):
        BIDS.answer(Bid, card_of=QUAY)
    open_, secret = Question(RULE, "one"), Question(RULE, "other", secret=True)
    open_.answer(Rest), secret.answer(Rest)
    with pytest.raises(ValueError, match="Rest: expected answers of a secret or an open question, got both"):
        declare(__name__, slug="x", version=1, players=(1, 2), holds=(), questions=(open_, secret))


def test_an_aside_is_said_at_any_time_and_nobody_waits_for_it() -> None:
    """The sandbox: the table tells of dice whoever has the turn; zones are named as people play."""
    game, book = sandbox_game(BOOK), BOOK
    replay = Replay(game, Setup(("anna", "ben"), book, {}, PHYSICAL))
    for line in ("table: roll 4 2", "anna: draw 2", "anna: play red1 to=market", "table: deal ben red2 ?"):
        play_line(replay, line)
    assert replay.to_act == (0,) and replay.state.dice == (4, 2)
    assert replay.state.zones == {"market": ("red1",)} and replay.state.hand[1] == ("red2", "?")
    assert not replay.read("anna: roll 3").accepted and not replay.read("table: shuffle attic").accepted
    play_line(replay, "anna: take red1 market")
    assert replay.state.hand[0] == ("?", "red1@!") and replay.state.zones == {"market": ()}
    play_line(replay, "table: adjust zones market blue1 blue1")
    assert game.census(replay.state) == {"blue1": 2, "red1": 1, "red2": 1, "?": 14}
    assert "  market: Blue 1, Blue 1" in game.show(replay.state, None, "en").splitlines()
    assert [piece.card for piece in game.scene(replay.state) if piece.key == "market"] == ["blue1", "blue1"]


def test_an_offer_is_no_limit() -> None:
    game = sandbox_game(BOOK)
    replay = Replay(game, Setup(("anna", "ben"), BOOK, {}, PHYSICAL))
    offered = [replay.notation.format(move) for move in game.legal_moves(replay.state, 0)]
    assert offered == ["anna: draw", "anna: done"]
    assert replay.read("anna: draw 7").accepted and not replay.read("anna: draw 70").accepted
