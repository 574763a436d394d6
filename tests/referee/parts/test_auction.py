"""Auctions: open, once around, and sealed."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from pnp.referee.game import DIGITAL, Game
from pnp.referee.kernel import EACH_SEAT, Counter, Seat, Trial, declare
from pnp.referee.parts import Auction
from tests.referee.parts.tables import RULE, broken_promises, table_of

KINDS = ("open", "once", "sealed")


def game_of(kind: str) -> Game[Any]:
    """Three lots are sold, the first by anna; what they cost is paid, and whoever has most lots wins."""
    name = f"{__name__}_{kind}"
    sys.modules[name] = ModuleType(name)
    coins, lots = Counter("coins", of=EACH_SEAT, first=6), Counter("lots", of=EACH_SEAT, scores=True)
    left = Counter("left", first=3)

    def sold(t: Trial, seat: Seat | None, price: int) -> None:
        if seat is not None:
            t.add(coins[seat], -price)
            t.add(lots[seat], 1)
        t.add(left, -1)
        if t[left]:
            auction.begin(t, (3 - t[left]) % len(t.seats))
        else:
            t.end_by(lots, RULE, "over")

    auction = Auction(coins, sold, rule=RULE, kind=kind)
    return declare(
        name,
        slug="parts",
        version=1,
        players=(2, 4),
        holds=(coins, lots, left, *auction.holds),
        questions=(auction.question,),
        begin=lambda t: auction.begin(t, 0),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_an_auction_keeps_the_promises(kind: str) -> None:
    assert broken_promises(game_of(kind), 3) == []


def test_in_an_open_auction_all_but_one_leave() -> None:
    table = table_of(game_of("open"), DIGITAL, 3, "anna: bid 1", "ben: bid 3", "carl: leave")
    refused = table.read("anna: bid 3")
    assert not refused.accepted, "expected more than 3"
    assert not table.read("anna: bid 7").accepted, "she has 6"
    assert table.read("anna: leave").accepted
    assert (table.state.coins, table.state.lots) == ((6, 3, 6), (0, 1, 0))


def test_once_around_each_bids_once() -> None:
    table = table_of(game_of("once"), DIGITAL, 3, "anna: bid 2", "ben: leave", "carl: bid 4")
    assert (table.state.coins, table.state.lots) == ((6, 6, 2), (0, 0, 1))
    assert table.to_act == (1,)


def test_sealed_bids_are_opened_together_and_of_equal_ones_the_first_buys() -> None:
    table = table_of(game_of("sealed"), DIGITAL, 3, "carl: bid 4", "anna: bid 4", "ben: leave")
    assert (table.state.coins, table.state.lots) == ((2, 6, 6), (1, 0, 0))


def test_a_lot_that_nobody_wants_goes_to_nobody() -> None:
    for kind in KINDS:
        table = table_of(game_of(kind), DIGITAL, 3, "anna: leave", "ben: leave", "carl: leave")
        assert table.state.lots == (0, 0, 0) and table.state.left == 2


def test_another_kind_is_told() -> None:
    with pytest.raises(ValueError, match="“open”, “once” or “sealed”, got 'dutch'"):
        Auction(Counter("coins", of=EACH_SEAT), lambda t, seat, price: None, rule=RULE, kind="dutch")
