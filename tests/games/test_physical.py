"""Whole physical games: nothing offered is refused, nobody honest is accused, and games go on to an end."""

from __future__ import annotations

import pytest

from pnp.referee.ruling import ACCEPTED
from tests.games.physical import RealTable, Table
from tests.games.tables import game_of, refereed_slugs

# Keikalla's dealer and a table say different lines (`deal` and `draw ?`), so its real hands are not mirrored.
DEALT = tuple(slug for slug in refereed_slugs() if slug != "keikalla")
FEW_LINES, MANY_LINES = 150, 700


def every_number(slugs: tuple[str, ...]) -> list[tuple[str, int]]:
    """Every game with every number of players."""
    return [(slug, n) for slug in slugs for n in range(game_of(slug).players[0], game_of(slug).players[1] + 1)]


def check(table: Table, bound: int) -> None:
    """Play, and look at the whole record as `verify` would."""
    replay = table.play(bound)
    assert replay.plies > 20
    assert replay.outcome is not None or replay.plies == bound
    assert all(isinstance(entry.ruling, ACCEPTED) for entry in replay.entries)
    assert not replay.irregularities


@pytest.mark.parametrize("slug", refereed_slugs())
def test_what_options_offer_is_accepted(slug: str) -> None:
    check(Table(slug, game_of(slug).players[0], 1), FEW_LINES)


@pytest.mark.parametrize("slug", DEALT)
def test_real_decks_and_hands_are_followed(slug: str) -> None:
    check(RealTable(slug, game_of(slug).players[0], 1), FEW_LINES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("slug", "players"), every_number(refereed_slugs()))
def test_what_options_offer_is_accepted_whoever_plays(slug: str, players: int, seed: int) -> None:
    check(Table(slug, players, seed), MANY_LINES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("slug", "players"), every_number(DEALT))
def test_real_decks_and_hands_are_followed_whoever_plays(slug: str, players: int, seed: int) -> None:
    table = RealTable(slug, players, seed)
    check(table, MANY_LINES)
    if table.replay.outcome is not None and table.dealt.outcome is not None and table.ended_alike:
        assert table.replay.outcome.winners == table.dealt.outcome.winners
