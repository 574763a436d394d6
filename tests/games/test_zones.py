"""Zones over the states of built-in games: what is declared is where the cards lie, and its scene is a view's."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from pnp.catalog import load_game
from pnp.games.keikalla.zones import copies_unseen
from pnp.games.keko.trial import Trial
from pnp.playtest.simulate import simulate
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import ANY, EACH_SEAT, OWNER
from pnp.referee.kernel.scene import CARD
from pnp.referee.kernel.zone import UNSEEN
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from tests.guard import some

HOLDINGS = {
    **dict.fromkeys(("drumroll", "keikalla"), "zones"),
    **dict.fromkeys(("kalevala", "suomi1918"), ""),  # declared
    "keko": "zones.holdings",
}
SMALLEST = {"kalevala": (45.0, 45.0), "drumroll": (62.0, 46.0)}  # of what lies there
every_game = pytest.mark.parametrize("slug", HOLDINGS)


@cache
def played(slug: str) -> Replay[Any]:
    game, book = load_game(slug)
    return simulate(game, book, ("anna", "ben", "carl")[: book.players[1]], 3)


def seats_at(state: Any) -> list[Any]:
    """Who may look: everybody (None), then each seat."""
    return [None, *range(len(state.setup.seats))]


def states(slug: str) -> list[Any]:
    positions = played(slug).positions
    return [position.state for position in positions[:: max(1, len(positions) // 12)]]


def holdings_of(slug: str) -> Holdings:
    if not HOLDINGS[slug]:
        declared: Holdings = load_game(slug)[0].declared.held
        return declared
    holdings: Holdings = import_module(f"pnp.games.{slug}.{HOLDINGS[slug]}").HOLDINGS
    return holdings


@every_game
def test_what_lay_there_put_back_changes_nothing(slug: str) -> None:
    held = holdings_of(slug)
    for state in some(states(slug)):
        for zone in some(zone for zone in held.zones if not zone.is_read_only):
            keys = zone.keys_at(state)
            for key in keys if zone.of == ANY else some(keys):  # a board may be empty
                there = zone.read(state, key)
                assert zone.read(zone.replaced(state, key, there), key) == there, zone


@every_game
def test_a_census_counts_what_lies_in_zones(slug: str) -> None:
    held, game = holdings_of(slug), played(slug).game
    for state in some(states(slug)):
        for view in (state, *(game.project(state, seat) for seat in seats_at(state))):
            census = game.census(view)
            assert all(census[card] >= count for card, count in held.seen(view).items())
            assert all(count >= 0 for count in census.values())


@every_game
def test_a_view_shows_no_more_of_a_zone_than_who_sees_it(slug: str) -> None:
    """What others know of a hand is what was shown, so at most what its owner sees; the owner sees it all."""
    held, game = holdings_of(slug), played(slug).game
    hidden = 0
    for state in some(states(slug)):
        own = [(seat, zone) for seat in seats_at(state)[1:] for zone in held.zones if zone.seen_by == OWNER]
        for seat, zone in some(own):
            truth, mine = zone.read(state, seat), zone.read(game.project(state, seat), seat)
            others = zone.read(game.project(state, None), seat)
            assert sorted(mine) == sorted(truth)
            assert len(others) == len(truth)
            hidden += sum(card in UNSEEN for card in others)
    assert hidden


@every_game
def test_a_scene_shows_the_cards_of_its_view_and_they_do_not_overlap(slug: str) -> None:
    held, game = holdings_of(slug), played(slug).game
    for state in some(states(slug)):
        for view in (game.project(state, None), game.project(state, 1)):
            pieces = [piece for piece in game.scene(view) if piece.zone in held.by_id or piece.zone == "board"]
            known = [piece.card for piece in pieces if piece.card not in UNSEEN]
            assert {card: known.count(card) for card in known} == held.seen(view)
            count = sum(len(entries) for _, entries in held.places(view))
            assert sum(piece.count for piece in pieces) == count
            assert all(piece.owner == piece.key for piece in pieces if held.by_id[piece.zone].of == EACH_SEAT)
            width, height = SMALLEST.get(slug, CARD)
            top = {(piece.x, piece.y, piece.zone if piece.zone == "board" else at) for at, piece in enumerate(pieces)}
            for (x, y, _), (other_x, other_y, _) in combinations(top, 2):
                assert abs(x - other_x) >= width or abs(y - other_y) >= height


@every_game
def test_hidden_cards_lie_face_down_in_a_scene(slug: str) -> None:
    game = played(slug).game
    pieces = [piece for state in states(slug) for piece in game.scene(game.project(state, None))]
    assert not any(piece.is_face_up for piece in some(piece for piece in pieces if piece.card == UNKNOWN))


def test_keko_counts_what_has_no_place_as_its_zones_do() -> None:
    held = holdings_of("keko")
    for state in some(states("keko")):
        for view in (state, *(played("keko").game.project(state, seat) for seat in seats_at(state))):
            seen = held.seen(view)
            assert Trial(view).unplaced_copies() == {card: n - seen.get(card, 0) for card, n in view.deck.items()}


def test_keikalla_keeps_count_of_what_is_out_of_sight() -> None:
    for state in some(states("keikalla")):
        assert state.unseen == copies_unseen(state)
