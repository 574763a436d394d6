"""A table that plays with a deck which its players built: other numbers of copies than are printed."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import CARD, EACH_SEAT, NOBODY, OWNER, Move, Phase, Question, Trial, Zone, declare
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]
STOCK = {"red1": 5, "red2": 4, "blue1": 3}


class Stock(Move, frozen=True):
    """`table: stock`: the deck that was built."""


class Play(Move, frozen=True):
    """`anna: play red1`: any card of the hand."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE, matter=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
OPEN = Zone("open")
DECK = Question(RULE, "who_denounces", chance=True)
TURN = Question(RULE, "land_or_stay")


def begin(t: Trial) -> None:
    t.ask(DECK, seat=0, colour="red")
    t.later(deal)


@DECK.answer(Stock)
def stock(t: Trial, m: Stock) -> None:
    t.agreed()
    t.play_with(STOCK)


def deal(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], 4)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], OPEN)
    t.pass_turn()


def ending(t: Trial) -> None:
    if t[OPEN] and not any(t[HAND[seat]] for seat in t.seats):
        t.end((), RULE, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 3),
    seats_rule="COV-01",
    holds=(HAND, PILE, OPEN),
    phases=(Phase("turn", TURN),),
    questions=(DECK,),
    begin=begin,
    ending=ending,
)


def table_of(deal: str, *lines: str) -> Replay[Any]:
    table: Replay[Any] = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))
    for line in lines:
        play_line(table, line)
    return table


def test_the_pile_has_the_copies_of_the_deck_and_no_others() -> None:
    table = table_of(PHYSICAL, "table: stock")
    assert GAME.facts(table.state)["pile"] == 4  # 12 cards, and each seat has drawn 4
    line = table.read("anna: play green1")
    assert isinstance(line.ruling, Illegal) and line.ruling.rule == RULE


def test_a_fourth_copy_of_three_is_refused() -> None:
    lines = ["anna: play blue1", "ben: play red1", "anna: play blue1", "ben: play blue1"]
    assert not table_of(PHYSICAL, "table: stock", *lines).read("anna: play blue1").accepted


def test_a_digital_table_deals_from_that_deck() -> None:
    table = table_of(DIGITAL, "table: stock")
    assert not table.read("table: deal anna green1 red1 red1 red1").accepted
    assert table.read("table: deal anna red1 red1 red1 red1").accepted


def test_another_table_plays_with_the_printed_copies() -> None:
    table_of(PHYSICAL, "table: stock")
    fresh = table_of(PHYSICAL)
    assert GAME.facts(fresh.state)["pile"] == sum(card.copies for card in BOOK.playing_cards.values())


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_promise_is_kept(promise: Promise) -> None:
    verdict = hold(promise, Case("own_decks", GAME, BOOK, 2, 4))
    assert verdict.state in (KEPT, NOTHING), verdict.words
