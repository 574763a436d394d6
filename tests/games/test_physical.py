"""Whole physical games: nothing offered is refused, nobody honest is accused, and games go on to an end."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import PHYSICAL
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED
from tests.games.physical import RealTable, Table
from tests.games.tables import book_of, game_of, refereed_slugs
from tests.games.typist import retold_lines

# Keikalla's dealer and a table say different lines (`deal` and `draw ?`), so its real hands are not mirrored: what was
# dealt from real decks is told with real cards, line by line.
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


def retell(slug: str, players: int, seed: int, bot: str, bound: int | None = None) -> None:
    """A dealt game told with real cards: every line is asked for or offered, nobody is accused, and it ends alike."""
    played = simulate(game_of(slug), book_of(slug), SEAT_NAMES[:players], seed, (bot,))
    table = Replay(played.game, replace(played.setup, deal=PHYSICAL))
    written = list(islice(retold_lines(slug, played, table), bound))
    assert len(written) > 20
    if bound is None and played.outcome is not None and played.outcome.kind != "stopped":
        outcome = played.game.outcome(written[-1].after)
        assert outcome is not None and outcome.winners == played.outcome.winners


def test_a_game_dealt_from_real_decks_is_told_with_real_cards() -> None:
    retell("keikalla", 2, 1, "greedy", FEW_LINES)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("slug", "players"), every_number(refereed_slugs()))
def test_a_whole_game_dealt_from_real_decks_is_told_with_real_cards(slug: str, players: int, bot: str) -> None:
    retell(slug, players, 0, bot)


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
