"""Seats that are out of a game that goes on, and teams that win together."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.kernel import EACH_SEAT, SEAT, Counter, Move, Question, Seat, Trial, Zone, declare
from pnp.referee.replay import Replay
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]


class Hit(Move, frozen=True):
    """`anna: hit ben`: one life less."""

    who: Annotated[Seat, SEAT]


class Vote(Move, frozen=True):
    """`anna: vote`: an answer of everybody."""


class Poll(Move, frozen=True):
    """`anna: poll ben`: asks everybody, and then ben leaves."""

    who: Annotated[Seat, SEAT]


BOX = Zone("box", first=True)
LIFE = Counter("life", of=EACH_SEAT, first=2, least=0, scores=True)
TURN = Question(RULE, "land_or_stay")
VOTES = Question(RULE, "who_denounces")


def begin(t: Trial) -> None:
    t.ask(TURN, 0)


def next_turn(t: Trial) -> None:
    t.pass_turn()
    t.ask(TURN, t.turn)


def targets(t: Trial, seat: Seat) -> list[Move]:
    return [Hit(seat, other) for other in t.others(seat) if other not in t.allies(seat)]


@TURN.answer(Hit, choices=targets)
def hit(t: Trial, m: Hit) -> None:
    t.agreed()
    t.add(LIFE[m.who], -1)
    if not t[LIFE[m.who]]:
        t.leave(m.who)
        t.leave(m.who)  # once is enough
    if len(t.sides) == 1:
        t.end_by(LIFE, RULE, "rounds_over")
        return
    t.later(next_turn)


@TURN.answer(Poll, offers=lambda t, seat: [])
def poll(t: Trial, m: Poll) -> None:
    t.agreed()
    t.ask(VOTES, *t.playing, seat=m.seat, colour="red")
    t.later(drop, m.who)


def drop(t: Trial, who: Seat) -> None:
    t.ask(VOTES, *t.playing, seat=who, colour="red")
    t.later(next_turn)


@VOTES.answer(Vote)
def vote(t: Trial, m: Vote) -> None:
    t.agreed()
    if m.seat == 0 and t[LIFE[1]]:  # the first vote drives ben away, who has not voted
        t.put(LIFE[1], 0)
        t.leave(1)


def make(**more: Any) -> Any:
    return declare(
        __name__,
        slug="cove",
        version=1,
        players=(2, 4),
        seats_rule="COV-01",
        holds=(BOX, LIFE),
        questions=(TURN, VOTES),
        begin=begin,
        leaves=True,
        **more,
    )


TEAMS, ALONE = make(team=lambda t, seat: seat % 2), make()


def table_of(game: Any, *lines: str, seats: int = 3) -> Replay[Any]:
    table: Replay[Any] = Replay(game, Setup(("anna", "ben", "carl", "dora")[:seats], BOOK, {}, PHYSICAL))
    for line in lines:
        play_line(table, line)
    return table


LEFT = ("anna: hit ben", "ben: hit anna", "carl: hit ben")


def test_a_seat_that_has_left_has_no_turn_and_is_no_other() -> None:
    table = table_of(ALONE, *LEFT, "anna: hit carl")
    assert table.to_act == (2,)
    assert table.game.legal_moves(table.state, 2) == [Hit(2, 0)]
    assert table.game.facts(table.state)["out"] == (1,)
    assert "out of the game: ben" in table.game.show(table.state, None, "en")


def test_the_last_one_wins() -> None:
    outcome = table_of(ALONE, *LEFT, "anna: hit carl", "carl: hit anna").outcome
    assert outcome is not None and (outcome.winners, outcome.kind) == ((2,), "win")


def test_what_was_asked_of_a_seat_that_leaves_is_asked_no_more() -> None:
    table = table_of(ALONE, "anna: poll ben", "anna: vote")
    assert tuple(table.to_act) == (2,)
    play_line(table, "carl: vote")
    assert table.to_act == (0, 2)


def test_a_team_wins_together_with_those_who_are_out() -> None:
    lines = ("anna: hit ben", "ben: hit anna", "carl: hit ben", "dora: hit anna", "carl: hit dora", "dora: hit carl")
    table = table_of(TEAMS, *lines, "carl: hit dora", seats=4)
    assert table.outcome is not None and (table.outcome.winners, table.outcome.kind) == ((0, 2), "win")


def test_allies_are_no_targets() -> None:
    table = table_of(TEAMS, seats=4)
    assert table.game.legal_moves(table.state, 0) == [Hit(0, 1), Hit(0, 3)]


def test_a_seat_leaves_only_a_game_that_says_so() -> None:
    game = load("cove")[0].declared
    t = Trial(game, load("cove")[0].setup(Setup(("anna", "ben"), BOOK, {"bonus": False}, PHYSICAL)))
    with pytest.raises(ValueError, match=r"expected declare\(…, leaves=True\)"):
        t.leave(0)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise) -> None:
    verdict = hold(promise, Case("leaving", ALONE, BOOK, 3, 4))
    assert verdict.state in (KEPT, NOTHING), verdict.words
