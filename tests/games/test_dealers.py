"""Every dealer: what was taken back and is done again gets the same cards, whatever number its line has then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.bots import GREEDY
from pnp.playtest.simulate import SEAT_NAMES, record_text, simulate
from pnp.referee.game import is_dealt
from pnp.referee.loading import replay_record
from pnp.referee.move import End
from pnp.referee.record import parse_record
from pnp.referee.seat import TABLE
from pnp.table.deal_proof import check_deals
from pnp.table.dealer import SeededChance
from tests.games.tables import refereed_slugs

SEED = 2


@pytest.mark.parametrize("slug", refereed_slugs())
def test_a_deal_does_not_depend_on_the_number_of_its_line(slug: str) -> None:
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[: book.players[0]], SEED, [GREEDY])
    chance = SeededChance(SEED)
    dealt = 0
    for position, entry in zip(played.positions, played.entries, strict=False):
        if entry.seat == TABLE and type(entry.move) is not End and game.to_act(position.state) == (TABLE,):
            later = replace(position.state, ply=position.state.ply + 7)
            assert game.chance(later, chance) == game.chance(position.state, chance) == entry.move
            dealt += is_dealt(game, entry.move)
    assert dealt > 4


@pytest.mark.parametrize("slug", refereed_slugs())
def test_the_dealer_does_nothing_that_people_may_do_too(slug: str) -> None:
    """What chance decides is recognised by its kind: people are refused it at a digital table."""
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[: book.players[0]], SEED)
    moves = [entry.move for entry in played.entries if entry.seat == TABLE]
    others = {type(move).__name__ for move in moves if not is_dealt(game, move)}
    assert len(moves) > 4 and others <= {"Next", "End"}, "to say that a show goes on decides nothing"


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_deal_of_a_game_follows_from_its_seed(slug: str) -> None:
    game, book = load_game(slug)
    played = simulate(game, book, SEAT_NAMES[: book.players[0]], SEED)
    record = parse_record(record_text(played, SEED))
    proof = check_deals(record, replay_record(record, game, book).replay)
    assert proof is not None and proof.proven > 4 and not proof.differ and not proof.unknown
    other = parse_record(record_text(played, SEED + 1))
    proof = check_deals(other, replay_record(other, game, book).replay)
    assert proof is not None and len(proof.differ) > proof.proven
