"""Worlds a seat can believe in: what it does not see, put where it could lie."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import Pick
from pnp.referee.hidden.knowledge import Knowledge, Learned
from pnp.referee.kernel.zone import kinds_of
from pnp.referee.opponents.sampling import Unseen, Walk, Worlds
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of
from tests.guard import some


def picking(seed: int) -> Pick:
    draw = random.Random(seed).random
    return lambda count: int(draw() * count)


@given(st.lists(st.sampled_from("abcd"), min_size=4, max_size=9), st.integers(1, 3), st.integers(0, 99))
def test_what_is_given_lies_where_it_was_put_and_the_rest_is_any_of_what_is_left(
    copies: list[str], hidden: int, seed: int
) -> None:
    unseen = Unseen(copies, {"hand": (copies[0],)}, picking(seed))
    filled = unseen.fill("hand", ("x", *(UNKNOWN,) * hidden))
    assert filled[:2] == ("x", copies[0])
    assert Counter((*filled[1:], *unseen.left)) == Counter(copies)


def test_more_hidden_places_than_cards_are_our_bug() -> None:
    with pytest.raises(ValueError, match="expected at most 2 hidden cards, got 3"):
        Unseen(["a", "b"], {}, picking(0)).fill("hand", (UNKNOWN,) * 3)


def test_what_fits_is_drawn_first_and_anything_where_nothing_fits() -> None:
    unseen = Unseen(["a", "b", "b"], {}, picking(0))
    assert unseen.draw_of(2, "b".__contains__) == ["b", "b"]
    assert unseen.draw_of(1, "b".__contains__) == ["a"]


def test_each_way_to_lay_the_cards_comes_up_equally_often() -> None:
    """Six cards, two hands of two; one says it has no a and no b. All ways are counted by hand and by the walk."""
    knowledge = Knowledge.start("abcdef").draw("one", 2).draw("two", 2)
    knowledge = knowledge.claim("one", "ab", 1, "RULE").knowledge
    ways = {
        (frozenset(cards[:2]), frozenset(cards[2:4]))
        for cards in permutations("abcdef")
        if not {"a", "b"} & set(cards[:2])
    }
    walk = Walk(knowledge, picking(1))
    drawn = 6000
    found = Counter((frozenset(world["one"]), frozenset(world["two"])) for world in (walk.next() for _ in range(drawn)))
    assert found.keys() == ways
    assert len(ways) == 36
    mean = drawn / len(ways)
    assert sum((count - mean) ** 2 / mean for count in found.values()) < 85, "χ² of 35 degrees: 0.001 % lie above"


def test_a_card_that_came_to_light_was_where_it_can_have_been() -> None:
    """Of two drawn cards the claim is about the first; the one played later may be either, unless the claim bars it."""
    knowledge = Knowledge.start("abcd").draw("hand", 1)
    knowledge = knowledge.claim("hand", "ab", 1, "RULE").knowledge.draw("hand", 1)
    learned = knowledge.reveal("hand", "a", 2)
    assert isinstance(learned, Learned)
    walk = Walk(learned.knowledge, picking(2))
    assert {walk.next()["hand"] for _ in range(200)} == {("c",), ("d",)}, "the first card is neither a nor b"


def _known_views(seed: int, players: int) -> Iterator[tuple[Replay[Any], int]]:
    """A game of Suomi 1918, stopped where somebody decides."""
    game, book = load_game("suomi1918")
    played = simulate(game, book, SEAT_NAMES[:players], seed, ["greedy", "random"])
    table = Replay(game, played.setup)
    for entry in played.entries:
        if entry.seat != TABLE and entry.ply % 5 == 0:
            yield table, entry.seat
        assert entry.move is not None
        table.apply_move(entry.move)


@given(st.integers(0, 1000), st.integers(2, 4))
@settings(max_examples=8, deadline=None)
def test_a_world_from_knowledge_holds_only_what_the_lines_allow(seed: int, players: int) -> None:
    looked = 0
    for table, seat in some(_known_views(seed, players)):
        view = view_of(table, seat)
        assert view.knowledge is not None
        worlds = Worlds(table.game, view, picking(seed))
        for world in (worlds.draw() for _ in range(5)):
            for owner, hand in enumerate(world.hand):
                assert UNKNOWN not in hand and len(hand) == len(view.hand[owner])
                hidden = Counter(kinds_of(hand)) - Counter(kinds_of(view.hand[owner]))
                assert hidden.keys() <= view.knowledge.possible_kinds(("hand", owner))
                looked += hidden.total()
    assert looked > 50


def test_knowledge_gives_the_true_cards_more_often_than_the_counts_do() -> None:
    hits = {"counts": 0, "knowledge": 0}
    cards = 0
    for seed in range(12):
        for table, seat in _known_views(seed, 2):
            truth = kinds_of(table.state.hand[1 - seat])
            by_lines = view_of(table, seat)
            by_counts = replace(table.game.project(table.state, seat), knowledge=None)
            shown = Counter(kinds_of(by_counts.hand[1 - seat]))
            hidden = set(truth) - shown.keys()
            cards += len(hidden) * 4
            for name, view in (("counts", by_counts), ("knowledge", by_lines)):
                worlds = Worlds(table.game, view, picking(seed))
                hits[name] += sum(len(hidden.intersection(kinds_of(worlds.draw().hand[1 - seat]))) for _ in range(4))
    assert cards > 500
    assert hits["knowledge"] > 1.15 * hits["counts"], (hits, cards)
