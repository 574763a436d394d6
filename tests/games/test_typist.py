"""Whole games as somebody types them who is short of time: every line is asked for, and each is read as it is meant."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.playtest.bots import GREEDY
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL
from tests.games.physical import Stuck, Table
from tests.games.tables import book_of, game_of, refereed_slugs
from tests.games.typist import Standstill, Typed, turns_of, type_game, type_played
from tests.guard import some
from tests.marks import on_ci

SOME_LINES = 120
EVERY_NUMBER = [
    (slug, n) for slug in refereed_slugs() for n in range(game_of(slug).players[0], game_of(slug).players[1] + 1)
]


def check(typed: list[Typed]) -> None:
    """Something was typed in every turn, and never more than the record has."""
    assert turns_of(typed) > 3
    for line in some(typed):
        assert line.stands_for and line.keys <= line.written_keys


@pytest.mark.parametrize("deal", on_ci([PHYSICAL, DIGITAL], PHYSICAL))
@pytest.mark.parametrize("slug", refereed_slugs())
def test_a_game_is_typed_by_what_is_asked_for(slug: str, deal: str) -> None:
    check(type_game(slug, game_of(slug).players[0], 1, deal, SOME_LINES))


@pytest.mark.slow
@pytest.mark.parametrize("deal", [PHYSICAL, DIGITAL])
@pytest.mark.parametrize(("slug", "players"), EVERY_NUMBER)
def test_a_whole_game_is_typed_by_what_is_asked_for(slug: str, players: int, deal: str) -> None:
    check(type_game(slug, players, 2, deal))


@pytest.mark.ci
def test_what_goes_without_saying_in_keikalla_is_not_typed() -> None:
    typed = [line.stands_for for line in type_game("keikalla", 2, 0, PHYSICAL, 160)]
    leading = {(lines[0].partition(": ")[2], lines[-1].partition(": ")[2]) for lines in typed if len(lines) > 1}
    assert ("draw ?", "gig") in leading  # the cards of a trip
    assert ("draw ?", "end") in leading
    seats = [(lines[0].partition(":")[0], lines[-1].partition(":")[0]) for lines in typed if lines[0].endswith(": end")]
    assert any(one != other for one, other in seats)  # the next player's line ends the turn
    players = [[line.partition(":")[0] for line in lines if not line.startswith("table")] for lines in typed]
    drawn = [names for lines, names in zip(typed, players, strict=True) if lines[0].endswith(": draw ?")]
    assert drawn and all(names[0] == names[-1] for names in drawn)  # nobody draws because somebody else goes on


def test_a_game_that_asks_and_offers_nothing_stands_still() -> None:
    played = simulate(game_of("kalevala"), book_of("kalevala"), SEAT_NAMES[:2], 1, (GREEDY,))
    played.game = replace(played.game, pending=lambda state: (), legal_moves=lambda state, seat: ())
    with pytest.raises(Standstill, match="is not offered"):
        list(type_played("kalevala", played, DIGITAL))
    table = Table("kalevala", 2, 1)
    table.replay.game = played.game
    with pytest.raises(Stuck):
        table.step()
