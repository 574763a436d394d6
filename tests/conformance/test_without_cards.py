"""A game of dice alone, in which a seat may resign: what is promised of cards does not apply, all else is kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import EACH_SEAT, Counter, Move, Phase, Question, Roll, Trial, declare
from pnp.referee.replay import Replay, digest_of
from tests.referee.kernel.tables import load, play_line

RULE, END = "COV-07", "COV-11"
BOOK = replace(load("cove")[1], decks={})
OF_CARDS = {
    "reasoning_about_hidden_cards_matches_the_table",
    "no_card_is_lost_or_doubled",
    "a_known_card_stays_known_until_it_is_hidden",
    "every_known_card_is_in_the_facts",
    "cards_on_the_table_are_counted",
    "a_sampled_state_neither_loses_nor_doubles_cards",
}


class Resign(Move, frozen=True):
    """`anna: resign`: the game is over, and nothing else changes."""


class Stay(Move, frozen=True):
    """`anna: stay`: the next one rolls."""


POINTS = Counter("points", of=EACH_SEAT, scores=True)
ROLL = Question(RULE, "roll_die", chance=True)
STAY = Question(RULE, "land_or_stay")


@ROLL.answer(Roll, choices=lambda t, seat: [Roll(seat, (n + 1,)) for n in range(6)])
def roll(t: Trial, m: Roll) -> None:
    t.add(POINTS[t.turn], m.dice[0])


@STAY.answer(Stay)
def stay(t: Trial, m: Stay) -> None:
    t.agreed()
    if t[POINTS[m.seat]] > 12:
        t.end_by(POINTS, END, "rounds_over")
    t.pass_turn(after=m.seat)
    t.ask(ROLL)


@STAY.answer(Resign)
def resign(t: Trial, m: Resign) -> None:
    t.agreed()
    t.end([seat for seat in t.seats if seat != m.seat], END, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    seats_rule="COV-01",
    holds=(POINTS,),
    questions=(ROLL,),
    phases=(Phase("turn", STAY),),
    begin=lambda t: t.ask(ROLL),
)


@pytest.fixture(scope="module")
def case() -> Case:
    return Case("cove", GAME, BOOK, 2, 9)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_a_game_of_dice_keeps_what_is_not_promised_of_cards(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words
    is_of_cards = verdict.words == "the game has no cards"
    assert is_of_cards == (promise.__name__ in OF_CARDS)


@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
def test_a_table_at_which_somebody_resigned_has_another_digest(deal: str) -> None:
    table = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))
    play_line(table, "table: roll 3")
    before = digest_of(GAME, table.state)
    play_line(table, "anna: resign")
    assert table.outcome is not None and table.outcome.winners == (1,)
    assert digest_of(GAME, table.state) != before
