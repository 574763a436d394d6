"""Betting: calls, raises, folds, and the pots of those who have no more coins."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Trial, Zone, declare
from pnp.referee.parts import Betting, Showdown
from tests.referee.parts.tables import RULE, broken_promises, table_of

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
COINS = Counter("coins", of=EACH_SEAT, least=0, scores=True)


def over(t: Trial) -> None:
    if len(BETTING.left(t)) > 1:
        SHOWDOWN.of(t, *BETTING.left(t))
    t.later(pay)


def pay(t: Trial) -> None:
    BETTING.pay(t, {seat: t.field(card, "rank") for seat in BETTING.left(t) for card in t.known(HAND[seat])}, 1)
    t.end_by(COINS, RULE, "over")


def begin(t: Trial) -> None:
    for seat, coins in enumerate((10, 20, 5, 20)[: len(t.seats)]):
        t.put(COINS[seat], coins)
    t.deal(PILE, HAND, 1)
    BETTING.new_hand(t)
    BETTING.put_in(t, 1 % len(t.seats), 1)
    BETTING.put_in(t, 2 % len(t.seats), 2)
    BETTING.begin(t, 0, is_new_round=False)


BETTING = Betting(COINS, over, rule=RULE, least=lambda t: 2)
SHOWDOWN = Showdown(HAND, rule=RULE)
GAME = declare(
    __name__,
    slug="parts",
    version=1,
    players=(2, 4),
    holds=(PILE, HAND, COINS, *BETTING.holds),
    questions=(BETTING.question, SHOWDOWN.question),
    begin=begin,
)
DEALT = ("table: deal anna heart13", "table: deal ben heart2", "table: deal carl heart1")


def test_a_game_of_bets_keeps_the_promises() -> None:
    assert broken_promises(GAME, 3) == []


def test_side_pots_go_to_those_who_paid_into_them() -> None:
    table = table_of(GAME, DIGITAL, 3, *DEALT, "anna: raise 10", "ben: call", "carl: call")
    assert [line.text for line in table.entries][-1] == "carl: call"
    for seat, card in (("anna", "heart13"), ("ben", "heart2"), ("carl", "heart1")):
        assert table.read(f"table: show {seat} {card}").accepted
    assert table.state.coins == (10, 10, 15), "carl has three times 5 with the ace, anna the side pot with the king"


def test_a_raise_is_at_least_as_large_as_the_last_one() -> None:
    table = table_of(GAME, DIGITAL, 3, *DEALT, "anna: raise 6")
    refused = table.read("ben: raise 8")
    assert not refused.accepted, "expected 10"
    assert not table.read("ben: raise 99").accepted
    assert table.read("ben: raise 10").accepted
    assert not table.read("carl: raise 5").accepted, "less than the highest bet"
    assert table.read("carl: call").accepted and table.state.coins[2] == 0


def test_whoever_is_left_alone_wins_without_showing() -> None:
    table = table_of(GAME, PHYSICAL, 3, "anna: raise 4", "ben: fold", "carl: fold")
    assert table.outcome is not None and table.state.coins[0] == 13


def test_a_hand_that_is_not_told_right_is_barred() -> None:
    table = table_of(GAME, PHYSICAL, 2, "anna: call", "ben: call")
    assert not table.read("table: show anna heart1 heart2").accepted
    assert not table.read("table: show ben heart1").accepted
    assert table.read("table: show anna heart1").accepted
    assert not table.read("table: show ben heart1").accepted, "anna has it"


@given(st.lists(st.integers(0, 30), min_size=2, max_size=4), st.data())
def test_pots_hold_all_that_was_paid(paid: list[int], data: st.DataObject) -> None:
    """Against the definition: each coin of a seat is in the first pot that reaches it, and folded money stays in."""
    seats = len(paid)
    folded = data.draw(st.sets(st.sampled_from(range(seats)), max_size=seats - 1))
    table = table_of(GAME, DIGITAL, seats)
    t = Trial(GAME.declared, table.state, listing=True)
    for seat in range(seats):
        t.put(BETTING.paid[seat], paid[seat])
    t.put(BETTING.folded, tuple(sorted(folded)))
    pots = BETTING.pots(t)
    left = [seat for seat in range(seats) if seat not in folded]
    if any(paid[seat] for seat in left):
        assert sum(amount for amount, _ in pots) == sum(paid)
    for amount, able in pots:
        assert amount > 0 and set(able) <= set(left)
    assert all(set(later) < set(earlier) for (_, earlier), (_, later) in pairwise(pots))
