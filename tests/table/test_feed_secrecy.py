"""Two tables that are equal in all that a seat may know give it the same bytes: its state, its options, its news.

Compared is what `SeatFeed` gives a seat that was there from the first line and one that comes only now, in two
languages.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.view import ReplayView
from pnp.table.seat_feed import SeatFeed
from tests.guard import some
from tests.marks import on_ci
from tests.table.feeds import GAMES, Table, differences, games_of, twin_tables

pytestmark = pytest.mark.ci
PAIRS, GAMES_TRIED, IN_VAIN = 4, 4, 1
# Where nothing lies hidden from anybody: with real cards a seat knows what was said aloud, which is what all know.
OPEN = {(slug, PHYSICAL) for slug in GAMES} - {("drumroll", PHYSICAL), ("hands", PHYSICAL)} | {("mygame", DIGITAL)}


@cache
def found(slug: str, deal: str) -> tuple[tuple[Table, Table, int | None], ...]:
    """Twins of some games, each with the seat that cannot distinguish them."""
    pick = random.Random(f"{slug}/{deal}").randrange
    wanted = IN_VAIN if (slug, deal) in OPEN else PAIRS
    return tuple(pair for played in games_of(slug, deal, GAMES_TRIED) for pair in twin_tables(played, pick, wanted))


@pytest.mark.parametrize("deal", on_ci([DIGITAL, PHYSICAL], PHYSICAL))
@pytest.mark.parametrize("slug", GAMES)
def test_no_byte_tells_what_a_seat_may_not_know(slug: str, deal: str) -> None:
    twins = found(slug, deal)
    assert bool(twins) != ((slug, deal) in OPEN), "whether anything lies hidden here is not as it was"
    leaks = [leak for one, other, viewer in twins for leak in differences(one, other, viewer)]
    assert not leaks, leaks[0]


def test_the_pairs_are_seen_by_seats_and_by_the_public() -> None:
    viewers = Counter(viewer is None for slug in ("kalevala", "hands") for _, _, viewer in found(slug, DIGITAL))
    assert viewers[True] > 1 and viewers[False] > 5


def test_whoever_sees_the_difference_gets_other_bytes() -> None:
    differing = 0
    for one, other, viewer in some(found("hands", DIGITAL)):
        for seat in range(len(one.setup.seats)):
            differing += seat != viewer and SeatFeed(seat).encode(one, "en") != SeatFeed(seat).encode(other, "en")
    assert differing, "the two deals must differ for somebody"


def test_a_table_that_is_shown_unredacted_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = some(found("kalevala", DIGITAL))
    monkeypatch.setattr(ReplayView, "view", lambda seen, state: state)
    assert any(differences(one, other, viewer) for one, other, viewer in twins)
