"""Zones over the state of an older game: census, views, page, scene and corrections follow from where things lie."""

from __future__ import annotations

from collections import Counter as Count
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.playtest.simulate import simulate
from pnp.referee.game import DIGITAL
from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Zone
from pnp.referee.kernel.corrections import adjustments, refuse_places
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.scene import scene
from pnp.referee.kernel.text import show
from pnp.referee.kernel.zone import kind_of
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.view import view_of
from tests.guard import some
from tests.referee.kernel.tables import load, sit_down


def put_hand(state: Any, key: Any, cards: Any) -> Any:
    return replace(state, hands=(*state.hands[:key], cards, *state.hands[key + 1 :]))


def put_points(state: Any, key: Any, value: int) -> Any:
    return replace(state, points=(*state.points[:key], value, *state.points[key + 1 :]))


# The hand-written `quay` keeps its hands in `hands`, its pile as a number.
OVER_QUAY = Holdings(
    (
        Zone("hand", EACH_SEAT, OWNER, get=lambda s, key: s.hands[key], put=put_hand),
        Zone(
            "pile",
            seen_by=NOBODY,
            get=lambda s, key: (UNKNOWN,) * s.pile,
            put=lambda s, key, cards: replace(s, pile=len(cards)),
        ),
        Zone("landed"),
        Zone("sold"),
        Counter("points", EACH_SEAT, scores=True, get=lambda s, key: s.points[key], put=put_points),
    )
)


def played(seed: int) -> Replay[Any]:
    game, book = load("quay")
    return simulate(game, book, ("anna", "ben", "carl"), seed)


@pytest.mark.parametrize("seed", range(4))
def test_census_views_and_scores_are_those_of_the_older_game(seed: int) -> None:
    table = played(seed)
    copies = Count({id_: card.copies for id_, card in table.setup.book.cards.items()})
    for position in some(table.positions):
        state = position.state
        wanted = {kind: n for kind, n in table.game.census(state).items() if n or kind == UNKNOWN}
        assert OVER_QUAY.census(state, copies) == wanted
        assert OVER_QUAY.scores(state) == table.game.scores(state)
        for seat in (None, 0, 1, 2):
            mine, theirs = OVER_QUAY.project(state, seat), table.game.project(state, seat)
            hands = tuple(tuple(UNKNOWN if card == "*" else card for card in hand) for hand in mine.hands)
            assert hands == theirs.hands


def test_corrections_of_an_older_state_lose_no_card() -> None:
    table = played(0)
    state = table.positions[6].state
    held = OVER_QUAY.census(state, {"all": 15})
    by_verb = {item.move.verb: item for item in adjustments(OVER_QUAY, __name__)}
    assert set(by_verb) == {"hand", "landed", "sold", "points"}
    points = by_verb["points"]
    assert points.apply(state, points.move(-1, 1, 7)).points[1] == 7  # type: ignore[call-arg]
    hand = by_verb["hand"]
    after = hand.apply(state, hand.move(-1, 0, (UNKNOWN,) * 5))  # type: ignore[call-arg]
    assert (len(after.hands[0]), after.pile) == (5, state.pile + len(state.hands[0]) - 5)
    assert sum(held.values()) == sum(OVER_QUAY.census(after, {"all": 15}).values())
    twice = hand.apply(state, hand.move(-1, 0, ("fish1", "fish1")))  # type: ignore[call-arg]
    assert refuse_places(OVER_QUAY, twice) is not None and refuse_places(OVER_QUAY, after) is None


def test_a_page_and_a_scene_of_an_older_state() -> None:
    table = played(1)
    state = table.positions[8].state
    page = show(OVER_QUAY, OVER_QUAY.project(state, 0), 0, "en", "turn", (0,))
    assert page.splitlines()[0] == "Quay · turn" and "▸ anna: hand " in page
    assert {piece.zone for piece in scene(OVER_QUAY, state)} >= {"hand", "pile"}


DEALS = ("table: deal anna red1 red1 red2 red2", "table: deal ben blue1 blue1 blue2 green1")


def test_a_scene_shows_what_its_viewer_knows() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", "ben: vote blue", "anna: land red1", deal=DIGITAL)
    mine, public = (table.game.scene(view_of(table, seat)) for seat in (0, None))
    hands = [[piece for piece in pieces if piece.zone == "hand"] for pieces in (mine, public)]
    assert [(piece.card, piece.is_face_up) for piece in hands[0] if piece.owner == 0] == [
        ("red1", True),
        ("red2", True),
        ("red2", True),
    ]
    assert {(piece.card, piece.is_face_up) for piece in hands[1]} == {("*", False)}
    landed = next(piece for piece in public if piece.zone == "beach")
    assert (landed.card, landed.owner, landed.key) == ("red1", 0, 0)
    pile = next(piece for piece in public if piece.zone == "pile")
    assert (pile.card, pile.count, pile.is_face_up, pile.owner) == ("?", 10, False, None)


@pytest.mark.parametrize("slug", ["cove", "fourpiers"])
def test_a_scene_holds_every_card_once_and_nothing_overlaps(slug: str) -> None:
    game, book = load(slug)
    table = simulate(game, book, ("anna", "ben", "carl"), 2)
    printed = sum(card.copies for card in book.playing_cards.values())
    for position in some(table.positions[::5]):
        pieces = game.scene(position.state)
        assert sum(piece.count for piece in pieces) == printed
        corners = [(piece.x, piece.y) for piece in pieces]
        assert all(
            abs(x - other_x) >= 63 or abs(y - other_y) >= 88
            for at, (x, y) in enumerate(corners)
            for other_x, other_y in corners[:at]
        )
        lying = Count(piece.card for piece in pieces if piece.card != UNKNOWN)
        seen = Count(kind_of(card) for card in lying.elements())
        assert seen == +Count({kind: n for kind, n in game.census(position.state).items() if kind != UNKNOWN})
