"""A phase that asks chance: nothing lies on the stack, the table rolls, the game goes on by what was rolled."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import CARD, EACH_SEAT, TABLE, Counter, Move, Phase, Question, Roll, Trial, Zone, declare
from pnp.referee.replay import Replay
from pnp.table.dealer import SeededChance
from tests.referee.kernel.tables import load, play_line

RULE, END = "COV-07", "COV-11"
BOOK = load("cove")[1]


class Sink(Move, frozen=True):
    """`anna: sink red1`: an open card leaves the quay."""

    card: Annotated[str, CARD]


QUAY = Zone("quay", first=True, rule=RULE)
SEA = Zone("sea")
WIND = Counter("wind")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
WEATHER = Question(RULE, "roll_die", chance=True)
SINKS = Question(RULE, "land_or_stay")
ROLLING, SINKING = Phase("rolling", WEATHER), Phase("sinking", SINKS)


@WEATHER.answer(Roll, choices=lambda t, seat: [Roll(seat, (n + 1,)) for n in range(t.constant("die"))])
def roll(t: Trial, m: Roll) -> None:
    t.put(WIND, m.dice[0])
    t.enter(SINKING)


@SINKS.answer(Sink, card_of=QUAY)
def sink(t: Trial, m: Sink) -> None:
    t.agreed()
    t.move(m.card, QUAY, SEA)
    t.add(POINTS[m.seat], t[WIND])
    t.pass_turn(after=m.seat)
    t.enter(ROLLING)
    if len(t[SEA]) == 6:
        t.end_by(POINTS, END, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    seats_rule="COV-01",
    holds=(QUAY, SEA, WIND, POINTS),
    phases=(ROLLING, SINKING),
)


def table(deal: str, *lines: str) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))
    for line in lines:
        play_line(replay, line)
    return replay


@pytest.fixture(scope="module")
def case() -> Case:
    return Case("chance phases", GAME, BOOK, 3, 3)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def test_the_table_is_asked_though_nobody_said_whom_the_phase_asks() -> None:
    replay = table(PHYSICAL)
    assert replay.to_act == (TABLE,)
    assert [(each.seat, each.verbs, each.why) for each in replay.decisions] == [(TABLE, ("roll",), "roll the die")]
    assert not replay.read("anna: sink red1").accepted and not replay.read("anna: roll 3").accepted
    play_line(replay, "table: roll 3")
    assert (replay.to_act, GAME.phase(replay.state), replay.state.wind) == ((0,), "sinking", 3)


def test_a_digital_table_rolls_anew_each_time() -> None:
    replay, chance = table(DIGITAL), SeededChance(7)
    rolled = []
    for card in ("red1", "red2", "red3", "blue1", "blue2"):
        move: Any = GAME.chance(replay.state, chance)
        assert move in GAME.legal_moves(replay.state, TABLE)
        rolled.append(move.dice[0])
        replay.apply_move(move)
        play_line(replay, f"{('anna', 'ben')[replay.to_act[0]]}: sink {card}")
    assert len(set(rolled)) > 1


def test_the_app_throws_the_dice_of_a_physical_table_too() -> None:
    replay = table(PHYSICAL)
    thrown: Any = GAME.roll_dice(replay.state, Roll(TABLE, ()), SeededChance(7))
    assert thrown in GAME.legal_moves(replay.state, TABLE)
    play_line(replay, "table: roll 2")
    assert GAME.roll_dice(replay.state, Roll(TABLE, ()), SeededChance(7)) == Roll(TABLE, ())  # nobody asks for dice now


def test_the_page_says_the_phase_and_the_end_in_words() -> None:
    replay = table(PHYSICAL)
    assert GAME.show(replay.state, None, "en").splitlines()[0] == "Cove · rolling"
    for number, card in enumerate(list(BOOK.playing_cards)[:6]):
        play_line(replay, "table: roll 1")
        play_line(replay, f"{('anna', 'ben')[number % 2]}: sink {card}")
    assert GAME.show(replay.state, None, "fi").splitlines()[0] == "Poukama · peli on päättynyt"
